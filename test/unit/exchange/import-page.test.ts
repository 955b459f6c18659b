import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { workOnImports } from '#exchange/import/import-job.ts';
import { makeZip } from '../../support/make-zip.ts';
import { QUIET } from '../../support/quiet.ts';
import { form, fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';

const NEVER = new AbortController().signal;
const work = ({ deps, config }: TestSite) => workOnImports(deps, config, { log: QUIET, signal: NEVER });

function upload(person: Person, name: string, content: string | Buffer): RequestInit {
  const body = new FormData();
  body.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return { method: 'POST', body, headers: fromPage(person), redirect: 'manual' };
}

test('a chief uploads a file; the server looks at it apart from the request, and says what no importer knows', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const posted = await site.fetch('/newsroom/imports', upload(chief, '<b>old.bin', 'neither one nor the other'));
  assert.equal(posted.status, 303);
  const at = posted.headers.get('location') ?? '';
  const read = async () => (await site.fetch(at, { headers: fromPage(chief) })).text();
  assert.match(await read(), /Queued for its preview/);
  assert.match(await read(), /&lt;b&gt;old\.bin/);
  await work(site);
  assert.match(await read(), /No importer knows the format/);
  const list = await (await site.fetch('/newsroom/imports', { headers: fromPage(chief) })).text();
  assert.match(list, />Failed</);
});

test('a chief looks at a ZIP, changes the plan, imports it and reads the report, all by forms', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const post = (name: string, body: string) => ({ path: `_posts/${name}.md`, data: `---\n${body}\n` });
  const zip = makeZip([
    post(
      '2020-05-04-the-crane',
      'title: The crane <b>\ncategories: [Machines]\nauthor: Dana Whitfield\n---\n\nIt stood. It waited.',
    ),
    post('2020-05-05-the-hoist', 'title: The hoist\n---\n\nIt went up.'),
  ]);
  const posted = await site.fetch('/newsroom/imports', upload(chief, 'blog.zip', zip));
  const at = posted.headers.get('location') ?? '';
  const read = async () => (await site.fetch(at, { headers: fromPage(chief) })).text();
  await work(site);
  const plan = await read();
  assert.match(plan, /What an import would do/);
  assert.match(plan, /The crane &lt;b&gt;/);
  const fields: Record<string, string> = {};
  for (const [, name = ''] of plan.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)) fields[name] = '';
  assert.ok('category-0' in fields && 'author-0' in fields, plan);
  const [first = '', second = ''] = [...plan.matchAll(/name="(item-\d+)"/g)].map(([, name = '']) => name);
  const hidden = Object.fromEntries(
    [...plan.matchAll(/name="(first|last)" value="(\d+)"/g)].map(([, name, value]) => [name, value ?? '']),
  );
  const chosen = {
    siteName: 'The Old Blog',
    section: 'people',
    'category-0': 'robotics',
    'author-0': 'Dana W.',
    imageHosts: '',
    ...hidden,
  };
  const saved = await site.fetch(`${at}/plan`, {
    ...form(chief, { ...chosen, [first]: 'import' }),
    redirect: 'manual',
  });
  assert.equal(saved.status, 303, await saved.text());
  const wrong = await site.fetch(`${at}/plan`, form(chief, { ...chosen, imageHosts: 'https://x/' }));
  assert.equal(wrong.status, 422);
  assert.equal((await site.fetch(`${at}/run`, { ...form(chief, {}), redirect: 'manual' })).status, 303);
  assert.match(await read(), /Queued/);
  await work(site);
  const report = await read();
  assert.match(report, /Imported\./);
  assert.match(report, /The plan leaves it out\./);
  assert.ok(second !== '');
  const rows = await site.deps.db.read
    .selectFrom('article')
    .innerJoin('revision', 'revision.article_id', 'article.id')
    .innerJoin('author', 'author.id', 'revision.author_id')
    .select(['headline', 'article.section', 'author.name', 'article.live_revision'])
    .execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ headline: 'The crane <b>', section: 'robotics', name: 'Dana W.', live_revision: null }],
  );
  assert.equal((await site.fetch(`${at}/run`, form(chief, {}))).status, 409);

  const again = await site.fetch('/newsroom/imports', upload(chief, 'blog.zip', zip));
  await work(site);
  const anew = await site.fetch(again.headers.get('location') ?? '', { headers: fromPage(chief) });
  assert.match(await anew.text(), /It was imported before\./, 'the same file, uploaded again');
});

test('a path leads to nothing outside of the folder of imports', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const folder = join(site.config.dataDir, 'imports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'here.json'), '{}');
  writeFileSync(join(site.config.dataDir, 'secret'), 'x');
  for (const path of ['../secret', '/etc/passwd', '..', '.', '', 'none'])
    assert.notEqual((await site.fetch('/newsroom/imports/path', form(chief, { path }))).status, 303, path);
  const taken = await site.fetch('/newsroom/imports/path', {
    ...form(chief, { path: 'here.json' }),
    redirect: 'manual',
  });
  assert.equal(taken.status, 303);
});

test('nobody but a chief opens or uses the page', async (t) => {
  const site = await openSite(t);
  for (const role of ['editor', 'writer', 'ad sales'] as const) {
    const person = await site.person(role);
    const get = await site.fetch('/newsroom/imports', { headers: fromPage(person), redirect: 'manual' });
    const post = await site.fetch('/newsroom/imports/path', { ...form(person, { path: 'x' }), redirect: 'manual' });
    assert.notEqual(get.status, 200, role);
    assert.notEqual(post.status, 303, role);
  }
});
