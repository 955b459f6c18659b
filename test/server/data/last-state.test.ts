import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findPublished, listPublished, listPublishedWhole } from '#article/published.ts';
import { type Agent, CLI, type Member } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import { NO_LOG } from '#db/connection/connection-state.ts';
import { openDatabase, openServerDatabase } from '#db/connection/open.ts';
import type { Database } from '#db/database.ts';
import { putOnFrontPage } from '#editorial/publish/front-page.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { addMember } from '#people/members.ts';
import { readExtras } from '#reading/article-extras.ts';
import { type Fallback, fallbackPath, missingDatabaseAdvice, openFallback } from '#reading/fallback/last-state.ts';
import { withFallback } from '#reading/fallback/read-fallback.ts';
import { readFrontPage } from '#reading/front/read-front-page.ts';
import { createDeps } from '#runtime/create-deps.ts';
import type { Deps } from '#runtime/deps.ts';
import { searchPublished } from '#search/search-published.ts';
import { until } from '../../support/faults/server.ts';
import { copy } from '../../support/site.ts';

// Responses to readers while the database is unavailable. The fault tests do the same with real processes.

type Kept = { folder: string; file: string; db: Database; deps: Deps; edition: Fallback; said: string[] };

async function keep(t: TestContext, folder = mkdtempSync(join(tmpdir(), 'plumbline-edition-'))): Promise<Kept> {
  const file = join(folder, 'plumbline.db');
  const said: string[] = [];
  const notes = { ...NO_LOG, error: (fields: Record<string, unknown>) => void said.push(String(fields.error)) };
  const kept = await openServerDatabase(`file:${file}`, notes, () => missingDatabaseAdvice(folder));
  const edition = await openFallback(fallbackPath(folder), kept, notes);
  const db = withFallback(kept, edition);
  t.after(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, file, db, deps: await createDeps(db), edition, said };
}

async function publishNew({ deps }: Kept, slug: string, over: Record<string, unknown> = {}): Promise<string> {
  const { id } = await createDraft(deps, CLI, copy({ slug, ...over }));
  await publish(deps, CLI, id, { revisionNumber: 0 });
  return id;
}

/** An agent with access. */
async function grantToken(deps: Deps, name: string): Promise<Agent> {
  const [id, claimId] = [deps.newId(), deps.newId()];
  const person = {
    name,
    email: 'dana@magazine.example',
    role: 'editor' as const,
    password: 'a plumb line and a level',
  };
  const { id: editorId } = await addMember(deps, CLI, person);
  const at = '2026-09-06T13:00:00.000Z';
  const secrets = { claim_token_hash: id, user_code_hmac: id, address: '', program: '' };
  const claim = { id: claimId, ...secrets, status: 'redeemed' as const, created_at: at, expires_at: at };
  await deps.db.write((tx) => tx.insertInto('claim').values(claim).execute());
  return { kind: 'agent', id, claimId, editorId, editorName: name, scopes: ['article:draft', 'article:edit'] };
}

/** Moves the file away, and returns how to put it back. */
function takeAway({ file }: Kept): () => void {
  const ends = ['', '-wal', '-shm'].filter((end) => existsSync(file + end));
  for (const end of ends) renameSync(file + end, `${file}${end}-away`);
  return () => {
    for (const end of ends) renameSync(`${file}${end}-away`, file + end);
  };
}

/** Asserts that a write is refused because the file is missing. */
function refusesWrites(db: Database): Promise<void> {
  return assert.rejects(
    db.write(async () => {}),
    (error: Failure) => error.kind === 'db_unavailable' && error.detail.retryAfter === 30,
  );
}

/** Waits until the database is available again. */
async function isBack(db: Database): Promise<void> {
  await until(db.isAvailable, 10_000);
}

test('when the file is missing, writes are refused and readers get the last known articles until it is back', async (t) => {
  const site = await keep(t);
  await publishNew(site, 'one');
  await site.edition.catchUp();
  const putBack = takeAway(site);
  await refusesWrites(site.db);
  await assert.rejects(site.db.read.selectFrom('setting').selectAll().execute(), { kind: 'db_unavailable' });
  const { value, isLastKnown } = await site.db.readPublished((tx) => findPublished(tx, 'robotics', 'one'));
  assert.equal(value && 'headline' in value && value.headline, copy().headline);
  assert.ok(isLastKnown);
  putBack();
  await isBack(site.db);
  await publishNew(site, 'two');
  const after = await site.db.readPublished((tx) => listPublished(tx, { limit: 10 }));
  assert.deepEqual([after.value.articles.length, after.isLastKnown], [2, false]);
});

test('a truncated file is not written to, and is used again when it is complete', async (t) => {
  const first = await keep(t);
  await publishNew(first, 'one');
  await first.edition.catchUp();
  await first.db.close();
  const site = await keep(t, first.folder);
  const whole = readFileSync(site.file);
  truncateSync(site.file, 4096);
  await refusesWrites(site.db);
  assert.ok((await site.db.readPublished((tx) => findPublished(tx, 'robotics', 'one'))).value);
  writeFileSync(site.file, whole);
  await isBack(site.db);
  await publishNew(site, 'two');
});

test('a running server whose folder is emptied creates no new database', async (t) => {
  const site = await keep(t);
  await publishNew(site, 'one');
  await site.edition.catchUp();
  for (const name of readdirSync(site.folder)) rmSync(join(site.folder, name));
  await refusesWrites(site.db);
  assert.ok((await site.db.readPublished((tx) => findPublished(tx, 'robotics', 'one'))).isLastKnown);
  await until(() => site.said.some((why) => why.includes('is gone; put it back')), 5000);
  assert.ok(!existsSync(site.file));
});

test('no command creates a new file in place of a missing one', async (t) => {
  const site = await keep(t);
  await publishNew(site, 'one');
  await site.db.close();
  takeAway(site);
  await assert.rejects(openDatabase(`file:${site.file}`), /is gone; put it back, or restore a backup/);
  assert.ok(!existsSync(site.file));
});

test('the fallback copy follows publication, correction, move and withdrawal', async (t) => {
  const site = await keep(t);
  const id = await publishNew(site, 'one');
  await publishNew(site, 'stays');
  await site.edition.catchUp();
  const revised = copy({ slug: 'moved', headline: 'A corrected headline', correctionNote: 'The headline was wrong.' });
  await saveRevision(site.deps, CLI, id, { copy: { ...revised, baseRevision: 0 } });
  await publish(site.deps, CLI, id, { revisionNumber: 1 });
  await putOnFrontPage(site.deps, CLI, id, { until: null, timeZone: 'UTC' });
  await site.edition.catchUp();
  const known = async (slug: string) => (await site.edition.read((tx) => findPublished(tx, 'robotics', slug)))?.value;
  assert.deepEqual(await known('one'), { movedTo: { section: 'robotics', slug: 'moved' } });
  assert.deepEqual(await known('moved'), await findPublished(site.db.read, 'robotics', 'moved'));
  const found = await site.edition.read((tx) => searchPublished(tx, { limit: 10, q: 'corrected' }));
  assert.equal(found?.value.articles.map(({ slug }) => slug).join(), 'moved');
  const front = async () => (await site.edition.read(readFrontPage))?.value.map(({ article }) => article.slug);
  assert.deepEqual(await front(), ['moved']);
  await unpublish(site.deps, CLI, id);
  await site.edition.catchUp();
  assert.deepEqual([await known('moved'), await known('one'), await front()], [null, null, []]);
  assert.ok(await known('stays'));
});

test('the fallback copy has the two names shown below an agent’s article, and no text of its first draft', async (t) => {
  const site = await keep(t);
  const { deps, db } = site;
  const editor: Member = { kind: 'editor', id: deps.newId(), name: 'Ruth Okafor', role: 'editor' };
  const agent = await grantToken(deps, 'Dana Whitfield');
  const first = await createDraft(deps, { ...agent, clientHost: 'app.example' }, copy({ slug: 'live-as-drafted' }));
  await publish(deps, editor, first.id, { revisionNumber: 0 });
  const second = await createDraft(deps, agent, copy({ slug: 'rewritten', dek: 'Never printed in this form.' }));
  await saveRevision(deps, editor, second.id, { copy: { ...copy({ slug: 'rewritten' }), baseRevision: 0 } });
  await publish(deps, editor, second.id, { revisionNumber: 1 });
  const third = await publishNew(site, 'by-the-house');
  await site.edition.catchUp();
  const putBack = takeAway(site);
  await refusesWrites(db);
  const drafted = { agent: 'an agent', letInBy: 'Dana Whitfield', editedBy: 'Ruth Okafor' };
  for (const [id, said] of [
    [first.id, { ...drafted, agent: 'an agent from app.example,' }],
    [second.id, drafted],
    [third, null],
  ] as const) {
    const { value, isLastKnown } = await db.readPublished(async (tx) => {
      const found = (await listPublishedWhole(tx, { limit: 10 })).articles.find((one) => one.id === id);
      return found ? (await readExtras(tx, found)).drafted : assert.fail();
    });
    assert.ok(isLastKnown);
    assert.deepEqual(value, said);
  }
  const kept = readFileSync(fallbackPath(site.folder)).toString('latin1');
  assert.doesNotMatch(kept, /Never printed in this form/);
  assert.ok(!kept.includes(agent.editorId) && !kept.includes(editor.id));
  putBack();
  await isBack(db);
});

test('the fallback copy contains nothing unpublished', async (t) => {
  const site = await keep(t);
  const secret = 'unmistakable-secret-of-the-newsroom';
  const id = await publishNew(site, 'one', { editorialPacket: { notes: secret } });
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ slug: 'one', headline: secret }), baseRevision: 0 } });
  await createDraft(site.deps, CLI, copy({ slug: 'draft', headline: secret }));
  const withdrawn = await publishNew(site, 'no-longer-shown');
  await unpublish(site.deps, CLI, withdrawn);
  await site.edition.catchUp();
  await site.db.close();
  const bytes = readFileSync(fallbackPath(site.folder), 'latin1');
  assert.ok(bytes.includes(copy().headline));
  for (const hidden of [secret, CLI.name, 'no-longer-shown']) assert.ok(!bytes.includes(hidden), hidden);
});

test('a server whose file is missing at the start creates no new one: readers get the last known articles, writes are refused', async (t) => {
  const first = await keep(t);
  await publishNew(first, 'one');
  await first.edition.catchUp();
  await first.db.close();
  const putBack = takeAway(first);
  const again = await keep(t, first.folder);
  assert.ok(!again.db.isAvailable());
  await refusesWrites(again.db);
  assert.throws(() => again.deps.key, { kind: 'db_unavailable' });
  assert.ok((await again.db.readPublished((tx) => findPublished(tx, 'robotics', 'one'))).isLastKnown);
  assert.ok(!existsSync(again.file));
  putBack();
  await isBack(again.db);
  await publishNew(again, 'two');
  assert.equal(again.deps.key.length, 32);
});

test('a file that lacks acknowledged writes is not written to', async (t) => {
  const first = await keep(t);
  await publishNew(first, 'one');
  const older = await backUp(first);
  await publishNew(first, 'two');
  await first.edition.catchUp();
  await first.db.close();
  writeFileSync(first.file, older);
  const said: unknown[] = [];
  const notes = { ...NO_LOG, error: (fields: Record<string, unknown>) => void said.push(fields.error) };
  const db = await openServerDatabase(`file:${first.file}`, notes, () => null);
  t.after(() => db.close());
  await refusesWrites(db);
  assert.match(String(said[0]), /older than the acknowledged writes.*delete .*plumbline\.db-mark/);
  rmSync(`${first.file}-mark`);
  await isBack(db);
  await db.write(async () => {});
});

test('a fallback copy of another site, or ahead of a restored database, is rebuilt', async (t) => {
  const site = await keep(t);
  await publishNew(site, 'one');
  await site.edition.catchUp();
  const other = mkdtempSync(join(tmpdir(), 'plumbline-edition-'));
  t.after(() => rmSync(other, { recursive: true, force: true }));
  const elsewhere = await openDatabase(`file:${join(other, 'plumbline.db')}`);
  t.after(() => elsewhere.close());
  const deps = await createDeps(elsewhere);
  const { id } = await createDraft(deps, CLI, copy({ slug: 'elsewhere' }));
  await publish(deps, CLI, id, { revisionNumber: 0 });
  const edition = await openFallback(fallbackPath(site.folder), elsewhere, NO_LOG);
  t.after(() => edition.close());
  await edition.catchUp();
  const listed = await edition.read((tx) => listPublished(tx, { limit: 10 }));
  assert.deepEqual(
    listed?.value.articles.map(({ slug }) => slug),
    ['elsewhere'],
  );
});

test('a damaged fallback copy is rebuilt from the database', async (t) => {
  const first = await keep(t);
  await publishNew(first, 'one');
  await first.edition.catchUp();
  await first.db.close();
  writeFileSync(fallbackPath(first.folder), 'no database at all');
  const again = await keep(t, first.folder);
  await again.edition.catchUp();
  assert.ok((await again.edition.read((tx) => findPublished(tx, 'robotics', 'one')))?.value);
});

/** The bytes of the file after emptying its write-ahead log. */
async function backUp({ db, file }: Kept): Promise<Buffer> {
  const { sql } = await import('kysely');
  await sql`vacuum into ${`${file}-backup`}`.execute(db.read);
  return readFileSync(`${file}-backup`);
}
