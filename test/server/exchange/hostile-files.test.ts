import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { type WorkOnRun, workOnImports } from '#exchange/import/import-job.ts';
import { workInChild } from '#exchange/import/import-process.ts';
import { addRun, getRun, listRuns, nextRun } from '#exchange/import/import-runs.ts';
import { lookAt } from '#exchange/import/look.ts';
import { importsFolder, removeRun } from '#exchange/import/remove-run.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { takeRun } from '#exchange/import/run-lease.ts';
import { isRoute } from '#server/routes.ts';
import { plumbline } from '../../support/command.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { makeZip } from '../../support/make-zip.ts';
import { QUIET } from '../../support/quiet.ts';
import { BASE, form, fromPage, openSite, type TestSite } from '../../support/site.ts';

// Files that are made to keep the server busy.

const NEVER = new AbortController().signal;
const ZIP = makeZip([{ path: 'a.md', data: '---\ntitle: A\n---\n\nIt stood.' }]);

async function uploaded(
  site: TestSite,
  name: string,
  data: Uint8Array | string,
): Promise<{ id: string; path: string }> {
  const folder = await importsFolder(site.config.dataDir);
  const path = join(folder, site.deps.newId());
  writeFileSync(path, data);
  return { id: await addRun(site.deps, CLI, { path, fileName: name }), path };
}

test('a process whose main thread is kept busy ends itself', async () => {
  const watchdog = new URL('../../../src/runtime/watchdog.ts', import.meta.url);
  const limits = JSON.stringify({ blocked: 300, step: 60_000, whole: 60_000, memory: 1024 ** 3 });
  const program = `await (await import('${watchdog}')).watchProcess(${limits}); for (;;);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL');
});

/** No process is as small as this allows. */
const TOO_SMALL: WorkOnRun = (deps, config, run, { signal }) =>
  workInChild(deps, config, run, { signal, limits: { blocked: 60_000, step: 60_000, whole: 60_000, memory: 1024 } });

test('a file that ends two processes fails the import, is not read a third time, and can be removed', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const { id, path } = await uploaded(site, 'blog.zip', ZIP);
  let processes = 0;
  const work: WorkOnRun = (...parts) => {
    processes++;
    return TOO_SMALL(...parts);
  };
  for (let turn = 0; turn < 4; turn++) await workOnImports(site.deps, site.config, { log: QUIET, signal: NEVER, work });
  const run = await getRun(site.deps.db.read, CLI, id);
  assert.deepEqual([run.state, processes], ['failed', 2]);
  const read = async () => (await site.fetch(`/newsroom/imports/${id}`, { headers: fromPage(chief) })).text();
  assert.match(await read(), /ended two processes[\s\S]*Remove this import/);
  const today = async () => (await site.fetch('/newsroom', { headers: fromPage(chief) })).text();
  assert.match(await today(), /Import of blog\.zip[\s\S]*ended two processes[\s\S]*See why/);
  const writer = await site.person('writer');
  await site.fetch(`/newsroom/imports/${id}/remove`, form(writer, {}));
  assert.ok(existsSync(path), 'a writer removes nothing');
  const removed = await site.fetch(`/newsroom/imports/${id}/remove`, { ...form(chief, {}), redirect: 'manual' });
  assert.equal(removed.status, 303);
  assert.deepEqual(await listRuns(site.deps.db.read, CLI), []);
  assert.ok(!existsSync(path), 'the uploaded file is gone');
  assert.doesNotMatch(await today(), /Import of blog\.zip/);
});

test('an import whose processes were killed fails at the second, and goes on where a person resumes it', async (t) => {
  const site = await openSite(t);
  const { id } = await uploaded(site, 'blog.zip', ZIP);
  const folder = await importsFolder(site.config.dataDir);
  const take = () =>
    takeRun(site.deps, id, { from: ['waits to look', 'looks'], to: 'looks', holder: site.deps.newId() });
  assert.ok(await take());
  assert.equal(await nextRun(site.deps, folder, new Set()), null, 'while its process is alive');
  await assert.rejects(removeRun(site.deps, CLI, id, folder), { kind: 'busy' });
  site.pass(61);
  assert.equal((await nextRun(site.deps, folder, new Set()))?.id, id, 'the first process ended');
  assert.ok(await take());
  site.pass(61);
  assert.equal(await nextRun(site.deps, folder, new Set()), null, 'the second process ended');
  assert.equal((await getRun(site.deps.db.read, CLI, id)).state, 'failed');
  const looked = await lookAt(site.deps, CLI, id, { sections: openSections() });
  assert.deepEqual([looked.state, looked.found], ['looked', 1]);
  const done = await runImport(site.deps, CLI, id, { options: { isRoute, baseUrl: BASE } });
  assert.equal(done.state, 'done');
  await assert.rejects(removeRun(site.deps, CLI, id, folder), { kind: 'already_done' });
});

test('a file of Ghost, WordPress or Markdown is known by itself after an upload, not only inside a ZIP', async (t) => {
  const site = await openSite(t);
  const files: Record<string, string> = {
    'blog.json': '{"db":[{"meta":{},"data":{"posts":[{"id":"1","title":"A","html":"<p>It stood.</p>"}]}}]}',
    'a-crane.md': '---\ntitle: A\n---\n\nIt stood.',
  };
  for (const [name, data] of Object.entries(files)) {
    const { id } = await uploaded(site, name, data);
    const run = await lookAt(site.deps, CLI, id, { sections: openSections() });
    assert.deepEqual([run.state, run.found, run.trouble], ['looked', 1, null], name);
  }
});

test('the command reads a file in a process of its own: when that one is killed, it says so and ends', async (t) => {
  const site = await openSite(t);
  const file = join(freshFolder(t), 'export.zip');
  const posts = Array.from({ length: 2000 }, (_, at) => ({ path: `${at}.md`, data: `---\ntitle: ${at}\n---\nText` }));
  writeFileSync(file, makeZip(posts));
  const { dataDir, databaseUrl, publication } = site.config;
  const plan = join(freshFolder(t), 'plan.json');
  const command = spawn(process.execPath, ['src/cli/cli.ts', 'import', 'look', file, '--plan', plan], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BASE_URL: publication.baseUrl },
  });
  let told = '';
  command.stderr.on('data', (part) => {
    told += part;
  });
  const ended = once(command, 'close');
  let child: number | null = null;
  while (child === null && command.exitCode === null) {
    child = childOf(command.pid ?? 0);
    await new Promise(setImmediate);
  }
  assert.ok(child, told);
  process.kill(child, 'SIGKILL');
  assert.deepEqual(await ended, [1, null]);
  assert.match(told, /The process that read its file ended/);
  assert.equal(existsSync(plan), false);
});

/** The process of this parent that reads a file; null before it began. */
function childOf(parent: number): number | null {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return ''; // it ended
    }
  };
  const children = read(`/proc/${parent}/task/${parent}/children`).trim().split(' ');
  return children.map(Number).find((pid) => pid > 0 && read(`/proc/${pid}/cmdline`).includes('import-child')) ?? null;
}

test('a file is read and imported where the key of the site is outside of its data', async (t) => {
  const site = await openSite(t);
  const folder = freshFolder(t);
  const settings = { SITE_KEY_FILE: join(folder, 'site.key') };
  const moved = await plumbline(site, ['keys', 'move', settings.SITE_KEY_FILE]);
  assert.equal(moved.code, 0, moved.error);
  const plan = join(folder, 'plan.json');
  writeFileSync(join(folder, 'one.zip'), makeZip([{ path: 'one.md', data: '---\ntitle: One\n---\nText' }]));
  const looked = await plumbline(site, ['import', 'look', join(folder, 'one.zip'), '--plan', plan], settings);
  assert.deepEqual([looked.code, /article +1 /.test(looked.out)], [0, true], looked.error);
  const run = await plumbline(site, ['import', 'run', plan], settings);
  assert.deepEqual([run.code, /State: done/.test(run.out)], [0, true], run.error);
});
