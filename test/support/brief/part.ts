import assert from 'node:assert/strict';
import { makeDkimKey, readPrivateDkimKey } from '#brief/domain/dkim-key.ts';
import { openBrief } from '#brief/issues/compose.ts';
import { emailAlreadySubscribed, emailSubscriberLink } from '#brief/subscribers/emails.ts';
import { importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { suppressSubscriber } from '#brief/subscribers/suppress.ts';
import { CLI } from '#core/actor.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { goLive } from '../live.ts';
import type { Renamed, TestPart } from '../part.ts';
import { type After, form, type Person, type TestSite } from '../site.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, sendOneBrief } from './briefs.ts';
import { openSending } from './faulty-mail-server.ts';
import { subscribe, subscriberOf } from './readers.ts';
import { addReaders, sendRound } from './sends.ts';

// What the Field Brief adds to tests of the whole product.

export const part: TestPart = {
  name: 'brief',
  settings: BRIEF_SETTINGS,
  publish: async (site) => {
    await sendOneBrief(site);
    return { day: BRIEF_DAY };
  },
  answers: [
    [`/brief/${BRIEF_DAY}`, {}, 'text/html; charset=utf-8'],
    [`/brief/${BRIEF_DAY}.md`, {}, 'text/markdown; charset=utf-8'],
    [`/api/v1/public/briefs/${BRIEF_DAY}`, {}, 'application/json; charset=utf-8'],
    ['/brief', { Accept: 'application/json' }, 'application/json; charset=utf-8'],
    ['/brief/rss.xml', {}, 'application/rss+xml; charset=utf-8'],
  ],
  fillNewsroomPages,
  fillRelease: (site) => addReaders(site, 3),
  keepSecret: async (deps) => {
    await makeDkimKey(deps, CLI);
    return readPrivateDkimKey;
  },
  plantSecrets: async (site, chief) => {
    await addByHand(site, chief, 'planted.reader@readers.example\n');
    return ['planted.reader'];
  },
  sendEveryEmail,
};

/** Begins a brief, and adds two subscribers; to one of them no brief is sent any more. */
async function fillNewsroomPages(site: TestSite, chief: Person): Promise<Record<string, string[]>> {
  const { deps } = site;
  const { day } = await openBrief(deps, chief, BRIEF_DAY);
  await addByHand(site, chief, `kim@reader.example\n${'long.'.repeat(12)}name@reader.example`);
  const rows = await deps.db.read.selectFrom('subscriber').select('id').orderBy('address').execute();
  const ids = rows.map(({ id }) => id);
  await suppressSubscriber(deps, chief, ids[1] ?? '', { reason: 'bounced', note: 'Three briefs came back' });
  return {
    '/newsroom/briefs': ['/newsroom/briefs'],
    '/newsroom/briefs/:day': [`/newsroom/briefs/${day}`],
    '/newsroom/briefs/:day/numbers': [`/newsroom/briefs/${day}/numbers`],
    '/newsroom/briefs/:day/send': [`/newsroom/briefs/${day}/send`],
    '/newsroom/briefs/:day/revisions/:number/preview': [`/newsroom/briefs/${day}/revisions/0/preview`],
    '/newsroom/mail-domain': ['/newsroom/mail-domain'],
    '/newsroom/subscribers': ['/newsroom/subscribers', '/newsroom/subscribers?q=nobody&state=erased'],
    '/newsroom/subscribers/growth': ['/newsroom/subscribers/growth'],
    '/newsroom/subscribers/import': ['/newsroom/subscribers/import'],
    '/newsroom/subscribers/export': ['/newsroom/subscribers/export'],
    '/newsroom/subscribers/:subscriberId': ids.map((id) => `/newsroom/subscribers/${id}`),
  };
}

function addByHand({ deps }: TestSite, chief: Person, addresses: string): Promise<unknown> {
  const consent = { vouchedBy: 'Ruth Okafor', consent: 'On paper, at the fair' };
  return importSubscribers(deps, chief, addresses, { ...consent, asConfirmedBecause: 'The papers are in the office' });
}

/** Sends the emails to readers and to testers, and a brief that a mail server takes once and then refuses. */
async function sendEveryEmail(site: TestSite, { now }: Renamed, t: After): Promise<readonly TestSite[]> {
  const { deps } = site;
  const chief = await site.person('chief', 'Ruth Okafor');
  await subscribe(site, 'reader@magazine.example');
  const { row } = await subscriberOf(site, 'reader@magazine.example');
  const reader = { id: row.id, address: 'reader@magazine.example' };
  await deps.db.write(async (tx) => {
    await emailSubscriberLink(deps, tx, siteSnapshot().publication, { ...reader, act: 'erase' });
    await emailAlreadySubscribed(deps, tx, siteSnapshot().publication, reader);
  });
  await goLive(site, { slug: 'in-the-brief' });
  await openBrief(deps, CLI, BRIEF_DAY);
  const path = `/newsroom/briefs/${BRIEF_DAY}/test`;
  const tested = await site.fetch(path, form(chief, { revision: '0', tester: chief.id }));
  assert.equal(tested.status, 303, await tested.text());
  return [await sendRefused(now, t)];
}

/** Sends a brief of a site that is renamed before. Returns the site, which emails its chiefs about the pause. */
async function sendRefused(name: string, t: After): Promise<TestSite> {
  const first = new Set<string>();
  const { site, bodies } = await openSending(t, 45, (to) => {
    if (first.size === 0) first.add(to);
    return first.has(to) ? null : { code: 554, message: '5.7.1 spam' };
  });
  await saveSiteSettings(site.deps, CLI, { name });
  await site.fetch('/'); // reads the new name
  await site.deps.db.write((tx) => tx.deleteFrom('outbox').execute());
  await sendRound(site);
  assert.ok(bodies.length > 0);
  for (const body of bodies) assert.ok(body.replaceAll('=\n', '').includes(name), body);
  return site;
}
