import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addComment } from '#editorial/review/comment.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { escapeBraces } from '#exchange/export/archive/article-markdown.ts';
import { openFolderSink } from '#exchange/export/archive/export-sink.ts';
import { readExportDay } from '#exchange/export/archive/note-export.ts';
import { runExport } from '#exchange/export/archive/run-export.ts';
import { openZipSink } from '#exchange/export/archive/zip-sink.ts';
import { refreshSite } from '#site/live-site.ts';
import { addSection, retireSection } from '#site/sections.ts';
import { exportFolder, hashesIn, PLAIN, readJson } from '../../support/exchange/exports.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { loadParts } from '../../support/part.ts';
import { add, photo } from '../../support/pictures.ts';
import { BASE, copy, form, openSite, type TestSite } from '../../support/site.ts';
import { revise, stock } from '../../support/stocked.ts';

// `plumbline export`: the format plumbline-export/1 of docs/import.md.

const LIVE = 'articles/benchmarks/takeoff-benchmark';

/** A site with live, corrected, moved, withdrawn and unpublished articles, a picture and a comment. */
async function filled(site: TestSite) {
  const stocked = await stock(site);
  const picture = await add(site, stocked.editor, await photo());
  await publish(site.deps, stocked.editor, stocked.changed, { revisionNumber: 1 });
  site.pass(60);
  const { id } = await createDraft(site.deps, CLI, copy({ slug: 'first-name', heroAssetId: picture }));
  await publish(site.deps, stocked.editor, id, { revisionNumber: 0 });
  site.pass(60);
  await revise(site, stocked.token, id, { slug: 'second-name', heroAssetId: picture, baseRevision: 0 });
  await publish(site.deps, stocked.editor, id, {
    revisionNumber: 1,
    choice: { noneBecause: 'Only the address changes.' },
  });
  await addComment(site.deps, stocked.editor, stocked.drafted, {
    revision: 0,
    blockId: null,
    passage: null,
    occurrence: null,
    text: 'Ask the superintendent again.',
  });
  return { ...stocked, moved: id };
}

test('an export has each live article as Markdown and JSON, with its picture, corrections and redirects', async (t) => {
  const site = await openSite(t);
  await filled(site);
  const folder = await exportFolder(t, site);
  const text = readFileSync(join(folder, `${LIVE}-drawings.md`), 'utf8');
  assert.match(text, /^---\ntitle: "Four takeoff programs, one set of drawings"\n/);
  assert.match(text, /\naliases: \["\/benchmarks\/takeoff-benchmark"\]\n/);
  assert.match(text, /> \*\*Correction, 2026-09-06\.\*\*[\s\S]*> \*\*Sponsorship\.\*\*/);
  assert.match(text, /## What stopped it[\s\S]*1\. Standing water[\s\S]*## Sources\n\n1\. \[Site record/);
  const article = readJson(folder, `${LIVE}-drawings.json`);
  assert.equal(article.url, `${BASE}/benchmarks/takeoff-benchmark-drawings`);
  assert.equal(article.blocks.length, 6);
  assert.equal(article.corrections.length, 1);
  assert.equal(article.evidence.section, 'benchmarks');
  assert.deepEqual(article.tags, [{ slug: 'layout', name: 'Layout' }]);
  const [picture] = readJson(folder, 'media.json');
  assert.equal(readJson(folder, 'articles/robotics/second-name.json').hero.hash, picture.hash);
  assert.ok(picture.files.length > 0 && picture.files.every((path: string) => existsSync(join(folder, path))));
  assert.deepEqual(readJson(folder, 'redirects.json'), [
    { from: '/benchmarks/takeoff-benchmark', to: '/benchmarks/takeoff-benchmark-drawings' },
    { from: '/robotics/first-name', to: '/robotics/second-name' },
  ]);
  assert.match(readFileSync(join(folder, 'redirects.nginx'), 'utf8'), /^location = \/benchmarks\/takeoff-benchmark \{/);
  assert.equal(readJson(folder, 'corrections.json').length, 1);
  assert.equal(readJson(folder, 'authors.json')[0].name, 'Ines Calloway');
  assert.equal(existsSync(join(folder, 'articles/field-operations')), false, 'a withdrawn article');
  assert.equal(existsSync(join(folder, 'private')), false);
});

test('the manifest has the SHA-256 of every other file', async (t) => {
  const site = await openSite(t);
  await filled(site);
  const folder = await exportFolder(t, site, { private: true });
  const { 'manifest.json': _own, ...others } = hashesIn(folder);
  const manifest = readJson(folder, 'manifest.json');
  assert.deepEqual(manifest.files, others);
  assert.equal(manifest.format, 'plumbline-export/1');
  assert.equal(manifest.counts.articles, 3);
  assert.equal(
    manifest.last_publication,
    (await site.deps.db.read.selectFrom('publication_log').selectAll().execute()).length,
  );
});

test('the same content gives the same bytes at another time', async (t) => {
  const site = await openSite(t);
  await filled(site);
  const around = freshFolder(t);
  for (const name of ['one.zip', 'two.zip']) {
    const sink = await openZipSink(join(around, name));
    await runExport(site.deps, site.config.databaseUrl, { order: PLAIN, sink });
    site.pass(7200);
  }
  assert.deepEqual(readFileSync(join(around, 'one.zip')), readFileSync(join(around, 'two.zip')));
  assert.deepEqual(readdirSync(around).sort(), ['one.zip', 'two.zip'], 'nothing else is left');
});

test('after a section was added and retired, and with a custom page, every address is right', async (t) => {
  const site = await openSite(t);
  await filled(site);
  await addSection(site.deps, CLI, { name: 'Site safety', about: 'Who gets hurt, and why.' });
  const { id } = await createDraft(site.deps, CLI, copy({ section: 'site-safety', slug: 'hard-hats' }));
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const page = await createDraft(site.deps, CLI, copy({ section: 'pages', slug: 'imprint' }));
  await publish(site.deps, CLI, page.id, { revisionNumber: 0 });
  await retireSection(site.deps, CLI, 'benchmarks', 'site-safety');
  await retireSection(site.deps, CLI, 'people', null);
  await refreshSite(site.deps, site.config);
  const folder = await exportFolder(t, site);
  const redirects = readJson(folder, 'redirects.json') as { from: string; to: string }[];
  const to = (path: string) => redirects.find(({ from }) => from === path)?.to;
  assert.deepEqual(['/benchmarks', '/benchmarks/rss.xml', '/people', '/people.md', '/people/llms.txt'].map(to), [
    '/site-safety',
    '/site-safety/rss.xml',
    '/',
    '/index.md',
    '/llms.txt',
  ]);
  assert.match(
    readFileSync(join(folder, 'redirects.nginx'), 'utf8'),
    /location = \/benchmarks \{ return 301 \/site-safety; \}/,
  );
  assert.equal(readJson(folder, 'articles/pages/imprint.json').url, `${BASE}/imprint`);
  assert.match(
    readFileSync(join(folder, 'articles/pages/imprint.md'), 'utf8'),
    /\nurl: "\/imprint"\npermalink: "\/imprint"\n/,
  );
});

test('no secret and no address of a person is in an export, also with the private part', async (t) => {
  const site = await openSite(t);
  const { chief, token } = await filled(site);
  const ofParts: string[] = [];
  for (const { plantSecrets } of await loadParts()) ofParts.push(...((await plantSecrets?.(site, chief)) ?? []));
  const webhook = { address: 'https://receiver.example/planted-path-of-hook', hasKey: 'yes' };
  const added = await (await site.fetch('/newsroom/integrations', form(chief, webhook))).text();
  const folder = await exportFolder(t, site, { private: true });
  const { read } = site.deps.db;
  const planted = [
    ...ofParts,
    'planted-path-of-hook',
    ...(/<code>(whsec_[^<]+)/.exec(added)?.slice(1) ?? []),
    token,
    chief.cookie.split('=')[1] ?? '',
    chief.email,
  ];
  const people = await read.selectFrom('editor').select(['email', 'password_hash']).execute();
  const sessions = await read.selectFrom('session').select('token_hash').execute();
  const tokens = await read.selectFrom('access_token').select('token_hash').execute();
  const claims = await read.selectFrom('claim').select(['claim_token_hash', 'user_code_hmac']).execute();
  const settings = await read.selectFrom('setting').select('value').execute();
  const keys = await read.selectFrom('record_key').select('sealed').execute();
  const hooks = await read.selectFrom('integration').select(['secrets', 'sign_key']).execute();
  for (const row of [people, sessions, tokens, claims, settings, keys, hooks].flat())
    planted.push(
      ...Object.values(row).filter((value): value is string => typeof value === 'string' && value.length > 11),
    );
  assert.ok(planted.length > 14, `${planted.length} secrets`);
  for (const path of Object.keys(hashesIn(folder))) {
    const bytes = readFileSync(join(folder, path));
    for (const one of planted) assert.equal(bytes.includes(one), false, `${path} has ${one}`);
  }
  const drafts = readdirSync(join(folder, 'private/articles'));
  assert.equal(drafts.length, 6);
  const all = drafts.map((name) => readFileSync(join(folder, 'private/articles', name), 'utf8')).join('');
  assert.match(all, /Ask the superintendent again\./);
  assert.match(all, /Nobody measured the second pour/);
});

test('an export never overwrites, and a full disk leaves nothing', async (t) => {
  const site = await openSite(t);
  await filled(site);
  const folder = await exportFolder(t, site);
  await assert.rejects(() => openFolderSink(folder), { kind: 'already_exists' });
  await assert.rejects(() => openZipSink(join(folder, 'manifest.json')), { kind: 'already_exists' });
  const around = freshFolder({ after: () => {} });
  const small = join(around, 'small');
  mkdirSync(small);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20k', 'tmpfs', small], { stdio: 'ignore' });
  } catch {
    rmSync(around, { recursive: true });
    return t.skip('mounting a file system is not allowed here');
  }
  t.after(() => {
    execFileSync('umount', ['-l', small]);
    rmSync(around, { recursive: true });
  });
  for (const open of [() => openZipSink(join(small, 'out.zip')), () => openFolderSink(join(small, 'out'))]) {
    const run = { order: PLAIN, sink: await open() };
    await assert.rejects(() => runExport(site.deps, site.config.databaseUrl, run), { kind: 'storage_full' });
    assert.deepEqual(readdirSync(small), []);
  }
});

test('since a day: only articles, changes and corrections of that day or later', async (t) => {
  const site = await openSite(t);
  await filled(site);
  site.pass(86_400);
  const { id } = await createDraft(site.deps, CLI, copy({ slug: 'next-day' }));
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const folder = await exportFolder(t, site, { since: '2026-09-07' });
  assert.deepEqual(readdirSync(join(folder, 'articles/robotics')).sort(), ['next-day.json', 'next-day.md']);
  assert.equal(existsSync(join(folder, 'articles/benchmarks')), false);
  assert.equal(readJson(folder, 'changes.json').length, 1);
  assert.equal(readExportDay('2026-02-28'), '2026-02-28');
  for (const day of ['2026-02-30', 'monday', '2026-2-3'])
    assert.throws(() => readExportDay(day), { kind: 'bad_request' });
});

test('braces that Hugo or Jekyll would read are escaped in text and taken out of code', () => {
  assert.equal(escapeBraces('a {{% b %}} {: .c}'), 'a \\{\\{% b %\\}\\} \\{: .c\\}');
  assert.equal(escapeBraces('`{ok}` and `{{< x >}}`'), '`{ok}` and \\{\\{\\<\u0020x >\\}\\}');
  assert.equal(escapeBraces('\\{ stays'), '\\{ stays');
});
