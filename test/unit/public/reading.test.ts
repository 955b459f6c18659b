import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSON_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import { publicArticleSchema } from '#article/pages/article-json.ts';
import { sectionSlugs } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { goLive, goLiveAgain, save } from '../../support/live.ts';
import { BASE, copy, json, openSite, type TestSite } from '../../support/site.ts';

const ARTICLE = '/robotics/layout-robot-pilot';
const NOTE = 'An earlier version gave the crew size as twelve; the crew was nine people.';

/** Every URL of one article in the formats HTML, Markdown and JSON. */
const addresses = (at = ARTICLE) => [
  at,
  `${at}.md`,
  `/api/public/articles${at}`,
  `/api/v1/public/articles${at}`,
  `/api/public/markdown${at}`,
  `/api/v1/public/markdown${at}`,
];

// The table "Public read" of the specification, row by row.

test('GET / is HTML by default, Markdown or JSON by Accept', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const page = await site.fetch('/');
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(await page.text(), /<a href="\/robotics\/layout-robot-pilot">A layout robot on a live slab<\/a>/);
  const markdown = await site.fetch('/', { headers: { Accept: 'text/markdown' } });
  assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8');
  assert.match(await markdown.text(), /\[A layout robot on a live slab\]\(.*\/robotics\/layout-robot-pilot\.md\)/);
  const body = await json(await site.fetch('/', { headers: { Accept: 'application/json' } }));
  assert.deepEqual(Object.keys(body).sort(), ['articles', 'description', 'name', 'openapi']);
  assert.equal(body.articles.length, 1);
  assert.equal(body.openapi, `${BASE}/openapi.json`);
});

test('GET /.well-known/mcp.json has name, description, endpoint and transport', async (t) => {
  const site = await openSite(t);
  const body = await json(await site.fetch('/.well-known/mcp.json'));
  assert.deepEqual(Object.keys(body).sort(), ['description', 'endpoint', 'name', 'transport']);
  assert.deepEqual([body.endpoint, body.transport], [`${BASE}/api/mcp`, 'streamable-http']);
});

test('GET /api is a JSON catalog of strings with name, openapi and articles', async (t) => {
  const site = await openSite(t);
  const body = await json(await site.fetch('/api'));
  for (const name of ['name', 'openapi', 'articles']) assert.equal(typeof body[name], 'string');
  const known = ['name', 'openapi', 'articles', 'description', 'llms', 'mcp', 'resource_metadata', 'sitemap'];
  for (const [name, value] of Object.entries(body)) {
    assert.ok(known.includes(name), name);
    assert.equal(typeof value, 'string');
  }
});

test('GET /{section}/{slug} is the published article as HTML or Markdown', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const page = await site.fetch(ARTICLE);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(await page.text(), /<h1>A layout robot on a live slab<\/h1>/);
  const markdown = await site.fetch(ARTICLE, { headers: { Accept: 'text/markdown' } });
  assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8');
  assert.match(await markdown.text(), /^# A layout robot on a live slab$/m);
});

for (const path of ['/api/public/articles', '/api/v1/public/articles']) {
  test(`GET ${path} is the JSON index of published articles, without a key`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    const answer = await site.fetch(path);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    const { articles, nextCursor } = await json(answer);
    assert.equal(nextCursor, null);
    assert.deepEqual(articles.map(publicArticleSchema.parse), articles);
  });
}

test('GET /api/public/articles/{section}/{slug} is one PublicArticle with sources and correction', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  site.pass(60);
  await goLiveAgain(site, article, { correctionNote: NOTE });
  assert.deepEqual(await json(await site.fetch(`/api/public/articles${ARTICLE}`)), {
    author: 'Plumbline newsroom',
    correctedAt: '2026-09-06T13:01:00.000Z',
    correctionNote: NOTE,
    dek: 'What estimators should check before they rely on a layout robot.',
    headline: 'A layout robot on a live slab',
    modifiedAt: '2026-09-06T13:01:00.000Z',
    publishedAt: '2026-09-06T13:00:00.000Z',
    section: 'robotics',
    slug: 'layout-robot-pilot',
    sources: [{ title: 'Site record of the pilot', url: 'https://example.org/pilot-record' }],
    url: `${BASE}${ARTICLE}`,
    ...valuesOf(JSON_TEXT_NAMES, () => null),
  });
});

test('GET /api/public/markdown/{section}/{slug} is text/markdown with Vary: Accept', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const answer = await site.fetch(`/api/public/markdown${ARTICLE}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
  assert.match(answer.headers.get('vary') ?? '', /^Accept\b/);
});

for (const path of ['/llms.txt', '/openapi.json']) {
  test(`GET ${path} answers 200 without authentication`, async (t) => {
    const site = await openSite(t);
    assert.equal((await site.fetch(path)).status, 200);
  });
}

// The states of an article, as readers see them.

test('a published article is available in every format and listed in the index', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  for (const path of addresses()) assert.equal((await site.fetch(path)).status, 200, path);
  assert.equal((await json(await site.fetch('/api/public/articles'))).articles.length, 1);
});

test('a draft and an unpublished article give the same 404 as an unknown slug, and no list contains them', async (t) => {
  const site = await openSite(t);
  const draft = await createDraft(site.deps, CLI, copy({ slug: 'a-draft', headline: 'Zinnober draft' }));
  const gone = await goLive(site, { slug: 'a-withdrawn-one', headline: 'Zinnober withdrawn' });
  await unpublish(site.deps, CLI, gone.id);
  const forms = (slug: string) => addresses(`/robotics/${slug}`);
  for (const [index, nothing] of forms('nothing-at-all').entries()) {
    const expected = await told(site, nothing);
    assert.equal(expected.status, 404);
    for (const slug of [draft.slug, gone.slug])
      assert.deepEqual(await told(site, forms(slug)[index] ?? ''), expected, nothing);
  }
  for (const accept of ['text/html', 'text/markdown', 'application/json']) {
    for (const path of [
      '/',
      '/robotics',
      '/api/public/articles',
      '/corrections',
      '/llms.txt',
      '/sitemap.xml',
      '/rss.xml',
    ])
      assert.doesNotMatch(
        await (await site.fetch(path, { headers: { Accept: accept } })).text(),
        /zinnober|a-draft|a-withdrawn/i,
      );
  }
});

test('saving a revision of a live article changes no public response and no ETag', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  const paths = [...addresses(), '/', '/robotics', '/robotics.md', '/api/public/articles', '/corrections'];
  const lists = ['/rss.xml', '/sitemap.xml', '/llms.txt'];
  const before = await Promise.all([...paths, ...lists].map((path) => told(site, path)));
  site.pass(3600);
  await save(site, article, {
    headline: 'Another',
    section: 'people',
    slug: 'another',
    correctionNote: NOTE,
    sources: [],
  });
  assert.deepEqual(await Promise.all([...paths, ...lists].map((path) => told(site, path))), before);
  assert.equal((await site.fetch('/people/another')).status, 404);
});

// The rows for public reading in the table "Errors" of the specification.

test('an unknown section, a draft and an unknown article answer 404: a page, or JSON below /api', async (t) => {
  const site = await openSite(t);
  await createDraft(site.deps, CLI, copy());
  for (const at of ['/gardening/layout-robot-pilot', ARTICLE, '/robotics/nothing']) {
    const page = await site.fetch(at);
    assert.equal(page.status, 404);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const body = await site.fetch(`/api/public/articles${at}`);
    assert.equal(body.status, 404);
    assert.deepEqual(Object.keys(await json(body)).sort(), ['code', 'error', 'hint']);
  }
});

test('a Markdown 404 is text/markdown and links to /llms.txt and /sitemap.xml', async (t) => {
  const site = await openSite(t);
  for (const path of [
    '/api/public/markdown/robotics/nothing',
    '/api/public/markdown/gardening/x',
    '/robotics/nothing.md',
    '/nothing.md',
  ]) {
    const answer = await site.fetch(path);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.match(answer.headers.get('vary') ?? '', /Accept/);
    const body = await answer.text();
    assert.match(body, /\/llms\.txt/);
    assert.match(body, /\/sitemap\.xml/);
  }
});

test('an unknown path below /api answers 404 as JSON with code, error and hint', async (t) => {
  const site = await openSite(t);
  for (const path of [
    '/api/nothing',
    '/api/public',
    '/api/public/nothing',
    '/api/v1/x/y/z',
    '/api/public/articles/robotics',
  ]) {
    const answer = await site.fetch(path, { headers: { Accept: 'text/html' } });
    assert.equal(answer.status, 404, path);
    const { code, error, hint } = await json(answer);
    assert.equal(code, 'not_found');
    for (const words of [error, hint]) assert.equal(typeof words, 'string');
  }
});

test('an unknown path below /.well-known answers 404 without an HTML page', async (t) => {
  const site = await openSite(t);
  for (const path of ['/.well-known/nothing', '/.well-known/a/b']) {
    const answer = await site.fetch(path, { headers: { Accept: 'text/html' } });
    assert.equal(answer.status, 404);
    assert.doesNotMatch(answer.headers.get('content-type') ?? '', /html/);
  }
});

test('each section of the specification has its pages, and an unknown section answers 404', async (t) => {
  const site = await openSite(t);
  for (const section of ['field-operations', 'robotics', 'software', 'benchmarks', 'people']) {
    await goLive(site, { section, slug: 'x' });
    for (const path of [`/${section}`, `/${section}.md`, ...addresses(`/${section}/x`)])
      assert.equal((await site.fetch(path)).status, 200, path);
  }
  assert.equal(sectionSlugs().length, 5);
  for (const path of ['/gardening', '/gardening.md', '/index'])
    assert.equal((await site.fetch(path)).status, 404, path);
});

test('an unpublished article answers 404, and keeps its first date when it is published again', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  await unpublish(site.deps, CLI, article.id);
  for (const path of addresses()) assert.equal((await site.fetch(path)).status, 404, path);
  site.pass(86400);
  await goLiveAgain(site, article, {});
  const { publishedAt, modifiedAt } = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
  assert.deepEqual([publishedAt, modifiedAt], ['2026-09-06T13:00:00.000Z', '2026-09-07T13:00:00.000Z']);
});

test('every URL of a moved article redirects permanently to the current one, also after a second move', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  const moved = await goLiveAgain(site, article, { section: 'software', slug: 'second-home' });
  await goLiveAgain(site, moved, { section: 'people', slug: 'third-home' });
  const now = addresses('/people/third-home');
  for (const old of [addresses(), addresses('/software/second-home')]) {
    for (const [index, path] of old.entries()) {
      const answer = await site.fetch(path, { redirect: 'manual', headers: { 'X-Forwarded-Host': 'evil.example' } });
      assert.equal(answer.status, 301, path);
      assert.equal(answer.headers.get('location'), `${BASE}${now[index]}`);
      assert.equal((await site.fetch(path, { method: 'HEAD', redirect: 'manual' })).status, 301);
    }
  }
  const negotiated = await site.fetch(ARTICLE, { redirect: 'manual', headers: { Accept: 'text/markdown' } });
  assert.equal(negotiated.headers.get('location'), `${BASE}/people/third-home`);
});

test('unpublishing a moved article also removes its redirects', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  await goLiveAgain(site, article, { slug: 'second-home' });
  await unpublish(site.deps, CLI, article.id);
  for (const path of addresses()) assert.equal((await site.fetch(path)).status, 404, path);
});

async function told(site: TestSite, path: string) {
  const answer = await site.fetch(path);
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
  return { status: answer.status, headers, body: await answer.text() };
}

test('a long article, which a thread of its own renders, is served in each form', async (t) => {
  const site = await openSite(t);
  const text = 'The crew measured the slab again. '.repeat(20).trim();
  await goLive(site, { bodyBlocks: Array.from({ length: 40 }, (_, n) => ({ id: `b${n}`, type: 'paragraph', text })) });
  for (const path of [
    '/robotics/layout-robot-pilot',
    '/robotics/layout-robot-pilot.md',
    '/rss.xml',
    '/llms-full.txt',
  ]) {
    const answer = await site.fetch(path);
    assert.equal(answer.status, 200, path);
    assert.match(await answer.text(), /measured the slab again/, path);
  }
});
