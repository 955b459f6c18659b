import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { fetchPicture, storeFound } from '#exchange/import/fetch-picture.ts';
import { addRun, countLost, listItems } from '#exchange/import/import-runs.ts';
import { lostWords } from '#exchange/import/item-report.ts';
import { lookAt } from '#exchange/import/look.ts';
import { exportRedirects, importRedirects } from '#exchange/import/redirects.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { makeZip, type ZipEntry } from '../../support/make-zip.ts';
import { plain } from '../../support/pictures.ts';
import { BASE, fromPage, openSite, type TestSite } from '../../support/site.ts';
import { serveOther } from './other-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-pictures-'));
after(() => rmSync(folder, { recursive: true }));

const png = (colour: string) => plain(640, 200, colour).png().toBuffer();

test('a picture comes from the hosts of the plan alone, by https, and its bytes say what it is', async (t) => {
  const site = await openSite(t);
  const crane = await png('#c2410c');
  const { asked, rehearsal } = await serveOther(t, ['cdn.old.example', 'evil.example'], (path) => {
    if (path === '/away') return { status: 302, location: 'https://evil.example/crane.png' };
    if (path === '/near') return { status: 302, location: '/crane.png' };
    if (path === '/page.png') return { status: 200, type: 'image/png', body: '<svg onload="x">' };
    return path === '/crane.png' ? { status: 200, type: 'text/plain', body: crane } : { status: 404 };
  });
  const words = { alt: 'A crane at dawn', caption: '', credit: 'Old Site' };
  const fetchAt = async (address: string, hosts = ['cdn.old.example']) => {
    const got = await fetchPicture(address, { hosts, baseUrl: BASE, rehearsal });
    return 'trouble' in got ? got : storeFound(site.deps, { address, ...words }, got.bytes);
  };
  const got = await fetchAt('https://cdn.old.example/crane.png');
  assert.ok('id' in got, JSON.stringify(got));
  assert.deepEqual(
    await fetchAt('https://cdn.old.example/near'),
    got,
    'a redirect on the same host, to the same picture',
  );
  const row = await site.deps.db.read.selectFrom('picture').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.alt, row.credit, row.added_by_name], ['A crane at dawn', 'Old Site', 'Import']);

  const refused: [string, RegExp][] = [
    ['https://cdn.old.example/away', /evil\.example, which is not one of the hosts/],
    ['https://cdn.old.example/page.png', /./],
    ['https://cdn.old.example/none.png', /answers 404/],
    ['http://cdn.old.example/crane.png', /no https address/],
    ['https://other.example/crane.png', /does not allow pictures from other\.example/],
    ['file:///etc/passwd', /no https address/],
  ];
  for (const [address, why] of refused) {
    const answer = await fetchAt(address);
    assert.ok('trouble' in answer, address);
    assert.match(answer.trouble, why, address);
  }
  const inside = await fetchAt('https://127.0.0.1/crane.png', ['127.0.0.1']);
  assert.ok('trouble' in inside && /not public/.test(inside.trouble), 'an address of the own network');
  assert.ok(!asked.some((one) => one.startsWith('evil.example')), 'the other host was never asked');
  assert.equal((await site.deps.db.read.selectFrom('picture').select('id').execute()).length, 1);
});

type OtherSite = Awaited<ReturnType<typeof serveOther>>;

/** Looks at a file and imports it. Every line of the run has the outcome that the look expected. */
async function importFile({ deps }: TestSite, path: string, hosts: string[] = [], other?: OtherSite) {
  const id = await addRun(deps, CLI, { path, fileName: 'old' });
  const looked = await lookAt(deps, CLI, id, { sections: openSections() });
  const expected = await listItems(deps.db.read, id, { limit: 100 });
  const plan = JSON.stringify({ ...looked.plan, imageHosts: hosts });
  await deps.db.write((tx) => tx.updateTable('import_run').set({ plan }).where('id', '=', id).execute());
  await runImport(deps, CLI, id, { options: { isRoute, baseUrl: BASE, ...(other && { rehearsal: other.rehearsal }) } });
  const items = await listItems(deps.db.read, id, { limit: 100 });
  for (const [at, { title, outcome, report }] of items.entries()) {
    assert.equal(outcome, expected[at]?.expected, title);
    assert.deepEqual(report.changed, expected[at]?.report.changed, title);
  }
  return { id, looked, items };
}

async function readDrafts({ deps }: TestSite) {
  const drafts = await deps.db.read
    .selectFrom('revision')
    .leftJoin('picture', 'picture.id', 'revision.hero_asset_id')
    .select(['headline', 'article_id', 'picture_caption', 'picture.title', 'picture.alt', 'revision.hero_asset_id'])
    .orderBy('headline')
    .execute();
  const comments = await deps.db.read
    .selectFrom('comment')
    .select(['article_id', 'block_id', 'text'])
    .orderBy('block_id')
    .orderBy('text')
    .execute();
  return drafts.map(({ article_id, ...draft }) => ({
    ...draft,
    comments: comments.filter((one) => one.article_id === article_id).map((one) => `${one.block_id}: ${one.text}`),
  }));
}

function writeZip(name: string, files: Record<string, string | Buffer>): string {
  const entries: ZipEntry[] = Object.entries(files).map(([path, data]) => ({ path, data }));
  const path = join(folder, name);
  writeFileSync(path, makeZip(entries));
  return path;
}

const GHOST_POSTS = [
  {
    ...{ id: '1', title: 'A crane', slug: 'crane', status: 'published', visibility: 'public', custom_excerpt: 'E.' },
    feature_image: '__GHOST_URL__/content/images/2020/05/crane.png',
    html: '<p>One.</p><figure><img src="__GHOST_URL__/content/images/2020/05/hoist.png" alt="A hoist"><figcaption>The hoist, by <b>Bo</b></figcaption></figure><p>Two. <img src="https://ghost.example/content/images/size/w600/2020/05/crane.png" alt="Again"></p>',
  },
  {
    ...{ id: '2', title: 'Broken', slug: 'broken', status: 'published', visibility: 'public', custom_excerpt: 'E.' },
    html: '<p>One <img src="/content/images/bad.png"></p><p>Two <img src="https://pics.example/far.png" alt="Far"></p><p>Three <img src="https://pics.example/gone.png"></p>',
  },
  {
    ...{ id: '3', title: 'No alt', slug: 'no-alt', status: 'published', visibility: 'public', custom_excerpt: 'E.' },
    feature_image: '__GHOST_URL__/content/images/2020/05/hoist.png',
    html: '<p>One.</p>',
  },
  {
    ...{ id: '4', title: 'Gone', slug: 'gone', status: 'published', visibility: 'public', custom_excerpt: 'E.' },
    feature_image: '__GHOST_URL__/content/images/none.png',
    html: '<p>One.</p>',
  },
];

test('pictures of a Ghost ZIP become main pictures or lie in the library, and the comment on the block names them', async (t) => {
  const site = await openSite(t);
  const far = await png('#305060');
  const other = await serveOther(t, ['pics.example'], (path) =>
    path === '/far.png' ? { status: 200, type: 'image/png', body: far } : { status: 404 },
  );
  const crane = await png('#c2410c');
  const posts_meta = [
    { post_id: '1', feature_image_alt: 'A crane at dawn', feature_image_caption: 'The crane. <i>Photo: Bo</i>' },
  ];
  const path = writeZip('ghost.zip', {
    'my-site.json': JSON.stringify({ db: [{ meta: {}, data: { posts: GHOST_POSTS, posts_meta } }] }),
    'content/images/2020/05/crane.png': crane,
    'content/images/2020/05/hoist.png': await png('#0a3'),
    'content/images/bad.png': 'no picture at all',
  });
  const { id, looked, items } = await importFile(site, path, ['pics.example'], other);
  assert.deepEqual(looked.plan.otherImageHosts, ['pics.example']);
  assert.deepEqual(
    items.map(({ outcome }) => outcome),
    ['changed', 'changed', 'changed', 'changed'],
  );
  const library = await site.deps.db.read.selectFrom('picture').select(['id', 'title', 'alt']).execute();
  assert.deepEqual(library.map(({ title }) => title).sort(), ['A crane at dawn', 'A hoist', 'Far']);
  const idOf = (title: string) => library.find((one) => one.title === title)?.id;
  const [first, broken, gone, spare] = await readDrafts(site);
  assert.deepEqual(
    [first?.title, first?.alt, first?.picture_caption],
    ['A crane at dawn', 'A crane at dawn', 'The crane. Photo: Bo'],
  );
  assert.deepEqual(first?.comments, [
    `b-2: A picture of the original was here. It is in the library: “A crane at dawn”, /newsroom/pictures/${idOf('A crane at dawn')}. Its alternative text here: “Again”. Its address there: https://ghost.example/content/images/size/w600/2020/05/crane.png`,
    `b-2: A picture of the original was here. It is in the library: “A hoist”, /newsroom/pictures/${idOf('A hoist')}. Its caption: The hoist, by Bo Its address there: /content/images/2020/05/hoist.png`,
  ]);
  assert.equal(broken?.hero_asset_id, idOf('Far'), 'the first picture of the text with an alternative text');
  assert.match(
    broken?.comments[0] ?? '',
    /b-1: Something of the original was here: picture\. .+ Its address: \/content/,
  );
  assert.match(broken?.comments[1] ?? '', /b-2: A picture .* It is the main picture now\./);
  assert.match(
    broken?.comments[2] ?? '',
    /b-3: .*picture\. It answers 404\. Its address: https:\/\/pics\.example\/gone/,
  );
  assert.deepEqual(gone?.comments, [
    'null: The main picture was not imported. It has no https address. Its address: /content/images/none.png',
  ]);
  assert.equal(spare?.hero_asset_id, null);
  assert.match(
    spare?.comments[0] ?? '',
    /^null: The main picture has no alternative text, so it is only in the library/,
  );
  assert.deepEqual(await countLost(site.deps.db.read, id), [
    { kind: 'main picture', count: 1 },
    { kind: 'picture', count: 2 },
    { kind: 'picture in the library', count: 4 },
  ]);
});

test('the address that a picture had there leads to the picture here, in each size, while its article is live', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const posts_meta = [{ post_id: '1', feature_image_alt: 'A crane at dawn' }];
  const path = writeZip('ghost-addresses.zip', {
    'my-site.json': JSON.stringify({ db: [{ meta: {}, data: { posts: GHOST_POSTS.slice(0, 1), posts_meta } }] }),
    'content/images/2020/05/crane.png': await png('#c2410c'),
    'content/images/2020/05/hoist.png': await png('#0a3'),
  });
  await importFile(site, path);
  const ask = (address: string) => site.fetch(`/content/images${address}`);
  assert.equal((await ask('/2020/05/crane.png')).status, 404, 'readers do not see the article yet');
  const { id } = await deps.db.read
    .selectFrom('article')
    .select('id')
    .where('slug', '=', 'crane')
    .executeTakeFirstOrThrow();
  await deps.db.write((tx) => tx.updateTable('picture').set({ credit: 'Bo' }).execute());
  await publish(deps, CLI, id, { revisionNumber: 0 });
  const targets = [];
  for (const address of [
    '/2020/05/crane.png',
    '/size/w600/2020/05/crane.png',
    '/size/w1000/format/webp/2020/05/crane.png',
    '/2020/05/crane-300x200.png',
  ]) {
    const answer = await ask(address);
    assert.equal(answer.status, 301, address);
    targets.push(answer.headers.get('location'));
  }
  assert.equal(new Set(targets).size, 1);
  const target = targets[0]?.replace(BASE, '') ?? '';
  const file = await site.fetch(target);
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/jpeg']);
  assert.notEqual((await ask('/2020/05/hoist.png')).headers.get('location'), targets[0]);
  assert.equal((await ask('/2020/05/other.png')).status, 404);
  const exported = await exportRedirects(deps.db.read, CLI);
  assert.ok(exported.includes(`/content/images/2020/05/crane.png ${target} 301\n`), exported);
  assert.deepEqual((await importRedirects(deps, CLI, exported, isRoute)).refused, []);
  await unpublish(deps, CLI, id);
  assert.equal((await ask('/2020/05/crane.png')).status, 404, 'readers see the article no more');
});

test('pictures of a folder are found beside the text, and in the folder for files of the site', async (t) => {
  const site = await openSite(t);
  const root = join(folder, 'hugo');
  const files: Record<string, string | Buffer> = {
    'hugo.toml': 'baseURL = "https://old.example/blog/"\ntitle = "Old"\n',
    'content/posts/a/index.md':
      '---\ntitle: A\nimage: cover.png\nimage_alt: A cover\n---\n\nText.\n\n![By path](/blog/img/x%20y.png)\n\n![Twice](../shared.png)\n',
    'content/posts/a/cover.png': await png('#111111'),
    'content/posts/b/cover.png': await png('#222222'),
    'content/posts/shared.png': await png('#333333'),
    'static/img/x y.png': await png('#444444'),
    'secret.png': 'x',
  };
  for (const [path, data] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), data);
  }
  const { id } = await importFile(site, root);
  const [draft] = await readDrafts(site);
  assert.equal(draft?.title, 'A cover');
  const titles = (await site.deps.db.read.selectFrom('picture').select('title').execute()).map(({ title }) => title);
  assert.deepEqual(titles.sort(), ['A cover', 'By path', 'Twice']);
  assert.deepEqual(await countLost(site.deps.db.read, id), [{ kind: 'picture in the library', count: 2 }]);
});

test('captions of pictures that are not shown or could not be had are quoted in the report, with their place', async (t) => {
  const site = await openSite(t);
  const posts = [
    {
      ...{
        id: '1',
        title: 'Lost words',
        slug: 'lost',
        status: 'published',
        visibility: 'public',
        custom_excerpt: 'E.',
      },
      feature_image: '__GHOST_URL__/content/images/none.png',
      html: '<p>The crane stood still.</p><figure><img src="https://pics.example/gone.png"><figcaption>The hoist, at rest</figcaption></figure>',
    },
  ];
  const posts_meta = [
    { post_id: '1', feature_image_caption: 'The crane. Photo: Bo', meta_title: 'Cranes, for searching' },
  ];
  const path = join(folder, 'lost.json');
  writeFileSync(path, JSON.stringify({ meta: {}, data: { posts, posts_meta } }));
  const { id, items } = await importFile(site, path);
  const told = (items[0]?.report.lost ?? []).map(lostWords);
  assert.match(told[0] ?? '', /^main picture: \/content\/images\/none\.png “The crane\. Photo: Bo” \(/);
  assert.match(
    told[1] ?? '',
    /^picture: https:\/\/pics\.example\/gone\.png “The hoist, at rest” near “The crane stood still\.” \(The plan does not/,
  );
  const chief = await site.person('chief');
  const page = await (await site.fetch(`/newsroom/imports/${id}`, { headers: fromPage(chief) })).text();
  assert.match(page, /“The hoist, at rest” near “The crane stood still\.”/);
  const { editorial_packet } = await site.deps.db.read.selectFrom('revision').selectAll().executeTakeFirstOrThrow();
  assert.equal(JSON.parse(editorial_packet ?? '{}').seoTitle, 'Cranes, for searching');
});
