import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupTables } from '#backup/tables.ts';
import { SENDS } from '#brief/sending/lease.ts';
import { findRecipient, listAudience } from '#brief/subscribers/audience.ts';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { unsubscribe } from '#brief/subscribers/unsubscribe.ts';
import { now } from '#runtime/deps.ts';
import { take } from '#runtime/jobs/jobs.ts';
import { confirmedSubscriber, linkTo, readerForm, subscriberOf, WITH_MAIL } from '../../support/brief/readers.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

const DANA = 'dana.whitfield@reader.example';
const DAY = 24 * 3600;

const ONE_CLICK = 'List-Unsubscribe=One-Click';

test('one POST unsubscribes as RFC 8058 says: urlencoded or multipart, without cookie, origin or redirect', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  const { row, unsubscribe } = await confirmedSubscriber(site, DANA);
  const second = await confirmedSubscriber(site, 'otto@reader.example');
  const parts = new FormData();
  parts.set('List-Unsubscribe', 'One-Click');
  const foreign = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
  const answers = [
    await site.fetch(unsubscribe, readerForm(ONE_CLICK, foreign)),
    await site.fetch(second.unsubscribe, { method: 'POST', body: parts, headers: foreign }),
    await site.fetch(unsubscribe, { method: 'POST' }),
    await site.fetch(`/brief/unsubscribe/${'0'.repeat(32)}`, readerForm(ONE_CLICK, foreign)),
  ];
  const bodies = new Set<string>();
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.equal(answer.headers.get('location'), null);
    bodies.add(await answer.text());
  }
  assert.equal(bodies.size, 1, 'any well-formed token gets the same answer');
  assert.equal((await site.fetch('/brief/unsubscribe/none', { method: 'POST' })).status, 404);
  assert.equal((await subscriberOf(site, DANA)).row.state, 'unsubscribed');
  assert.deepEqual(await listAudience(site.deps.db.read), []);
  assert.equal(await findRecipient(site.deps, site.deps.db.read, row.id), null);
});

test('a body of 10 MB changes nothing, or is not read', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  const { unsubscribe, preferences } = await confirmedSubscriber(site, DANA);
  const before = await everyRow(site);
  const letters = 'x'.repeat(10 * 1024 * 1024);
  const parts = new FormData();
  parts.set('weekly', letters);
  const origin = { headers: { Origin: site.config.publication.baseUrl } };
  for (const path of ['/brief/subscribe', preferences])
    for (const [body, status] of [
      [parts, 415],
      [new URLSearchParams({ email: letters }), 413],
    ] as const)
      assert.equal((await site.fetch(path, { method: 'POST', body, ...origin })).status, status, path);
  assert.equal(await everyRow(site), before);
  const one = await site.fetch(unsubscribe, { method: 'POST', body: parts });
  assert.equal(one.status, 200);
  assert.equal((await subscriberOf(site, DANA)).row.state, 'unsubscribed');
});

test('a scanner that opens each link 1,000 times changes nothing', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  const { unsubscribe, preferences } = await confirmedSubscriber(site, DANA);
  await site.fetch(`${preferences}/erase`, { method: 'POST' });
  const erase = await linkTo(site, DANA);
  const before = await everyRow(site);
  for (let times = 0; times < 250; times++)
    for (const path of [unsubscribe, preferences, `${preferences}/export`, erase])
      assert.equal((await site.fetch(path)).status, 200);
  assert.equal(await everyRow(site), before);
});

test('somebody who unsubscribed and subscribes again gets the brief again', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const { row, unsubscribe } = await confirmedSubscriber(site, DANA);
  await site.fetch(unsubscribe, { method: 'POST' });
  site.pass(DAY);
  await confirmedSubscriber(site, DANA);
  assert.equal((await findRecipient(site.deps, site.deps.db.read, row.id))?.address, DANA);
});

test('preferences: weekly off, sections and plain text reach the audience; the page hides most of the address', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const { row, preferences } = await confirmedSubscriber(site, DANA);
  const page = await (await site.fetch(preferences)).text();
  assert.match(page, /d…@reader\.example/);
  assert.ok(!page.includes(DANA));
  const saved = await site.fetch(preferences, readerForm({ weekly: 'on', sections: 'robotics', plainText: 'on' }));
  assert.match(await saved.text(), /id="sections-robotics" name="sections" value="robotics" checked/);
  assert.deepEqual(await listAudience(site.deps.db.read), [
    { id: row.id, address: DANA, wants: { sections: ['robotics'], plainText: true } },
  ]);
  assert.equal((await site.fetch(preferences, readerForm({ sections: 'No such' }))).status, 422);
  await site.fetch(preferences, readerForm({}));
  assert.deepEqual(await listAudience(site.deps.db.read), []);
  const data = await json(await site.fetch(`${preferences}/export`));
  assert.deepEqual([data.address, data.state, data.wants.weekly], [DANA, 'confirmed', false]);
  assert.equal((await site.fetch(`/brief/preferences/${'0'.repeat(32)}`)).status, 404);
});

test('an erased address is in no row, no file and no log line, and stays suppressed', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  const { preferences, unsubscribe, row } = await confirmedSubscriber(site, DANA);
  await confirmedSubscriber(site, 'stays@reader.example');
  assert.equal((await site.fetch(`${preferences}/erase`, { method: 'POST' })).status, 200);
  const link = await linkTo(site, DANA);
  assert.match(await (await site.fetch(link)).text(), /Erase my address/);
  assert.match(await everyRow(site), new RegExp(DANA));
  assert.equal((await site.fetch(link, { method: 'POST' })).status, 200);
  const rows = await everyRow(site);
  assert.doesNotMatch(rows, /whitfield/i);
  assert.match(rows, /subscriber\.erased/);
  assert.doesNotMatch(JSON.stringify(site.log), /whitfield/i);
  assert.equal((await site.fetch(unsubscribe, { method: 'POST' })).status, 200);
  assert.equal((await site.fetch(preferences)).status, 404);
  assert.equal((await site.deps.db.read.selectFrom('suppression').selectAll().execute()).length, 1);
  await site.deps.db.close(); // writes the log of SQLite into its file
  for (const file of readdirSync(site.config.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      assert.ok(!readFileSync(join(file.parentPath, file.name)).includes('whitfield'), `${file.name} for ${row.id}`);
});

test('a reader who unsubscribes during a send does not wait for the email of another reader', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const { row: other } = await confirmedSubscriber(site, 'otto@reader.example');
  await confirmedSubscriber(site, DANA);
  const at = now(site.deps);
  const [brief_day, due_at] = ['2026-09-10', at];
  const days = { opened_at: at, changed_at: at };
  await site.deps.db.write(async (tx) => {
    await tx
      .insertInto('brief')
      .values({ day: brief_day, number: 1, state: 'sending', latest_revision: 0, ...days })
      .execute();
    await tx.insertInto('brief_send').values({ brief_day, audience: 2, begins_at: at }).execute();
    await take(site.deps, tx, { kind: SENDS, key: brief_day }, { name: 'a process', hasEnded: () => false });
    const delivery = { brief_day, subscriber_id: other.id, state: 'offered', domain: 'one', due_at };
    await tx.insertInto('brief_delivery').values(delivery).execute();
  });
  let looks = 0;
  const read = site.deps.db.read.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('"brief_delivery"')) looks++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { row } = await subscriberOf(site, DANA);
  await unsubscribe({ ...site.deps, db: { ...site.deps.db, read } }, tokenOf(site.deps, row.id));
  assert.equal(looks, 1);
  assert.equal((await subscriberOf(site, DANA)).row.state, 'unsubscribed');
});

/** Every row of every table as text. */
async function everyRow({ deps }: TestSite): Promise<string> {
  const tables = await Promise.all(
    backupTables().map(({ name }) => deps.db.read.selectFrom(name).selectAll().execute()),
  );
  return JSON.stringify(tables);
}
