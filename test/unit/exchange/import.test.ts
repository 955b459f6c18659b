import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import {
  addRun,
  countLost,
  countOutcomes,
  listItems,
  listRuns,
  readPlan,
  storePlan,
} from '#exchange/import/import-runs.ts';
import { listRedirected } from '#exchange/import/list-redirects.ts';
import { lookAt } from '#exchange/import/look.ts';
import { readPlanFile } from '#exchange/import/plan.ts';
import { exportRedirects, importRedirects } from '#exchange/import/redirects.ts';
import { runImport, startImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { plainReader } from '../../support/exchange/plain-reader.ts';
import { BASE, bearer, fromPage, openSite, type TestSite } from '../../support/site.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-import-'));
after(() => rmSync(root, { recursive: true }));

let folders = 0;
function writeFolder(files: Record<string, string>): string {
  const folder = join(root, String(++folders));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const LOOK = { readers: [plainReader], sections: openSections() };
const RUN = { readers: [plainReader], isRoute, baseUrl: BASE };

async function look(site: TestSite, path: string) {
  const id = await addRun(site.deps, CLI, { path, fileName: 'old-site' });
  return lookAt(site.deps, CLI, id, LOOK);
}

const POSTS = {
  'crane.md':
    'title: The crane that waited\nexcerpt: A day beside a crane.\nslug: the-crane\ndate: 2020-05-04T08:00:00.000Z\nauthors: Dana Whitfield, Sam Ode\ntags: Cranes, Sites\ncategories: Robotics\nold: /2020/05/the-crane/, /?p=12\n\nThe crane stood still. It waited for [the report](https://agency.example/report).\n\n## Why\n\n- One\n- Two\n',
  'draft.md': 'title: A draft there\nexcerpt: Not done.\nstatus: draft\nold: /drafted\n\nSome words.\n',
  'empty.md': 'title: Nothing in it\n\n',
  'picture.md': 'title: With a picture\nexcerpt: One.\n\nBefore.\n\n![A hoist](https://pics.example/h.png)\n\nAfter.\n',
  'comment-1.txt': 'Nice post!',
};

test('a folder becomes drafts with byline, tags, sources and notes; look and run agree and the sums add up', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const looked = await look(site, writeFolder(POSTS));
  assert.equal(looked.state, 'looked');
  assert.equal(looked.found, 5);
  assert.equal(looked.plan.sections.Robotics, 'robotics');
  const expected = await countOutcomes(deps.db.read, looked.id, 'expected');
  assert.equal((await deps.db.read.selectFrom('article').select('id').execute()).length, 0, 'a look files nothing');

  const run = await runImport(deps, CLI, looked.id, { options: RUN });
  assert.equal(run.state, 'done');
  assert.equal(run.done, run.found);
  const counts = await countOutcomes(deps.db.read, run.id, 'outcome');
  assert.deepEqual(counts, expected);
  assert.deepEqual(counts, [
    { kind: 'article', found: 4, imported: 1, changed: 2, 'left out': 0, refused: 1 },
    { kind: 'comment', found: 1, imported: 0, changed: 0, 'left out': 1, refused: 0 },
  ]);
  for (const { expected, outcome } of await listItems(deps.db.read, run.id, { limit: 100 }))
    assert.equal(outcome, expected);
  assert.deepEqual(await countLost(deps.db.read, run.id), [{ kind: 'picture', count: 1 }]);

  const [item] = await listItems(deps.db.read, run.id, { limit: 10 });
  const chief = await site.person('chief');
  assert.ok(item?.sourceId === 'comment-1.txt');
  const crane = (await listItems(deps.db.read, run.id, { limit: 10 })).find(({ sourceId }) => sourceId === 'crane.md');
  const saved = await deps.db.read
    .selectFrom('revision')
    .innerJoin('author', 'author.id', 'revision.author_id')
    .selectAll('revision')
    .select('author.name')
    .where('article_id', '=', crane?.articleId ?? '')
    .executeTakeFirstOrThrow();
  assert.equal(saved.name, 'Dana Whitfield');
  assert.equal(saved.saved_by_name, 'Import');
  assert.deepEqual(
    JSON.parse(saved.body_blocks).map((block: { type: string }) => block.type),
    ['paragraph', 'heading', 'list'],
  );
  assert.deepEqual(JSON.parse(saved.sources), [{ title: 'the report', url: 'https://agency.example/report' }]);
  assert.equal(JSON.parse(saved.tag_ids).length, 2);
  assert.match(saved.editorial_packet ?? '', /published there on 2020-05-04.*2020\/05\/the-crane/s);
  const page = await (await site.fetch(`/newsroom/articles/${crane?.articleId}`, { headers: fromPage(chief) })).text();
  assert.match(page, /The crane that waited/);
  const comments = await deps.db.read.selectFrom('comment').selectAll().execute();
  assert.deepEqual(
    comments.map(({ by_name, block_id, text }) => [by_name, block_id?.replace('-', ''), text]),
    [
      [
        'Import',
        'b2',
        'Something of the original was here: picture. The plan does not allow pictures from pics.example. Its words: “A hoist” Its address: https://pics.example/h.png',
      ],
    ],
  );
});

test('old addresses answer as unknown ones until the article is live, then 301 in one hop; they hide no page', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const post = (old: string) =>
    `title: Old one\nexcerpt: Old.\nslug: old-one\ncategories: Robotics\nold: ${old}\n\nWords.\n`;
  const run = await look(
    site,
    writeFolder({ 'a.md': post('/2020/05/Old-One/, /?p=12, /about, /old.html, /robotics/was') }),
  );
  const unknown = await site.fetch('/2020/05/none');
  await runImport(deps, CLI, run.id, { options: RUN });
  const [item] = await listItems(deps.db.read, run.id, { limit: 1 });
  assert.deepEqual(item?.report.notes, ['The old address /about is a page of this site.']);
  for (const path of ['/2020/05/old-one', '/old.html', '/robotics/was']) {
    const before = await site.fetch(path);
    assert.equal(before.status, 404, path);
    assert.equal(await before.text(), await (await site.fetch('/2020/05/none')).text());
  }
  assert.equal(unknown.status, 404);
  assert.equal((await site.fetch('/?p=12')).status, 200);

  await publish(deps, CLI, item?.articleId ?? '', { revisionNumber: 0 });
  const OLD = [
    '/2020/05/old-one/',
    '/2020/05/Old-One',
    '/2020/05/old-one?utm=1',
    '/old.html',
    '/robotics/was',
    '/?p=12',
  ];
  for (const path of OLD) {
    await site.fetch('/');
    const moved = await site.fetch(path);
    assert.equal(moved.status, 301, path);
    assert.equal(moved.headers.get('location'), `${BASE}/robotics/old-one`, path);
  }
  assert.equal((await site.fetch('/robotics/old-one')).status, 200);
  assert.equal((await site.fetch('/about')).status, 200);
  assert.equal((await site.fetch('/')).status, 200);
});

test('a page becomes a draft of an own page, and its old address leads to it; none takes an address of this site', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const page = (title: string, slug: string, old: string) =>
    `page: yes\ntitle: ${title}\nexcerpt: One.\nslug: ${slug}\ncategories: Robotics\nold: ${old}\n\nWords.\n`;
  const files = {
    'a.md': page('Imprint', 'imprint', '/info/imprint/, /?p=3'),
    'b.md': page('Search here', 'search', '/search/'),
  };
  const looked = await look(site, writeFolder(files));
  const run = await runImport(deps, CLI, looked.id, { options: RUN });
  const items = await listItems(deps.db.read, run.id, { limit: 10 });
  const drafts = await deps.db.read.selectFrom('article').select(['section', 'slug']).orderBy('slug').execute();
  assert.deepEqual(
    drafts.map(({ section, slug }) => `${section}/${slug}`),
    ['pages/imprint', 'pages/search-page'],
  );
  const imprint = items.find(({ sourceId }) => sourceId === 'a.md');
  assert.deepEqual(imprint?.report.notes, ['It was a page there.']);
  assert.equal((await site.fetch('/info/imprint')).status, 404);
  await publish(deps, CLI, imprint?.articleId ?? '', { revisionNumber: 0 });
  for (const path of ['/info/imprint/', '/?p=3'])
    assert.equal((await site.fetch(path)).headers.get('location'), `${BASE}/imprint`, path);
  assert.equal((await site.fetch('/imprint')).status, 200);
  assert.match(await exportRedirects(deps.db.read, CLI), /^\/info\/imprint \/imprint 301$/m);
});

test('the same file again changes nothing; a corrected plan is followed; a run stopped twice ends as one that was not', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `p${at}.md`,
      `title: Post ${at}\nexcerpt: E.\nslug: post\ncategories: News\n\nBody ${at}.\n`,
    ]),
  );
  const folder = writeFolder(files);
  const looked = await look(site, folder);
  const plan = await readPlan(deps.db.read, CLI, looked.id);
  assert.deepEqual(readPlanFile(JSON.stringify(plan)), plan);
  plan.plan.sections.News = 'people';
  const items = plan.items.map((item, at) => (at === 3 ? { ...item, decision: 'leave out' as const } : item));
  await storePlan(deps, CLI, looked.id, { given: plan.plan, items });

  for (const most of [4, 9]) {
    const stop = new AbortController();
    const onProgress = (done: number) => done >= most && stop.abort();
    const run = await runImport(deps, CLI, looked.id, { options: { ...RUN, signal: stop.signal, onProgress } });
    assert.equal(run.state, 'waits to run');
  }
  const done = await runImport(deps, CLI, looked.id, { options: RUN });
  assert.equal(done.done, 12);
  assert.deepEqual(await countOutcomes(deps.db.read, done.id, 'outcome'), [
    { kind: 'article', found: 12, imported: 11, changed: 0, 'left out': 1, refused: 0 },
  ]);
  const articles = () => deps.db.read.selectFrom('article').select(['section', 'slug']).orderBy('slug').execute();
  assert.equal(new Set((await articles()).map(({ slug }) => slug)).size, 11);
  assert.ok((await articles()).every(({ section }) => section === 'people'));
  await assert.rejects(runImport(deps, CLI, looked.id, { options: RUN }), { kind: 'already_done' });

  const again = await look(site, folder);
  await runImport(deps, CLI, again.id, { options: RUN });
  assert.deepEqual(await countOutcomes(deps.db.read, again.id, 'outcome'), [
    { kind: 'article', found: 12, imported: 1, changed: 0, 'left out': 11, refused: 0 },
  ]);
});

test('an import refuses a file that changed since the look, and a plan that names another item', async (t) => {
  const site = await openSite(t);
  const folder = writeFolder({ 'a.md': 'title: A\nexcerpt: E.\n\nWords.\n' });
  const run = await look(site, folder);
  const { plan } = run;
  const other = { sourceId: 'x', title: '', decision: 'import' as const, section: null, slug: null };
  await assert.rejects(storePlan(site.deps, CLI, run.id, { given: plan, items: [other] }), {
    kind: 'validation_failed',
  });
  writeFileSync(join(folder, 'a.md'), 'title: B\nexcerpt: E.\n\nWords.\n');
  await assert.rejects(runImport(site.deps, CLI, run.id, { options: RUN }), /changed since the look/);
  assert.equal((await listRuns(site.deps.db.read, CLI))[0]?.trouble, 'The file changed since the look.');
});

test('agents, writers and editors can neither start nor see an import', async (t) => {
  const site = await openSite(t);
  const run = await look(site, writeFolder({ 'a.md': 'title: A\nexcerpt: E.\n\nWords.\n' }));
  const chief = await site.person('chief');
  const agent = {
    ...{ kind: 'agent' as const, id: chief.id, claimId: 'c', editorId: chief.id, editorName: 'A Chief' },
    scopes: ['article:draft', 'article:edit'] as const,
  };
  for (const actor of [agent, await site.person('editor'), await site.person('writer')]) {
    await assert.rejects(listRuns(site.deps.db.read, actor), { kind: 'forbidden' });
    await assert.rejects(addRun(site.deps, actor, { path: root, fileName: 'x' }), { kind: 'forbidden' });
    await assert.rejects(lookAt(site.deps, actor, run.id, LOOK), { kind: 'forbidden' });
    await assert.rejects(startImport(site.deps, actor, run.id), { kind: 'forbidden' });
    await assert.rejects(runImport(site.deps, actor, run.id, { options: RUN }), { kind: 'forbidden' });
  }
  const token = await site.grantToken(chief);
  for (const path of ['/newsroom/imports', `/newsroom/imports/${run.id}`]) {
    const answer = await site.fetch(path, { headers: bearer(token), redirect: 'manual' });
    assert.notEqual(answer.status, 200, path);
  }
});

test('redirects: literal rules only; loops, chains, routes and missing targets are refused; an export imports again', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const run = await look(
    site,
    writeFolder({ 'a.md': 'title: A\nexcerpt: E.\nslug: a\ncategories: Robotics\n\nWords.\n' }),
  );
  await runImport(deps, CLI, run.id, { options: RUN });
  const [item] = await listItems(deps.db.read, run.id, { limit: 1 });
  await publish(deps, CLI, item?.articleId ?? '', { revisionNumber: 0 });
  const file = [
    '# old site',
    '/one /robotics/a 301',
    '/two/ /about 301!',
    '/blog/* /about 301',
    '/three /one',
    '/self /self',
    '/about /robotics/a',
    '/four /robotics/none',
    '/five /about 302',
    '/six https://other.example/',
    '/robotics/a /about',
    '/one /about',
  ].join('\n');
  const { added, known, refused } = await importRedirects(deps, CLI, file, isRoute);
  assert.deepEqual([added, known], [2, 0]);
  assert.deepEqual(
    refused.map(({ line }) => line),
    [4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
  const locations: Record<string, string> = { '/one': '/robotics/a', '/two': '/about', '/Two/': '/about' };
  for (const [path, to] of Object.entries(locations)) {
    const answer = await site.fetch(path);
    assert.deepEqual([answer.status, answer.headers.get('location')], [301, BASE + to], path);
  }
  const exported = await exportRedirects(deps.db.read, CLI);
  assert.equal(exported, '/one /robotics/a 301\n/two /about 301\n');
  assert.deepEqual(await importRedirects(deps, CLI, exported, isRoute), { added: 0, known: 2, refused: [] });
  const ghost = JSON.stringify([
    { from: '/g', to: '/about', permanent: true },
    { from: '^/x/(.*)$', to: '/about' },
  ]);
  assert.equal((await importRedirects(deps, CLI, ghost, isRoute)).added, 1);
  await assert.rejects(importRedirects(deps, await site.person('editor'), exported, isRoute), { kind: 'forbidden' });
});

test('1,000 old addresses lead to their articles in one hop', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const old = (from: number) => Array.from({ length: 100 }, (_, at) => `/2020/05/post-${from + at}/`).join(', ');
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      `p${at}.md`,
      `title: Post ${at}\nexcerpt: E.\nslug: post-${at}\ncategories: Robotics\nold: ${old(at * 100)}\n\nBody.\n`,
    ]),
  );
  const run = await look(site, writeFolder(files));
  await runImport(deps, CLI, run.id, { options: RUN });
  for (const { articleId } of await listItems(deps.db.read, run.id, { limit: 10 }))
    await publish(deps, CLI, articleId ?? '', { revisionNumber: 0 });
  for (let at = 0; at < 1000; at++) {
    const answer = await site.fetch(`/2020/05/post-${at}/`);
    assert.equal(answer.status, 301);
    assert.equal(answer.headers.get('location'), `${BASE}/robotics/post-${Math.floor(at / 100)}`);
  }
  for (let at = 0; at < 10; at++) assert.equal((await site.fetch(`/robotics/post-${at}`)).status, 200);
});

test('pages of tags, categories and authors of Ghost and WordPress lead to those here, once an article is on them', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const run = async (name: string) => {
    const path = join(import.meta.dirname, '..', '..', 'fixtures', 'imports', name);
    const id = await addRun(deps, CLI, { path, fileName: name });
    await lookAt(deps, CLI, id, { sections: openSections() });
    await runImport(deps, CLI, id, { options: { isRoute, baseUrl: BASE } });
    return id;
  };
  const ghost = await run('ghost-6.json');
  assert.deepEqual(await listRedirected(deps.db.read, ghost), [
    { path: '/author/alice', target: '/authors/alice-example' },
    { path: '/page/2', target: '/latest' },
    { path: '/tag/energy-grid', target: '/tags/energy-grid' },
    { path: '/tag/news', target: '/tags/news' },
    { path: '/tag/robotics', target: '/tags/robotics' },
    { path: '/tag/warehouses', target: '/tags/warehouses' },
  ]);
  const leadsTo = async (path: string) => (await site.fetch(path)).headers.get('location')?.replace(BASE, '');
  for (const path of ['/tag/robotics', '/author/alice']) assert.equal((await site.fetch(path)).status, 404, path);
  const arm = deps.db.read.selectFrom('article').select('id').where('slug', '=', 'the-arm');
  await publish(deps, CLI, (await arm.executeTakeFirstOrThrow()).id, { revisionNumber: 0 });
  for (const [path, target] of [
    ['/tag/robotics/', '/tags/robotics'],
    ['/author/alice/', '/authors/alice-example'],
  ] as const) {
    assert.equal(await leadsTo(path), target);
    assert.equal((await site.fetch(target)).status, 200, target);
  }
  const wordpress = await run('wordpress-6.xml');
  assert.deepEqual(await listRedirected(deps.db.read, wordpress), [
    { path: '/author/bob', target: '/authors/bob-angstrom' },
    { path: '/category/energy-grid', target: '/field-operations' },
    { path: '/category/robotics', target: '/robotics' },
    { path: '/category/uncategorized', target: '/field-operations' },
    { path: '/tag/arms', target: '/tags/arms' },
  ]);
  assert.equal(await leadsTo('/category/robotics/'), '/robotics');
  assert.equal(await leadsTo('/page/2/'), '/latest');
  assert.equal((await site.fetch('/page/400')).status, 404);
  const exported = await exportRedirects(deps.db.read, CLI);
  assert.match(exported, /^\/tag\/robotics \/tags\/robotics 301$/m);
  const { added, refused } = await importRedirects(deps, CLI, exported, isRoute);
  assert.deepEqual([added, refused], [0, []]);
});

test('the feeds of the previous site lead to the feed of the same thing here in one hop; feeds of comments are gone', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  for (const name of ['ghost-6.json', 'wordpress-6.xml']) {
    const path = join(import.meta.dirname, '..', '..', 'fixtures', 'imports', name);
    const id = await addRun(deps, CLI, { path, fileName: name });
    await lookAt(deps, CLI, id, { sections: openSections() });
    await runImport(deps, CLI, id, { options: { isRoute, baseUrl: BASE } });
  }
  const arm = deps.db.read.selectFrom('article').select('id').where('slug', '=', 'the-arm');
  await publish(deps, CLI, (await arm.executeTakeFirstOrThrow()).id, { revisionNumber: 0 });
  const feeds: [string, string | null][] = [
    ['/feed/', '/rss.xml'],
    ['/feed/rss/', '/rss.xml'],
    ['/feed/rss2', '/rss.xml'],
    ['/Feed/RDF/', '/rss.xml'],
    ['/feed/atom/', '/atom.xml'],
    ['/feed/json', '/feed.json'],
    ['/index.php/feed/', '/rss.xml'],
    ['/?feed=rss2', '/rss.xml'],
    ['/?feed=atom', '/atom.xml'],
    ['/rss/', '/rss.xml'],
    ['/index.xml', '/rss.xml'],
    ['/category/robotics/feed/', '/robotics/rss.xml'],
    ['/category/robotics/feed/atom', '/robotics/atom.xml'],
    ['/tag/robotics/feed/', '/tags/robotics/rss.xml'],
    ['/tag/robotics/rss/', '/tags/robotics/rss.xml'],
    ['/tags/robotics/index.xml', '/tags/robotics/rss.xml'],
    ['/tags/robotics/atom/', '/tags/robotics/atom.xml'],
    ['/robotics/feed/', '/robotics/rss.xml'],
    ['/author/alice/feed/', '/rss.xml'],
    ['/author/alice/rss', '/rss.xml'],
    ['/comments/feed', null],
    ['/the-arm/feed', null],
    ['/tag/energy-grid/feed', null],
    ['/tag/nothing/feed', null],
    ['/author/nobody/feed', null],
    ['/nothing/rss.xml', null],
  ];
  for (const [path, target] of feeds) {
    const answer = await site.fetch(path, { redirect: 'manual' });
    assert.equal(answer.headers.get('location')?.replace(BASE, '') ?? null, target, path);
    if (target === null) assert.equal(answer.status, 404, path);
    else assert.deepEqual([answer.status, (await site.fetch(target)).status], [301, 200], path);
  }
});
