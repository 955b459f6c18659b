import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import {
  claimExport,
  finishExport,
  noteProgress,
  partName,
  releaseExport,
  requestExport,
} from '#exchange/export/archive/export-jobs.ts';
import { runExportJobs } from '#exchange/export/archive/run-jobs.ts';
import { PLAIN } from '../../support/exchange/exports.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { copy, form, fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';

// The page *Export*: a chief asks, a server makes it in the background, and it can be downloaded once.

async function live(site: TestSite) {
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
}

const stored = (site: TestSite) => {
  try {
    return readdirSync(site.config.mediaDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.part'),
    );
  } catch {
    return [];
  }
};
const page = async (site: TestSite, person: Person) =>
  (await site.fetch('/newsroom/export', { headers: fromPage(person) })).text();
const run = (site: TestSite) => runExportJobs(site.deps, site.config.databaseUrl);

test('a chief asks for an export, sees how far it is, and downloads it once', async (t) => {
  const site = await openSite(t);
  await live(site);
  const chief = await site.person('chief');
  const asked = await site.fetch('/newsroom/export', form(chief, { since: '' }));
  assert.equal(asked.status, 303);
  assert.match(await page(site, chief), /Waiting for the server to begin/);
  const second = await site.fetch('/newsroom/export', form(chief, {}));
  assert.equal(second.status, 409);
  assert.match(await second.text(), /The server is writing another export/);
  await run(site);
  const made = await page(site, chief);
  const [, path = ''] = /action="(\/newsroom\/export\/[^"]+\/download)"/.exec(made) ?? [];
  const [, hash] = /SHA-256 <code>([0-9a-f]{64})/.exec(made) ?? [];
  const [first, other] = await Promise.all([1, 2].map(() => site.fetch(path, form(chief, {}))));
  const answers = [first, other].toSorted((one, two) => (one?.status ?? 0) - (two?.status ?? 0));
  assert.deepEqual(
    answers.map((one) => one?.status),
    [200, 409],
  );
  const bytes = Buffer.from((await answers[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  assert.equal(answers[0]?.headers.get('content-length'), String(bytes.length));
  assert.equal(createHash('sha256').update(bytes).digest('hex'), hash);
  const file = join(freshFolder(t), 'got.zip');
  writeFileSync(file, bytes);
  assert.ok(bytes.includes('articles/robotics/layout-robot-pilot.md'));
  assert.deepEqual(stored(site), [], 'the parts are removed');
  assert.match(await page(site, chief), /Downloaded/);
  const acts = await site.deps.db.read.selectFrom('journal').select(['act', 'actor_id']).execute();
  assert.deepEqual(
    acts.flatMap(({ act, actor_id }) => (act.startsWith('content.') ? [{ act, actor_id }] : [])),
    ['content.export_asked', 'content.exported'].map((act) => ({ act, actor_id: chief.id })),
  );
});

test('only a chief asks for exports and downloads them, and a wrong day is refused', async (t) => {
  const site = await openSite(t);
  const [chief, editor] = [await site.person('chief'), await site.person('editor')];
  assert.equal((await site.fetch('/newsroom/export', { headers: fromPage(editor) })).status, 403);
  assert.equal((await site.fetch('/newsroom/export', form(editor, {}))).status, 403);
  const wrong = await site.fetch('/newsroom/export', form(chief, { since: '2026-02-30', private: 'yes' }));
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /2026-02-30 is not a day[\s\S]*name="private" value="on" checked/);
  assert.equal((await site.fetch('/newsroom/export/none/download', form(chief, {}))).status, 404);
  assert.equal((await site.deps.db.read.selectFrom('export_job').selectAll().execute()).length, 0);
});

test('nobody downloads an export after 24 hours, and its file is removed', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const id = await requestExport(site.deps, chief, PLAIN);
  await run(site);
  assert.equal(stored(site).length, 1);
  site.pass(24 * 3600);
  assert.equal((await site.fetch(`/newsroom/export/${id}/download`, form(await site.person('chief'), {}))).status, 409);
  await run(site);
  assert.deepEqual(stored(site), []);
});

test('an export whose process ended is begun again by another process, and by one only', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const id = await requestExport(site.deps, chief, PLAIN);
  const claims = await Promise.all(
    ['one', 'two'].map((name) => claimExport(site.deps, { name, hasEnded: () => false })),
  );
  const [claim, ...more] = claims.filter((one) => one !== null);
  assert.ok(claim);
  assert.deepEqual([more.length, claim.lease.key], [0, id]);
  await run(site);
  assert.equal(await noteProgress(site.deps, claim.lease, { done: 1, whole: 2 }), true, 'it is held for a minute');
  site.pass(61);
  await run(site);
  assert.equal(await noteProgress(site.deps, claim.lease, { done: 2, whole: 2 }), false);
  assert.equal(await finishExport(site.deps, claim.lease, { trouble: 'It came too late.' }), false);
  const [job] = await site.deps.db.read.selectFrom('export_job').selectAll().execute();
  assert.equal(job?.state, 'ready');
});

test('an export that ended two processes is not begun again by itself, says so, and can be asked for again', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const id = await requestExport(site.deps, chief, PLAIN);
  const died = (name: string) => claimExport(site.deps, { name, hasEnded: () => true });
  const first = await died('one');
  assert.ok(first);
  await site.deps.files.put(partName(first.folder, 1), new Uint8Array([1]));
  assert.equal(
    await noteProgress(site.deps, first.lease, { done: 1, whole: 2 }),
    true,
    'progress is no reason to go on',
  );
  assert.equal((await died('two'))?.lease.key, id);
  assert.equal(await died('three'), null);
  await run(site);
  const shown = await page(site, chief);
  assert.match(shown, /[^<]*ended two processes of the server/);
  assert.deepEqual(stored(site), [], 'its parts are removed');
  assert.match(shown, />Make an export<\/button>/);
  await requestExport(site.deps, chief, PLAIN);
  await run(site);
  assert.match(await page(site, chief), />Download /);
  const left = await site.deps.db.read.selectFrom('job').selectAll().where('kind', '=', 'export').execute();
  assert.deepEqual(left, []);
});

test('a server that stops is no try of an export', async (t) => {
  const site = await openSite(t);
  await requestExport(site.deps, await site.person('chief'), PLAIN);
  for (const name of ['one', 'two', 'three']) {
    const claim = await claimExport(site.deps, { name, hasEnded: () => false });
    assert.ok(claim, name);
    assert.equal(await releaseExport(site.deps, claim.lease), true);
  }
  await run(site);
  const [job] = await site.deps.db.read.selectFrom('export_job').select('state').execute();
  assert.equal(job?.state, 'ready');
});

test('an export that fails says so on the page and leaves no file', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  await requestExport(site.deps, chief, PLAIN);
  writeFileSync(site.config.mediaDir, 'a file where the folder of pictures should be');
  await assert.rejects(run(site));
  assert.match(await page(site, chief), /The export failed\. The log of the server says why/);
});
