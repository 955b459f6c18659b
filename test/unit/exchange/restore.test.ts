import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Actor, CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { chooseRestore } from '#import/choose-restore.ts';
import { workOnImports } from '#import/import-job.ts';
import { getRun, listItems } from '#import/import-runs.ts';
import { runImport } from '#import/run-import.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { seedArticles } from '#seed/seed.ts';
import { isRoute } from '#server/routes.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';
import { exportFolder, hashesIn, readJson } from '../../support/exchange/exports.ts';
import { assertSame, BECAUSE, fill, looked } from '../../support/exchange/restores.ts';
import { setUpApp } from '../../support/factors.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { QUIET } from '../../support/quiet.ts';
import { type After, BASE, copy, form, fromPage, openSite, type TestSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// A restore: an export of Plumbline comes back into an empty site as it was.

/** Open figures stop a publication. */
const STRICT = { FIGURES_GATE: 'block' };

/** The export of a site ten days later. */
async function exported(t: After, first: TestSite): Promise<string> {
  first.pass(10 * 86_400);
  return exportFolder(t, first);
}

/** Restores an export of a site into a new one, where so many articles stay drafts. */
async function restored(
  t: After,
  first: TestSite,
  folder: string,
  settings: Record<string, string> = {},
  drafts = 0,
): Promise<{ site: TestSite; id: string }> {
  const site = await openSite(t, settings);
  site.pass((first.deps.clock() - site.deps.clock()) / 1000);
  const id = await looked(site, folder);
  await chooseRestore(site.deps, CLI, id, { given: BECAUSE, hasFreshFactor: false });
  const run = await runImport(site.deps, CLI, id, { options: { isRoute, baseUrl: BASE } });
  const items = await listItems(site.deps.db.read, id, { limit: 1000 });
  const others = items.filter(({ outcome }) => outcome !== 'imported');
  const told = others.filter(({ report }) => report.notes.some((note) => note.startsWith('It stays a draft: ')));
  assert.deepEqual([others.length, told.length], [drafts, drafts], JSON.stringify(others));
  assert.deepEqual([run.state, run.trouble, run.done], ['done', null, run.found]);
  return { site, id };
}

test('the sample magazine comes back file by file', async (t) => {
  const first = await openSite(t, STRICT);
  await seedArticles(first.deps);
  const before = await exported(t, first);
  const { site } = await restored(t, first, before, STRICT);
  assertSame(before, await exportFolder(t, site));
});

/** Changes a file of an export; with `isNamed` its manifest names the new file. */
function tamper(folder: string, path: string, change: (text: string) => string, isNamed = true): void {
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
  if (!isNamed) return;
  const manifest = readJson(folder, 'manifest.json');
  manifest.files[path] = hashesIn(folder)[path];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

test('corrections, moves, withdrawals, pictures, series, pages and old addresses come back file by file', async (t) => {
  const first = await openSite(t);
  await fill(first);
  const before = await exported(t, first);
  const { site } = await restored(t, first, before);
  assertSame(before, await exportFolder(t, site));
  const seriesAdded = (of: TestSite) =>
    of.deps.db.read.selectFrom('journal').select('detail').where('act', '=', 'series.added').execute();
  assert.ok((await seriesAdded(first)).length > 0);
  assert.equal((await seriesAdded(site)).length, (await seriesAdded(first)).length, 'the journal names each series');
});

test('a restore that is stopped and resumed ends like one that was not, and nobody gets a message', async (t) => {
  const first = await openSite(t);
  await fill(first);
  const before = await exported(t, first);
  const site = await openSite(t);
  site.pass((first.deps.clock() - site.deps.clock()) / 1000);
  const chief = await site.person('chief');
  await site.fetch('/newsroom/integrations', form(chief, { address: 'https://receiver.example/hook' }));
  const id = await looked(site, before);
  await chooseRestore(site.deps, CLI, id, { given: BECAUSE, hasFreshFactor: false });
  for (let end = 1, state = 'looked'; state !== 'done'; end += 2) {
    const stop = new AbortController();
    let done = 0;
    const onProgress = () => {
      done += 1;
      if (done === end) stop.abort();
    };
    const run = await runImport(site.deps, CLI, id, {
      options: { isRoute, baseUrl: BASE, signal: stop.signal, onProgress },
    });
    if (end === 1) assert.deepEqual([run.state === 'done', done], [false, 1], 'it stops where it was stopped');
    state = run.state;
  }
  assertSame(before, await exportFolder(t, site));
  const { read } = site.deps.db;
  const loud = await read.selectFrom('publication_log').select('act').where('is_silent', '=', 0).execute();
  assert.deepEqual([...new Set(loud.map(({ act }) => act))], ['placed']);
  assert.deepEqual(await read.selectFrom('outbox').select('id').execute(), []);
  assert.equal((await getRun(read, CLI, id)).trouble, null);
});

test('a restore that the busy database refuses once fails, leaves no article as a draft, and goes on', async (t) => {
  const first = await openSite(t);
  await stock(first);
  const before = await exported(t, first);
  const site = await openSite(t);
  site.pass((first.deps.clock() - site.deps.clock()) / 1000);
  const id = await looked(site, before);
  await chooseRestore(site.deps, CLI, id, { given: BECAUSE, hasFreshFactor: false });
  let done = 0;
  const options = { isRoute, baseUrl: BASE, onProgress: () => void done++ };
  const { db } = site.deps;
  let isRefused = false;
  const busyOnce: TestSite['deps']['db']['write'] = async (work) => {
    if (done === 0 || isRefused) return db.write(work);
    isRefused = true;
    const held = Promise.withResolvers<void>();
    const others = Array.from({ length: 250 }, () => db.write(() => held.promise).catch(() => {}));
    const refusal = await db.write(work).catch((error: unknown) => error);
    held.resolve();
    await Promise.all(others);
    throw refusal;
  };
  const busy = { ...site.deps, db: { ...db, write: busyOnce } };
  await assert.rejects(() => runImport(busy, CLI, id, { options }), { kind: 'busy' });
  const outcomes = (await listItems(db.read, id, { limit: 1000 })).map(({ outcome }) => outcome);
  assert.deepEqual([outcomes.includes(null), outcomes.includes('changed')], [true, false], outcomes.join());
  const run = await runImport(site.deps, CLI, id, { options });
  assert.deepEqual([run.state, run.trouble], ['done', null]);
  assertSame(before, await exportFolder(t, site));
});

test('an article whose evidence misses a number, or says something else, stays a draft and is told', async (t) => {
  const first = await openSite(t, STRICT);
  await seedArticles(first.deps);
  const before = await exported(t, first);
  const [one = '', other = ''] = readdirSync(join(before, 'history/benchmarks')).map((name) => `benchmarks/${name}`);
  tamper(before, `history/${one}`, (text) => {
    const history = JSON.parse(text);
    for (const { evidence } of history.revisions) for (const row of evidence) row.figures.shift();
    return JSON.stringify(history);
  });
  tamper(before, `history/${other}`, (text) => text.replace('"settlement": "exempt"', '"settlement": "signed"'));
  const { site } = await restored(t, first, before, STRICT, 2);
  for (const name of [one, other]) {
    const response = await site.fetch(`/${name.replace('.json', '')}`);
    assert.equal(response.status, 404, name);
  }
  const live = await site.deps.db.read
    .selectFrom('article')
    .select('id')
    .where('live_revision', 'is not', null)
    .execute();
  assert.equal(live.length, readJson(before, 'manifest.json').counts.articles - 2);
});

test('names that another list had, and those that were open before there was one, come back as readers were told', async (t) => {
  const first = await openSite(t);
  const dana = await first.person('editor');
  await saveDeclaredSettings(first.deps, CLI, siteSnapshot().publication, { knownNames: 'Spot 2' });
  const sources = [{ title: 'Spot 2 and RFC 8628', url: 'https://example.org/robot' }];
  const bodyBlocks = [{ id: 'b', type: 'paragraph' as const, text: 'A robot walks.' }];
  const { id } = await createDraft(first.deps, dana, copy({ slug: 'named', bodyBlocks, sources }));
  await publish(first.deps, dana, id, { revisionNumber: 0 });
  const before = await exported(t, first);
  const { site } = await restored(t, first, before);
  assertSame(before, await exportFolder(t, site));

  tamper(before, 'history/robotics/named.json', (text) =>
    text.replaceAll('"settlement": "exempt"', '"settlement": null').replaceAll('"class": "name"', '"class": null'),
  );
  const { site: other } = await restored(t, first, before);
  const evidence = await readEvidence(other.deps.db.read, id, 0);
  assert.deepEqual(
    evidence?.figures.map(({ settlement }) => settlement),
    [null, null],
  );
});

test('a file that is not the one of the manifest ends the restore before anything is live', async (t) => {
  const first = await openSite(t, STRICT);
  await seedArticles(first.deps);
  const before = await exported(t, first);
  const [name = ''] = readdirSync(join(before, 'history/people'));
  tamper(before, `history/people/${name}`, (text) => text.replace('"number"', '"figure"').replace('the', 'The'), false);
  const site = await openSite(t, STRICT);
  const id = await looked(site, before);
  await chooseRestore(site.deps, CLI, id, { given: BECAUSE, hasFreshFactor: false });
  await assert.rejects(
    () => runImport(site.deps, CLI, id, { options: { isRoute, baseUrl: BASE } }),
    /is not the one that its manifest/,
  );
  assert.deepEqual(await site.deps.db.read.selectFrom('article').select('id').execute(), []);
});

test('only a chief with a second factor restores, with a reason, an export of Plumbline, into a site without articles', async (t) => {
  const first = await openSite(t);
  const { chief, editor } = await stock(first);
  const before = await exported(t, first);
  const own = await looked(first, before);
  const empty = await openSite(t);
  const id = await looked(empty, before);
  const choose = (site: TestSite, actor: Actor, run: string, reason: string, hasFactor: boolean) =>
    chooseRestore(site.deps, actor, run, { given: reason, hasFreshFactor: hasFactor });
  await assert.rejects(() => choose(empty, editor, id, BECAUSE, true), { kind: 'forbidden' });
  await assert.rejects(() => choose(empty, chief, id, BECAUSE, false), { kind: 'forbidden' });
  await assert.rejects(() => choose(empty, chief, id, 'because', true), { kind: 'validation_failed' });
  await assert.rejects(() => choose(first, chief, own, BECAUSE, true), { kind: 'already_done' });
  const posts = join(freshFolder(t), 'posts');
  mkdirSync(posts);
  writeFileSync(join(posts, 'one.md'), '---\ntitle: One\ndate: 2026-01-01\n---\nOne beam.\n');
  const markdown = await looked(empty, posts);
  await assert.rejects(() => choose(empty, chief, markdown, BECAUSE, true), { kind: 'validation_failed' });
  await choose(empty, chief, id, BECAUSE, true);
  assert.deepEqual((await getRun(empty.deps.db.read, CLI, id)).restore, { reason: BECAUSE, by: chief.name });
});

test('a chief chooses it on the page with a code of the app, and the server restores', async (t) => {
  const first = await openSite(t, STRICT);
  await seedArticles(first.deps);
  const before = await exported(t, first);
  const site = await openSite(t, STRICT);
  const chief = await site.person('chief');
  const imports = join(site.config.dataDir, 'imports');
  cpSync(before, join(imports, 'out'), { recursive: true });
  const id = await looked(site, join(imports, 'out'));
  const at = `/newsroom/imports/${id}`;
  const page = async () => (await site.fetch(at, { headers: fromPage(chief) })).text();
  const choose = (fields: Record<string, string>) => site.fetch(`${at}/restore`, form(chief, fields));
  assert.match(await page(), /Restore everything as it was/);
  assert.equal((await choose({ reason: BECAUSE })).status, 403);
  const { app } = await setUpApp(site, chief);
  site.pass(16 * 60);
  assert.equal((await choose({ reason: BECAUSE, code: '000000' })).status, 403);
  assert.equal((await choose({ reason: BECAUSE, code: app() })).status, 303);
  assert.match(await page(), /are restored live, with their history[\s\S]*is gone\./);
  assert.equal((await choose({ undo: 'yes' })).status, 303);
  assert.match(await page(), /Each article becomes a draft/);
  assert.equal((await choose({ reason: BECAUSE })).status, 303);
  await site.fetch(`${at}/run`, form(chief, {}));
  await workOnImports(site.deps, site.config, { log: QUIET, signal: new AbortController().signal });
  const live = await site.deps.db.read
    .selectFrom('article')
    .select('id')
    .where('live_revision', 'is not', null)
    .execute();
  assert.equal(live.length, readJson(before, 'manifest.json').counts.articles);
  assert.match(await page(), /Imported\./);
});
