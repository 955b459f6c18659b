import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { startExport } from '#export/site/start.ts';
import { isDeclared } from '#http/declared.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { createApp } from '#server/create-app.ts';
import { publishArchived } from '../support/exchange/archived.ts';
import { freePort } from '../support/free-port.ts';
import { copy, openSite, type TestSite } from '../support/site.ts';

// The export of the public site as files (EXPORT_DIR).

const PATH = '/robotics/layout-robot-pilot';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

function printed(t: TestContext, site: TestSite) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-printed-'));
  const printer = startExport(site.deps, { config: site.config, log: quiet, createApp }, folder);
  t.after(async () => {
    await printer.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, printer, read: (file: string) => readFileSync(join(folder, file)) };
}

async function live(site: TestSite): Promise<string> {
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

test('an exported page links no withdrawn article and no old headline', async (t) => {
  const site = await openSite(t);
  const ids = [];
  for (const slug of ['first', 'second', 'third']) {
    const { id } = await createDraft(site.deps, CLI, copy({ slug, headline: `The ${slug}` }));
    await publish(site.deps, CLI, id, { revisionNumber: 0 });
    ids.push(id);
    site.pass(60);
  }
  const [first = '', second = ''] = ids;
  const { printer, read } = printed(t, site);
  await printer.settled();
  const third = () => String(read('html/robotics/third.html'));
  assert.match(third(), /The second[\s\S]*The first/);
  await unpublish(site.deps, CLI, first);
  await saveRevision(site.deps, CLI, second, {
    copy: { ...copy({ slug: 'second', headline: 'Anew' }), baseRevision: 0 },
  });
  await publish(site.deps, CLI, second, { revisionNumber: 1, choice: { noneBecause: 'No fact changes.' } });
  await printer.settled();
  assert.match(third(), /Anew/);
  assert.doesNotMatch(third(), /The first|The second/);
});

test('exported files equal the responses of the server in every form, with gzip and Brotli versions', async (t) => {
  const site = await openSite(t);
  await live(site);
  const { folder, printer, read } = printed(t, site);
  await printer.settled();
  const same: [string, string, string][] = [
    [`html${PATH}.html`, PATH, 'text/html'],
    [`markdown${PATH}.md`, PATH, 'text/markdown'],
    [`json${PATH}.json`, PATH, 'application/json'],
    ['html/index.html', '/', 'text/html'],
    ['html/robotics.html', '/robotics', 'text/html'],
    ['files/llms.txt.copy', '/llms.txt', '*/*'],
    ['files/rss.xml.copy', '/rss.xml', '*/*'],
    ['files/api/public/articles.copy', '/api/public/articles', '*/*'],
  ];
  for (const [file, path, accept] of same) {
    const answer = await site.fetch(path, { headers: { Accept: accept } });
    const body = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual(read(file), body, file);
    assert.equal(existsSync(join(folder, `${file}.gz`)), body.length >= 512, file);
    if (body.length < 512) continue;
    assert.deepEqual(gunzipSync(read(`${file}.gz`)), body, file);
    assert.deepEqual(brotliDecompressSync(read(`${file}.br`)), body, file);
  }
});

test('the export follows publication, correction, move and withdrawal', async (t) => {
  const site = await openSite(t);
  const { folder, printer, read } = printed(t, site);
  await printer.settled();
  const id = await live(site);
  await printer.settled();
  assert.match(String(read('html/index.html')), /layout-robot-pilot/);
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ slug: 'moved', headline: 'Moved' }), baseRevision: 0 } });
  await publish(site.deps, CLI, id, { revisionNumber: 1, choice: { noneBecause: 'No fact changes.' } });
  await printer.settled();
  assert.equal(existsSync(join(folder, `html${PATH}.html`)), false);
  assert.match(String(read('html/robotics/moved.html')), /Moved/);
  await unpublish(site.deps, CLI, id);
  await printer.settled();
  for (const file of [
    'html/robotics/moved.html',
    'html/robotics/moved.html.gz',
    'markdown/robotics/moved.md',
    'json/robotics/moved.json',
  ]) {
    assert.equal(existsSync(join(folder, file)), false, file);
  }
  assert.doesNotMatch(String(read('files/rss.xml.copy')), /moved/);
});

test('the export has the permanent revisions through a move, and removes them with a withdrawn article', async (t) => {
  if (!isDeclared('/:section/:slug/r/:revision')) return t.skip('this service has none');
  const site = await openSite(t);
  const { folder, printer, read } = printed(t, site);
  const id = await live(site);
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ slug: 'moved', headline: 'Moved' }), baseRevision: 0 } });
  await publish(site.deps, CLI, id, { revisionNumber: 1, choice: { noneBecause: 'No fact changes.' } });
  await printer.settled();
  for (const path of [`${PATH}/r/0`, '/robotics/moved/r/1']) {
    for (const [form, ending, accept] of [
      ['html', 'html', 'text/html'],
      ['markdown', 'md', 'text/markdown'],
      ['json', 'json', 'application/json'],
    ] as const) {
      const answer = await site.fetch(path, { headers: { Accept: accept } });
      assert.equal(String(read(`${form}${path}.${ending}`)), await answer.text(), `${path} ${form}`);
    }
  }
  const map = String(read('files/robotics/moved/r/timemap.copy'));
  assert.match(map, /layout-robot-pilot\/r\/0>[\s\S]*moved\/r\/1>/);
  assert.match(String(read('markdown/robotics/moved/r/1.md')), /\nlicense: "/);
  await unpublish(site.deps, CLI, id);
  await printer.settled();
  for (const file of [`html${PATH}/r/0.html`, 'json/robotics/moved/r/1.json', 'files/robotics/moved/r/timemap.copy'])
    assert.equal(existsSync(join(folder, file)), false, file);
});

test('articles of an archive are exported with their mark, together at the end of their import', async (t) => {
  const site = await openSite(t);
  const { printer, read } = printed(t, site);
  await printer.settled();
  await publishArchived(site);
  await printer.settled();
  assert.throws(() => read('html/robotics/archived-crane.html'), { code: 'ENOENT' });
  await site.deps.db.write((tx) => logPlacement(site.deps, tx, 'imported'));
  await printer.settled();
  for (const file of ['html/robotics/archived-crane.html', 'markdown/robotics/archived-crane.md'])
    assert.match(String(read(file)), /Its figures were not settled by this magazine/, file);
});

test('a later export includes what was published in between', async (t) => {
  const site = await openSite(t);
  const first = printed(t, site);
  await first.printer.settled();
  await first.printer.stop();
  await live(site);
  const second = startExport(site.deps, { config: site.config, log: quiet, createApp }, first.folder);
  await second.settled();
  await second.stop();
  assert.match(String(first.read(`html${PATH}.html`)), /layout robot/);
});

test('an export that failed is tried again by itself, and a withdrawn article leaves the folder', async (t) => {
  const site = await openSite(t, { JOBS_SECONDS: '0.05' });
  const id = await live(site);
  const { folder, printer } = printed(t, site);
  await printer.settled();
  const page = join(folder, `html${PATH}.html`);
  renameSync(page, `${page}.away`);
  mkdirSync(page); // a file that cannot be removed
  await unpublish(site.deps, CLI, id);
  await printer.settled();
  assert.ok(existsSync(page), 'the export failed');
  const other = await createDraft(site.deps, CLI, copy({ slug: 'another-story' }));
  await publish(site.deps, CLI, other.id, { revisionNumber: 0 });
  await printer.settled();
  rmSync(page, { recursive: true });
  renameSync(`${page}.away`, page);
  const until = performance.now() + 30_000;
  while (existsSync(page) && performance.now() < until) await new Promise((again) => setTimeout(again, 20));
  assert.ok(!existsSync(page), 'no later commit is needed');
});

test('with EXPORT_DIR, one of several processes keeps the export current', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-served-'));
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    EXPORT_DIR: join(folder, 'edition'),
    PORT: String(await freePort()),
    WORKERS: '2',
    LOG_LEVEL: 'error',
  };
  const boot = join(import.meta.dirname, '..', '..', 'src/runtime/boot/boot.mjs');
  const server = spawn(process.execPath, [boot, 'src/main.ts'], { env, stdio: 'ignore' });
  t.after(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  const page = join(folder, 'edition', 'html', 'software', 'who-pays-for-typing-it-again.html');
  const until = performance.now() + 30_000;
  while (!existsSync(page) && performance.now() < until) await new Promise((again) => setTimeout(again, 50));
  assert.match(readFileSync(page, 'utf8'), /<h1>/);
  assert.match(readFileSync(join(folder, 'edition', '.printer'), 'utf8'), /^[1-9]\d* /);
});

test('a process that takes the export over exports what was published before, without another commit', async (t) => {
  const site = await openSite(t);
  await live(site);
  const { folder, printer } = printed(t, site);
  await printer.stop(); // waits for the work that has begun
  assert.ok(existsSync(join(folder, `html${PATH}.html`)));
});
