import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { actName } from '#html/newsroom/act-words.ts';
import { redactDetail } from '#html/newsroom/journal-labels.ts';
import { declared } from '#http/declared.ts';
import { setTimeZone } from '#people/profile.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

// The journal page: its wording, filters, pages and hash chain check, and its export as JSON lines.

async function exported(site: TestSite, person: Person, query = ''): Promise<Record<string, unknown>[]> {
  const response = await site.fetch(`/newsroom/journal.jsonl${query}`, { headers: fromPage(person) });
  assert.equal(response.status, 200);
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function openStocked(t: TestContext) {
  const site = await openSite(t);
  return { site, ...(await stock(site)) };
}

test('editors see the person, the act, the article and the revision of each journal entry; writers get 403', async (t) => {
  const { site, editor, writer, changed, published } = await openStocked(t);
  const page = await readPage(site, editor, '/newsroom/journal');
  for (const words of [
    'published',
    'unpublished',
    'saved a revision of',
    'as a draft',
    'Agent let in by Dana Whitfield',
    'What a pour-sequence model knows about the weather',
    `/newsroom/articles/${changed}/revisions/1`,
    ', revision 1',
    'nobody changed them',
  ])
    assert.ok(page.includes(words), words);
  assert.ok(page.includes(published));
  for (const path of ['/newsroom/journal', '/newsroom/journal.jsonl'])
    assert.equal((await site.fetch(path, { headers: fromPage(writer) })).status, 403);
});

test('every journal act has a readable name, and an unknown act is shown unchanged', async (t) => {
  const { site, editor } = await openStocked(t);
  const rows = await site.deps.db.read.selectFrom('journal').select('act').distinct().execute();
  for (const { act } of rows) assert.notEqual(actName(act), act);
  assert.equal(actName('article.published'), 'Published an article');
  await site.deps.db.write((tx) =>
    writeJournal(site.deps, tx, CLI, { act: 'moon.howled_at' as JournalAct, subject: { kind: 'moon', id: 'full' } }),
  );
  assert.match(await readPage(site, editor, '/newsroom/journal'), /moon\.howled_at/);
});

test('each act has a complete name in the filter, without a trailing preposition', () => {
  assert.deepEqual(
    Object.keys(declared().journalActs)
      .map(actName)
      .filter((name) => / (?:of|to|for|as|from|on)$|:$/.test(name) || !name.includes(' ')),
    [],
  );
  assert.deepEqual(['claim.approved', 'session.started', 'claim.opened', 'token.issued'].map(actName), [
    'Approved the access request of an agent',
    'Signed in',
    'Recorded the access request of an agent',
    'Issued a token to an agent',
  ]);
});

test('the journal page and its export can be filtered by person, agent, act, article and days', async (t) => {
  const { site, chief, published } = await openStocked(t);
  const { claim_id } = await site.deps.db.read.selectFrom('access_token').select('claim_id').executeTakeFirstOrThrow();
  site.pass(24 * 3600);
  const editor = await site.person('editor', 'Of the next day');
  await site.deps.db.write((tx) =>
    writeJournal(site.deps, tx, chief, { act: 'article.due', subject: { kind: 'article', id: published } }),
  );
  const all = await exported(site, editor);
  const only = async (query: string, is: (line: Record<string, unknown>) => boolean) => {
    const lines = await exported(site, editor, query);
    assert.ok(lines.length > 0 && lines.length < all.length, query);
    assert.deepEqual(lines, all.filter(is), query);
    const page = await readPage(site, editor, `/newsroom/journal${query}`);
    assert.equal(page.match(/<th scope="row">/g)?.length, Math.min(50, lines.length), query);
  };
  const actor = (line: Record<string, unknown>) => line.actor as { kind: string; id: string };
  await only(`?person=${chief.id}`, (line) => actor(line).id === chief.id);
  await only('?agent=any', (line) => actor(line).kind === 'agent');
  await only(`?agent=${claim_id}`, (line) => actor(line).kind === 'agent');
  await only('?act=article.published', (line) => line.act === 'article.published');
  await only(`?article=${published}`, (line) => (line.subject as { id: string }).id === published);
  await only(
    `?article=${encodeURIComponent(`${site.config.publication.baseUrl}/newsroom/articles/${published}`)}`,
    (line) => (line.subject as { id: string }).id === published,
  );
  await only('?from=2026-09-07&to=2026-09-07', (line) => String(line.at).startsWith('2026-09-07'));
  await only('?to=2026-09-06', (line) => String(line.at).startsWith('2026-09-06'));
  const added = all.filter((line) => (line.at as string) >= '2026-09-07');
  await setTimeZone(site.deps, editor, 'Pacific/Kiritimati');
  const east = await exported(site, editor, '?from=2026-09-08');
  assert.deepEqual([added.length > 0, east.slice(0, added.length)], [true, added], 'days are those of the person');
  await setTimeZone(site.deps, editor, null);
  assert.match(await readPage(site, editor, '/newsroom/journal?from=2030-01-01'), /No entry matches this filter/);
  assert.match(
    await readPage(site, editor, `/newsroom/journal?act=${encodeURIComponent('<script>')}`),
    /nobody changed them/,
  );
});

test('the journal page reports a line that was changed in the database, and the line after a changed hash', async (t) => {
  const { site, editor } = await openStocked(t);
  const { kind } = site.deps.db;
  await site.deps.db.write(async (tx) => {
    const { sql } = await import('kysely');
    if (kind === 'sqlite') await sql`drop trigger journal_refuses_update`.execute(tx);
    else await sql`alter table journal disable trigger user`.execute(tx);
    await sql`update journal set actor_name = 'Nobody' where seq = 5`.execute(tx);
    await sql`update journal set hash = 'f' where seq = 7`.execute(tx);
    if (kind === 'postgres') await sql`alter table journal enable trigger user`.execute(tx);
  });
  const page = await readPage(site, editor, '/newsroom/journal');
  assert.match(page, /Entries were changed after they were written: line 8, 7, 5\./);
  const filtered = await readPage(site, editor, '/newsroom/journal?act=draft.created');
  assert.doesNotMatch(filtered, /broken at line 1,/);
});

test('the export removes secrets and personal addresses from the details of an entry', () => {
  assert.deepEqual(
    redactDetail({
      loginHint: 'a@b.example',
      address: '10.0.0.1',
      claimToken: 'clm_1',
      label: 'for Ann <ann@site.example>',
      inner: { password: 'x', note: ['write to joe@site.example'] },
      role: 'editor',
    }),
    { label: 'for Ann <[address]>', inner: { note: ['write to [address]'] }, role: 'editor' },
  );
});
