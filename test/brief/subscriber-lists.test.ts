import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askImported } from '../../src/brief/subscribers/ask-imported.ts';
import { findRecipient, listAudience } from '../../src/brief/subscribers/audience.ts';
import { eraseAddress } from '../../src/brief/subscribers/erase.ts';
import { exportSubscribers } from '../../src/brief/subscribers/export-subscribers.ts';
import { importSubscribers } from '../../src/brief/subscribers/import-subscribers.ts';
import { countByWeek, countSubscribers } from '../../src/brief/subscribers/list-subscribers.ts';
import { CLI } from '../../src/core/actor.ts';
import { form, fromPage, openSite } from '../support/site.ts';
import { confirmedSubscriber, countEmails, subscriberOf, WITH_MAIL } from './readers.ts';

const HOUR = 3600;
const WEEK = 7 * 24 * HOUR;
const TERMS = { vouchedBy: 'Ruth Okafor', consent: 'On paper, at the fair in Tacoma', asConfirmedBecause: null };
const VOUCHED = { ...TERMS, asConfirmedBecause: 'The signed papers are in the office' };

test('an imported list is asked again, 200 in an hour; suppressed, known and wrong lines are left out', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  const { deps, config } = site;
  await confirmedSubscriber(site, 'known@reader.example');
  const gone = await confirmedSubscriber(site, 'gone@reader.example');
  await site.fetch(gone.unsubscribe, { method: 'POST' });
  const erased = await confirmedSubscriber(site, 'erased@reader.example');
  await eraseAddress(deps, CLI, 'erased@reader.example');
  const fresh = Array.from({ length: 230 }, (_, at) => `New ${at},new${at}@one.example`);
  const list = [
    'name,Email',
    ...fresh,
    ...[
      'K,KNOWN+x@reader.example',
      'G,gone@reader.example',
      'E,erased@reader.example',
      'W,wrong',
      'N,new1@one.example',
    ],
  ].join('\r\n');
  const result = await importSubscribers(deps, CLI, list, TERMS);
  assert.deepEqual(result, {
    ...{ added: 230, known: 1, suppressed: 2 },
    refused: [{ line: 235, error: 'An email address has one @, with a name before it and a domain after it.' }],
  });
  assert.equal(erased.row.state, 'confirmed');
  const before = await countEmails(site);
  await askImported(deps, config.publication);
  assert.equal((await countEmails(site)) - before, 200);
  await askImported(deps, config.publication);
  assert.equal((await countEmails(site)) - before, 200);
  site.pass(HOUR);
  await askImported(deps, config.publication);
  assert.equal((await countEmails(site)) - before, 230);
  assert.deepEqual(
    (await listAudience(deps.db.read)).map(({ address }) => address),
    ['known@reader.example'],
  );
  assert.deepEqual((await importSubscribers(deps, CLI, list, TERMS)).added, 0);
});

test('as confirmed needs a written reason without an address, which the journal keeps', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const chief = await site.person('chief');
  const editor = await site.person('editor');
  const post = (person: { cookie: string }, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob(['kim@reader.example\n=cmd@reader.example']), 'list.csv');
    return site.fetch('/newsroom/subscribers/import', { method: 'POST', headers: fromPage(person), body });
  };
  const terms = { vouchedBy: 'Ruth Okafor', consent: 'On paper, at the fair', how: 'confirmed' };
  assert.equal((await post(editor, { ...terms, because: 'The papers are in the office' })).status, 403);
  for (const because of ['', 'too short', 'kim@reader.example said so herself']) {
    const refused = await post(chief, { ...terms, because });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /The reason why nobody needs to be asked again must/);
  }
  assert.deepEqual(await listAudience(site.deps.db.read), []);
  const done = await (await post(chief, { ...terms, because: 'The papers are in the office' })).text();
  assert.match(done, /2 added as confirmed/);
  const [entry] = await site.deps.db.read
    .selectFrom('journal')
    .selectAll()
    .where('act', '=', 'subscribers.imported')
    .execute();
  assert.match(entry?.detail ?? '', /The papers are in the office/);
  assert.doesNotMatch(entry?.detail ?? '', /@/);
  const csv = await exportSubscribers(site.deps, chief, 'confirmed');
  assert.match(csv, /^'=cmd@reader\.example,,2026-09-06T13:00:00\.000Z,import,/m);
  const answer = await site.fetch('/newsroom/subscribers/export', form(chief, { kind: 'suppressed' }));
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="subscribers-suppressed-2026-09-06.csv"',
  );
});

test('a chief suppresses with a reason and undoes it; the page shows the reason and what happened', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const chief = await site.person('chief');
  const { row, unsubscribe } = await confirmedSubscriber(site, 'dana@reader.example');
  const path = `/newsroom/subscribers/${row.id}`;
  assert.equal((await site.fetch(`${path}/suppress`, form(chief, { reason: 'asked', note: '' }))).status, 422);
  const suppressed = await site.fetch(
    `${path}/suppress`,
    form(chief, { reason: 'asked', note: 'She wrote to the desk <b>' }),
  );
  assert.equal(suppressed.status, 303);
  assert.equal(await findRecipient(site.deps, site.deps.db.read, row.id), null);
  const page = await (await site.fetch(path, { headers: fromPage(chief) })).text();
  assert.match(page, /suppressed: asked for no more email\. She wrote to the desk &lt;b&gt;/);
  await site.fetch(unsubscribe, { method: 'POST' });
  assert.equal(
    (await subscriberOf(site, 'dana@reader.example')).row.state,
    'suppressed',
    'an old link does not undo it',
  );
  site.pass(24 * HOUR);
  const emails = await countEmails(site);
  await confirmedSubscriber(site, 'dana@reader.example');
  assert.equal(await countEmails(site), emails, 'the form sends a suppressed address nothing');
  const later = await site.person('chief');
  assert.equal((await site.fetch(`${path}/undo`, form(later, {}))).status, 303);
  assert.equal((await findRecipient(site.deps, site.deps.db.read, row.id))?.id, row.id);
  assert.equal((await site.fetch(`${path}/undo`, form(later, {}))).status, 409);
  assert.equal((await site.fetch(`${path}/erase`, form(later, {}))).status, 303);
  const list = await (await site.fetch('/newsroom/subscribers', { headers: fromPage(later) })).text();
  assert.match(list, />erased</);
  assert.doesNotMatch(list, /dana@/);
});

test('counts by week, search by part of an address and by state', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const chief = await site.person('chief');
  const { deps } = site;
  await importSubscribers(deps, chief, 'a_1@one.example\nb@one.example\nc@two.example', VOUCHED);
  site.pass(WEEK);
  const b = await subscriberOf(site, 'b@one.example');
  await site.fetch(b.unsubscribe, { method: 'POST' });
  await importSubscribers(deps, chief, 'd@two.example', VOUCHED);
  await importSubscribers(deps, chief, 'e@two.example', TERMS);
  const weeks = await countByWeek(deps, 3);
  assert.deepEqual(weeks, [
    { week: '2026-08-24', confirmed: 0, came: 0, left: 0 },
    { week: '2026-08-31', confirmed: 3, came: 3, left: 0 },
    { week: '2026-09-07', confirmed: 3, came: 1, left: 1 },
  ]);
  assert.deepEqual(await countSubscribers(deps.db.read), {
    ...{ pending: 1, confirmed: 3, unsubscribed: 1, suppressed: 0, erased: 0 },
  });
  const later = await site.person('chief');
  const found = async (query: string) => {
    const page = await (await site.fetch(`/newsroom/subscribers?${query}`, { headers: fromPage(later) })).text();
    return [...page.matchAll(/[a-z0-9_]+@(?:one|two)\.example/g)].map(([address]) => address).sort();
  };
  assert.deepEqual(await found('q=A_1'), ['a_1@one.example']);
  assert.deepEqual(await found('q=TWO.example'), ['c@two.example', 'd@two.example', 'e@two.example']);
  assert.deepEqual(await found('q=one&state=unsubscribed'), ['b@one.example']);
  assert.deepEqual(await found('q=%25'), []);
});
