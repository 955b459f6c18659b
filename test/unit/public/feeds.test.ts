import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { publicPages } from '#article/public-resources.ts';
import { listPublishedWhole, type PublishedArticle } from '#article/published.ts';
import { sectionSlugs } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { rssFeed } from '#reading/feeds/feeds.ts';
import { articleEntries, frontEntries, mapsOf, sitemapIndexXml, sitemapXml } from '#reading/feeds/sitemap.ts';
import { hostileText } from '../../support/hostile-parts.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { BASE, copy, openSite, type TestSite } from '../../support/site.ts';
import { assertWellFormed } from '../../support/well-formed.ts';

const NOTE = 'An earlier version gave the crew size as twelve; the crew was nine people.';

test('/rss.xml is RSS 2.0 with the full content of an article', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, { sponsorshipDisclosure: 'The maker lent the robot.' });
  site.pass(86400);
  await goLiveAgain(site, article, { correctionNote: NOTE, sponsorshipDisclosure: 'The maker lent the robot.' });
  const answer = await site.fetch('/rss.xml');
  assert.equal(answer.headers.get('content-type'), 'application/rss+xml; charset=utf-8');
  const xml = await answer.text();
  assertWellFormed(xml);
  assert.match(xml, /<guid isPermaLink="false">/);
  const feed = parseRssFeed(xml);
  assert.equal(feed.title, 'Plumbline');
  assert.equal(feed.link, `${BASE}/`);
  assert.equal(feed.language, 'en');
  assert.equal(feed.ttl, 60);
  const image = { url: `${BASE}/static/feed.png`, title: 'Plumbline', link: `${BASE}/`, width: 144, height: 144 };
  assert.deepEqual(feed.image, image);
  assert.equal(feed.lastBuildDate, 'Mon, 07 Sep 2026 13:00:00 GMT');
  assert.deepEqual(feed.atom?.links, [{ href: `${BASE}/rss.xml`, rel: 'self', type: 'application/rss+xml' }]);
  const { content, ...item } = feed.items?.[0] ?? assert.fail('no item');
  assert.deepEqual(item, {
    title: 'A layout robot on a live slab',
    link: `${BASE}/robotics/layout-robot-pilot`,
    description: 'What estimators should check before they rely on a layout robot.',
    categories: [{ name: 'Robotics' }],
    guid: { value: `urn:uuid:${article.id}`, isPermaLink: false },
    pubDate: 'Sun, 06 Sep 2026 13:00:00 GMT',
    atom: { updated: '2026-09-07T13:00:00.000Z' },
    dc: { creators: ['Plumbline newsroom'] },
  });
  assert.equal(
    content?.encoded,
    `<p><strong>Correction, 7 September 2026.</strong> ${NOTE}</p>\n<p><strong>Sponsorship.</strong> The maker lent the robot.</p>\n<p>The crew ran the machine on a <em>live</em> slab and wrote down every stop.</p>\n<h2>Sources</h2>\n<ol><li><a href="https://example.org/pilot-record">Site record of the pilot</a></li></ol>\n<h2>Numbers</h2>\n<p>2 numbers: 2 not settled. <a href="${BASE}/method">How numbers are settled</a> · <a href="${BASE}/api/v1/public/articles/robotics/layout-robot-pilot/evidence">The same as data</a></p><p>Not settled: “twelve”, “nine”.</p>`,
  );
});

test('/rss.xml lists the newest 50 articles, newest first', async (t) => {
  const site = await openSite(t);
  for (let index = 0; index < 53; index++) {
    await goLive(site, { slug: `piece-${index}`, headline: `Piece ${index}` });
    site.pass(1);
  }
  const { items = [] } = parseRssFeed(await (await site.fetch('/rss.xml')).text());
  assert.deepEqual(
    items.map((item) => item.title),
    Array.from({ length: 50 }, (_, index) => `Piece ${52 - index}`),
  );
});

test('an empty site has an empty feed, and a sitemap of its sections and pages', async (t) => {
  const site = await openSite(t);
  const rss = await (await site.fetch('/rss.xml')).text();
  assertWellFormed(rss);
  assert.equal(parseRssFeed(rss).items, undefined);
  assert.doesNotMatch(rss, /lastBuildDate/);
  const map = await (await site.fetch('/sitemap.xml')).text();
  assertWellFormed(map);
  assert.equal(locations(map).length, 1 + sectionSlugs().length + publicPages().length);
  assert.doesNotMatch(map, /lastmod/);
});

test('a feed with hostile text is well-formed and contains the other articles', async (t) => {
  const site = await openSite(t);
  const evil = ']]> </title></item> & &amp; <script> <![CDATA[ <?xml ?> &#0; "\'';
  await goLive(site, { slug: 'before' });
  await goLive(site, {
    slug: 'evil',
    headline: evil,
    dek: evil,
    bodyBlocks: [{ id: 'b', type: 'paragraph', text: evil }],
  });
  await goLive(site, { slug: 'after' });
  const xml = await (await site.fetch('/rss.xml')).text();
  assertWellFormed(xml);
  const { items = [] } = parseRssFeed(xml);
  assert.equal(items.length, 3);
  const item = items.find((one) => one.link?.endsWith('/evil'));
  assert.equal(item?.title, evil);
  const asHtml = evil.replace('&amp;', '&amp;amp;').replace('&#0;', '&amp;#0;').replaceAll('<', '&lt;');
  assert.equal(item?.description, asHtml, 'readers show a description as HTML');
  assert.doesNotMatch(
    item?.content?.encoded ?? '',
    /<(?!\/?(?:p|h2|ol|li|a)>|a href="https:\/\/example\.org\/pilot-record">|a href="http:\/\/127\.0\.0\.1:3000\/)/,
  );
});

test('the feed is well-formed with any text in an article, even characters that the routes refuse', async (t) => {
  const [publication, article] = await published(t);
  await fc.assert(
    fc.asyncProperty(hostileText, async (evil) => {
      const bodyBlocks = [{ id: 'b', type: 'paragraph' as const, text: evil }];
      const other = {
        ...article,
        headline: evil,
        dek: evil,
        author: evil,
        correctionNote: evil,
        correctedAt: article.publishedAt,
        bodyBlocks,
      };
      const xml = await rssFeed({ ...publication, name: `A${evil}` }, [article, other, article], article.publishedAt);
      assertWellFormed(xml);
      assert.equal(parseRssFeed(xml).items?.length, 3);
    }),
    { numRuns: 500 },
  );
});

test('the feed contains only the dek of an article that cannot be rendered, and the other articles in full', async (t) => {
  const [publication, article] = await published(t);
  const broken = { ...article, bodyBlocks: [{ id: 'b', type: 'paragraph' as const, text: null as unknown as string }] };
  const { items = [] } = parseRssFeed(await rssFeed(publication, [broken, article], null));
  assert.deepEqual(
    items.map((item) => [item.description, item.content !== undefined]),
    [
      [article.dek, false],
      [article.dek, true],
    ],
  );
});

test('/sitemap.xml lists home, sections, pages, bylines and articles by canonical URL, with dates', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  site.pass(60);
  const chief = await site.person('chief');
  const { id } = await addAuthorOrTag(site.deps, chief, 'author', 'Ines Calloway');
  await addAuthorOrTag(site.deps, chief, 'author', 'Nobody Yet');
  await goLive(site, { section: 'people', slug: 'second', authorId: id });
  const answer = await site.fetch('/sitemap.xml');
  assert.equal(answer.headers.get('content-type'), 'application/xml; charset=utf-8');
  const xml = await answer.text();
  assertWellFormed(xml);
  const sections = ['/', '/field-operations', '/robotics', '/software', '/benchmarks', '/people'];
  const pages = [
    ...publicPages().map(({ path }) => path),
    '/issues/2026-q3',
    '/archive/2026-09',
    '/authors/ines-calloway',
  ];
  const expected = [...sections, ...pages, '/robotics/layout-robot-pilot', '/people/second'].map(
    (path) => `${BASE}${path}`,
  );
  assert.deepEqual(locations(xml), expected);
  for (const address of expected) assert.equal((await site.fetch(address)).status, 200, address);
  const about = async (path: string) => (await site.fetch(path)).text();
  assert.match(
    await about('/about'),
    /Who writes[\s\S]*<li><a href="\/authors\/ines-calloway">Ines Calloway<\/a><\/li>/,
  );
  assert.match(
    await about('/about.md'),
    /## Who writes[\s\S]*- \[Ines Calloway\]\([^)]*\/authors\/ines-calloway\.md\)/,
  );
  const [early, late] = ['2026-09-06T13:00:00.000Z', '2026-09-06T13:01:00.000Z'];
  const date = (path: string) => new RegExp(`<loc>${BASE}${path}</loc><lastmod>([^<]+)</lastmod>`).exec(xml)?.[1];
  assert.deepEqual(['/', '/robotics', '/people', '/software', '/authors/ines-calloway', '/people/second'].map(date), [
    late,
    early,
    late,
    undefined,
    late,
    late,
  ]);
});

for (const [articles, held] of [
  [0, [49_000]],
  [49_000, [49_000]],
  [49_001, [49_000, 50_000]],
  [100_000, [49_000, 50_000, 50_000]],
] as const) {
  test(`${articles} articles need ${held.length} sitemap${held.length > 1 ? 's' : ''} of at most 50,000 URLs, other pages included`, () => {
    const maps = mapsOf(articles);
    assert.deepEqual(
      maps.map(({ limit }) => limit),
      held,
    );
    let next = 0;
    for (const { offset, limit } of maps) {
      assert.equal(offset, next);
      next = offset + limit;
    }
    assert.ok(next >= articles);
  });
}

test('a full sitemap is well-formed and has 50,000 URLs, and the sitemap index lists every sitemap', async (t) => {
  const [publication, article] = await published(t);
  const many = Array.from({ length: 49_000 }, (_, index) => ({ ...article, slug: `piece-${index}` }));
  const bylines = new Map(Array.from({ length: 2000 }, (_, index) => [`by-${index}`, article.modifiedAt]));
  const xml = sitemapXml([
    frontEntries(publication, { changes: new Map(), bylines, others: [], lists: [], tags: [] }),
    articleEntries(publication, many),
  ]);
  assertWellFormed(xml);
  assert.equal(locations(xml).length, 50_000);
  const maps = sitemapIndexXml(publication, ['2026-09-06T13:00:00.000Z', null]);
  assertWellFormed(maps);
  assert.deepEqual(locations(maps), [`${BASE}/sitemap-1.xml`, `${BASE}/sitemap-2.xml`]);
  assert.equal(maps.match(/<lastmod>/g)?.length, 1);
});

test('no feed and no sitemap contains a draft, an unpublished article or notes', async (t) => {
  const site = await openSite(t);
  await createDraft(site.deps, CLI, copy({ slug: 'zinnober-draft', headline: 'Zinnober', dek: 'Zinnober' }));
  const gone = await goLive(site, { slug: 'zinnober-gone', headline: 'Zinnober' });
  await unpublish(site.deps, CLI, gone.id);
  await goLive(site, { editorialPacket: { sourceNotes: 'Zinnober' } });
  for (const path of ['/rss.xml', '/sitemap.xml', '/llms.txt', '/robots.txt'])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /zinnober/i, path);
});

test('feed and sitemap omit an unpublished article, and list a moved article only at its new URL', async (t) => {
  const site = await openSite(t);
  const gone = await goLive(site, { slug: 'gone' });
  const moved = await goLive(site, { slug: 'old-home' });
  await unpublish(site.deps, CLI, gone.id);
  await goLiveAgain(site, moved, { section: 'people', slug: 'new-home' });
  for (const path of ['/rss.xml', '/sitemap.xml', '/llms.txt']) {
    const body = await (await site.fetch(path)).text();
    assert.match(body, /\/people\/new-home/);
    assert.doesNotMatch(body, /old-home|\/gone/);
  }
});

for (const path of ['/rss.xml', '/sitemap.xml']) {
  test(`${path} answers HEAD, gives 304 by ETag and by date, and changes with a publication`, async (t) => {
    const site = await openSite(t);
    const article = await goLive(site);
    const get = await site.fetch(path);
    const etag = get.headers.get('etag') ?? '';
    const date = get.headers.get('last-modified') ?? '';
    const head = await site.fetch(path, { method: 'HEAD' });
    assert.deepEqual(
      [head.headers.get('etag'), head.headers.get('content-length')],
      [etag, get.headers.get('content-length')],
    );
    assert.equal(await head.text(), '');
    assert.equal((await site.fetch(path, { headers: { 'If-None-Match': etag } })).status, 304);
    assert.equal((await site.fetch(path, { headers: { 'If-Modified-Since': date } })).status, 304);
    site.pass(60);
    await goLiveAgain(site, article, { headline: 'Changed' });
    assert.equal((await site.fetch(path, { headers: { 'If-None-Match': etag } })).status, 200);
    assert.equal((await site.fetch(path, { headers: { 'If-Modified-Since': date } })).status, 200);
  });
}

test('assertWellFormed accepts well-formed XML and rejects broken XML', () => {
  const xml = (body: string) => `<?xml version="1.0" encoding="utf-8"?>${body}`;
  assertWellFormed(xml('<a b="&lt;1" xmlns:c="d"><c:e/><![CDATA[ & < ]]]]><![CDATA[>]]>&#233;</a>'));
  for (const broken of [
    '<a>',
    '<a></b>',
    '<a>&</a>',
    '<a>&nbsp;</a>',
    '<a>]]></a>',
    '<a b="1" b="2"/>',
    '<c:a/>',
    '<a/><a/>',
    '<a/>x',
    '<a b=1/>',
    '<a>\u0001</a>',
    '<a>&#0;</a>',
    '<a><![CDATA[</a>',
    '<a b="<"/>',
  ])
    assert.throws(() => assertWellFormed(xml(broken)), broken);
});

async function published(t: Parameters<typeof openSite>[0]): Promise<[TestSite['publication'], PublishedArticle]> {
  const site = await openSite(t);
  await goLive(site);
  const { articles } = await listPublishedWhole(site.deps.db.read, { limit: 1 });
  return [site.publication, articles[0] ?? assert.fail()];
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc ?? '');
}
