import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeclared } from '#http/declared.ts';
import { ROUTES } from '#server/routes.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { lettersAsSent } from '../../support/emails.ts';
import { loadParts } from '../../support/part.ts';
import { BASE, form, fromPage, openSite, type TestSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// After a change of the name, no form of the site has the old one.

const OLD = 'Oldmast Weekly';
const NEW = 'The Site Diary';
const FORMS = ['text/html', 'text/markdown', 'application/json'];
/** What stays as it was then, other sites of the server, and files that never change. */
const SKIPPED =
  /^\/(?:newsroom|preview|static|media|ads\/|oauth\/|agent\/claim|cards\/|health|ready|metrics)|\/r\/\d|\/record\.json|\/records/;

type Bodies = Map<string, string>;

/** Reads every public address that a route, the sitemap or another answer names, in each form. */
async function readSite(site: TestSite): Promise<Bodies> {
  const bodies: Bodies = new Map();
  const waiting = ROUTES.filter(
    ({ method, who, path }) => method === 'GET' && who === 'anyone' && !/[:*]/.test(path),
  ).map(({ path }) => path);
  const known = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (SKIPPED.test(path)) continue;
    for (const accept of FORMS) {
      const response = await site.fetch(path, { headers: { Accept: accept }, redirect: 'manual' });
      const type = response.headers.get('content-type') ?? '';
      if (/^(?:image|application\/gzip|font|text\/event-stream)/.test(type)) break;
      const body = await response.text();
      bodies.set(`${path} ${accept}`, body);
      if (bodies.get(`${path} ${FORMS[0]}`) === body && accept !== FORMS[0]) continue;
      for (const [, found = ''] of body.matchAll(/(?:href="|http:\/\/127\.0\.0\.1:3000)(\/[a-z0-9./_-]*)/g)) {
        const next = found.replace(/[.,]+$/, '');
        if (!known.has(next) && known.size < 400) waiting.push(next);
        known.add(next);
      }
    }
  }
  return bodies;
}

test('after a rename no page, feed, description, well-known document or email has the old name', async (t) => {
  const site = await openSite(t, { PUBLICATION_NAME: OLD, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMITS: 'off' });
  const { chief } = await stock(site);
  const before = await readSite(site);
  const having = [...before].filter(([, body]) => body.includes(OLD));
  assert.ok(before.size > 150 && having.length > 90, `${having.length} of ${before.size} answers have the name`);
  const card = async () => Buffer.from(await (await site.fetch('/cards/house.png')).arrayBuffer()).toString('base64');
  const drawn = await card();

  await saveSiteSettings(site.deps, chief, { name: NEW });
  const later = await readSite(site);
  assert.deepEqual(
    [...later].filter(([, body]) => body.includes('Oldmast')).map(([path]) => path),
    [],
  );
  const lost = having.map(([path]) => path).filter((path) => later.has(path) && !later.get(path)?.includes(NEW));
  assert.deepEqual(lost, []);
  t.diagnostic(`${later.size} answers, ${having.length} of them had the name`);
  assert.notEqual(await card(), drawn);

  for (const { fillNewsroomPages } of await loadParts())
    for (const path of Object.values((await fillNewsroomPages?.(site, chief)) ?? {}).flat())
      assert.doesNotMatch(await (await site.fetch(path, { headers: fromPage(chief) })).text(), /Oldmast/, path);
  const invited = { email: 'new@magazine.example', name: 'New', role: 'editor' };
  await site.fetch('/newsroom/team/invitations', form(chief, invited));
  await site.fetch('/newsroom/reset', form({ cookie: '' }, { email: chief.email }));
  if (isDeclared('/brief/subscribe'))
    await site.fetch('/brief/subscribe', form({ cookie: '' }, { email: 'reader@magazine.example' }));
  const letters = await lettersAsSent(site);
  const kinds = new Set(letters.map(({ about }) => about));
  assert.ok(kinds.size >= 2, [...kinds].join());
  for (const { subject, text } of letters) assert.doesNotMatch(`${subject} ${text}`, /Oldmast/);
  t.diagnostic(`emails about ${[...kinds].join(', ')}`);
  for (const path of ['/newsroom', '/newsroom/site', '/newsroom/journal?kind=article'])
    assert.doesNotMatch(await (await site.fetch(path, { headers: fromPage(chief) })).text(), /Oldmast/, path);
  assert.equal(BASE, site.config.publication.baseUrl);
});
