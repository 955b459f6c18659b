import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { changePictureText } from '#media/describe-picture.ts';
import { firstRead, startServer } from '../../support/servers.ts';
import { form, fromPage, openSite } from '../../support/site.ts';
import { writeGhostExport } from './ghost-export.ts';

// As a new user would: a Ghost export of 300 posts with pictures becomes drafts, or goes live as an archive, by the steps of
// docs/import.md, with real programs.

const POSTS = Number(process.env.POSTS ?? 300);
const MOST_MINUTES = 10;
const ROOT = join(import.meta.dirname, '../../..');
/** Words that a person reads in a minute. */
const PACE = 200;

for (const isArchive of [false, true])
  test(`a Ghost export of ${POSTS} posts with pictures ${isArchive ? 'goes live as an archive' : 'becomes drafts'} in under ${MOST_MINUTES} minutes, reading included`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-move-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { pictures, bytes } = await writeGhostExport(join(folder, 'export.zip'), POSTS);
    t.diagnostic(`the export: ${POSTS} posts, ${pictures} pictures, ${(bytes / 1024 ** 2).toFixed(0)} MB`);
    const site = await openSite(t, { BASE_URL: 'https://mag.example' });
    let seconds = 0;
    const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await act();
      const took = (performance.now() - began) / 1000;
      seconds += took;
      t.diagnostic(`${name}: ${took.toFixed(1)} s`);
      return result;
    };

    const words = countRead(isArchive);
    seconds += (words / PACE) * 60;
    t.diagnostic(
      `reading docs/import.md${isArchive ? ' and its archive' : ''}: ${words} words, ${Math.round((words / PACE) * 60)} s`,
    );

    const settings = {
      DATA_DIR: site.config.dataDir,
      DATABASE_URL: site.config.databaseUrl,
      BASE_URL: 'https://mag.example',
      ...(isArchive && { IMPORT_ARCHIVE: 'on' }),
    };
    const npx = (...args: string[]) => run(folder, settings, args);
    const looked = await step('npx plumbline import look export.zip', () => npx('import', 'look', 'export.zip'));
    assert.match(looked, new RegExp(`article +${POSTS} `));
    await step('the plan: the address of the site', async () => {
      const path = join(folder, 'plan.json');
      const file = JSON.parse(readFileSync(path, 'utf8'));
      file.plan.siteUrl = 'https://gazette.example';
      writeFileSync(path, JSON.stringify(file, null, 2));
    });
    const because = isArchive ? ['--archive-because', 'We move the magazine here, with its readers.'] : [];
    const ran = await step('npx plumbline import run plan.json', () => npx('import', 'run', 'plan.json', ...because));
    const id = /Import ([0-9a-f-]{36})/.exec(ran)?.[1] ?? '';
    await step('npx plumbline import list', () => npx('import', 'list'));
    const report = await step('npx plumbline import show ID', () => npx('import', 'show', id));
    assert.equal(report.split('\n').filter((line) => /^(?:imported|changed)/.test(line)).length, POSTS);
    assert.doesNotMatch(report, /refused {2}|missing/);

    const { read } = site.deps.db;
    const drafts = await read
      .selectFrom('revision')
      .innerJoin('picture', 'picture.id', 'revision.hero_asset_id')
      .select(['article_id', 'revision.body_blocks', 'revision.slug', 'hero_asset_id'])
      .execute();
    assert.equal(drafts.length, POSTS, 'every draft has its main picture');
    assert.equal(
      (await read.selectFrom('picture').select('id').execute()).length,
      pictures,
      'each picture is stored once',
    );
    assert.ok(
      drafts.every(({ body_blocks }) => body_blocks.includes('](https://mag.example/field-note-')),
      'links lead on',
    );
    const places = await read.selectFrom('lost_place').select('kind').execute();
    const inText = Math.floor(POSTS / 3) + Math.floor(POSTS / 5);
    assert.deepEqual([places.length, new Set(places.map(({ kind }) => kind)).size], [inText, 1]);

    const editor = await site.person('editor');
    const server = await startServer(t, site, 'server');
    if (isArchive)
      await step('every old address leads to a page with the mark', async () => {
        for (let nth = 1; nth <= POSTS; nth++) {
          const old = await fetch(`${server.base}/field-note-${nth}/`, { redirect: 'manual' });
          assert.equal(old.status, 301, `field-note-${nth}`);
          const there = await fetch(new URL(new URL(old.headers.get('location') ?? '').pathname, server.base));
          assert.equal(there.status, 200);
          assert.match(await there.text(), /Its figures were not settled by this magazine/);
        }
      });
    else
      await step('an editor adds the credit and publishes the first draft; its old address leads to it', async () => {
        const first = drafts.find(({ slug }) => slug === 'field-note-1');
        const page = await site.fetch(`/newsroom/articles/${first?.article_id}`, {
          headers: { Cookie: editor.cookie },
        });
        assert.equal(page.status, 200);
        assert.equal((await fetch(`${server.base}/field-note-1`, { redirect: 'manual' })).status, 404);
        await changePictureText(site.deps, editor, first?.hero_asset_id ?? '', {
          given: { credit: 'Bob' },
          show: NO_ARTICLE,
        });
        const answer = await site.fetch(`/newsroom/articles/${first?.article_id}/publish`, {
          ...form(editor, { revision: '0' }),
          headers: fromPage(editor, {
            Origin: site.config.publication.baseUrl,
            'Content-Type': 'application/x-www-form-urlencoded',
          }),
        });
        assert.equal(answer.status, 303, await answer.text());
        let moved = '';
        await firstRead(async () => {
          moved = (await fetch(`${server.base}/field-note-1/`, { redirect: 'manual' })).headers.get('location') ?? '';
          return /[a-z]\/field-note-1$/.test(moved); // not the address without its last slash
        });
        const there = await fetch(new URL(new URL(moved).pathname, server.base));
        assert.equal(there.status, 200);
        assert.match(await there.text(), /The site on day 1/);
      });
    server.process.kill('SIGTERM');
    await once(server.process, 'exit');
    const minutes = seconds / 60;
    t.diagnostic(`${minutes.toFixed(1)} minutes in all, reading included`);
    assert.ok(minutes < MOST_MINUTES, `${minutes} minutes`);
  });

/** Words of the sections that the steps need, without the rows of other systems. */
function countRead(isArchive: boolean): number {
  const [intro = '', ...sections] = readFileSync(join(ROOT, 'docs/import.md'), 'utf8').split(/^## /m);
  const needed = ['The steps', 'What is read', 'Pictures', 'The plan', ...(isArchive ? ['Archive'] : [])];
  const texts = sections.filter((section) => needed.some((name) => section.startsWith(`${name}\n`)));
  assert.equal(texts.length, needed.length);
  const lines = [intro, ...texts].join('\n').split('\n');
  const read = lines.filter((line) => !/^\| (?:WordPress|Hugo|Substack|Medium)\b/.test(line));
  return read.join(' ').split(/\s+/).length;
}

/** No live article shows the picture yet. */
const NO_ARTICLE = async () => ({ shown: 0, held: 0 });

/** Runs the plumbline command in a folder and returns what it prints. */
async function run(cwd: string, settings: Record<string, string>, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'src/cli/cli.ts'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    error += part;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 0, out + error);
  return out;
}
