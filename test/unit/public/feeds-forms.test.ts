import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { listPublishedWhole } from '#article/published.ts';
import { sectionSlugs } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { atomFeed, jsonFeed } from '#reading/feeds/feeds.ts';
import { hostileText } from '../../support/hostile-parts.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { BASE, copy, json, openSite, type TestSite } from '../../support/site.ts';
import { assertWellFormed } from '../../support/well-formed.ts';

// Atom and JSON Feed, and the feeds of each section; RSS has its own tests.

const NOTE = 'An earlier version gave the crew size as twelve; the crew was nine people.';
const URL = `${BASE}/robotics/layout-robot-pilot`;
const FULL_TEXT = `<p><strong>Correction, 7 September 2026.</strong> ${NOTE}</p>\n<p>The crew ran the machine on a <em>live</em> slab and wrote down every stop.</p>\n<h2>Sources</h2>\n<ol><li><a href="https://example.org/pilot-record">Site record of the pilot</a></li></ol>\n<h2>Numbers</h2>\n<p>2 numbers: 2 not settled. <a href="${BASE}/method">How numbers are settled</a> · <a href="${BASE}/api/v1/public/articles/robotics/layout-robot-pilot/evidence">The same as data</a></p><p>Not settled: “twelve”, “nine”.</p>`;
const FEEDS = ['rss.xml', 'atom.xml', 'feed.json'];

async function correctedSite(t: Parameters<typeof openSite>[0]): Promise<{ site: TestSite; id: string }> {
  const site = await openSite(t);
  const tag = await addAuthorOrTag(site.deps, await site.person('chief'), 'tag', 'Layout');
  const article = await goLive(site, { tagIds: [tag.id] });
  site.pass(86_400);
  await goLiveAgain(site, article, { correctionNote: NOTE, tagIds: [tag.id] });
  return { site, id: article.id };
}

test('/atom.xml is valid Atom (RFC 4287) with full text', async (t) => {
  const { site, id } = await correctedSite(t);
  const answer = await site.fetch('/atom.xml');
  assert.equal(answer.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  const xml = await answer.text();
  assertWellFormed(xml);
  const { entries = [], ...feed } = parseAtomFeed(xml);
  assert.equal(feed.id, `${BASE}/atom.xml`);
  assert.equal(feed.title?.value, 'Plumbline');
  assert.equal(feed.updated, '2026-09-07T13:00:00.000Z');
  assert.deepEqual(
    feed.links?.map(({ rel, href }) => [rel, href]),
    [
      ['self', `${BASE}/atom.xml`],
      ['alternate', `${BASE}/`],
    ],
  );
  const { content, ...entry } = entries[0] ?? assert.fail('no entry');
  assert.deepEqual(content, { value: FULL_TEXT, type: 'html' });
  assert.deepEqual(entry, {
    id: `urn:uuid:${id}`,
    title: { value: 'A layout robot on a live slab' },
    links: [
      { href: URL, rel: 'alternate', type: 'text/html' },
      { href: `${URL}.md`, rel: 'alternate', type: 'text/markdown' },
    ],
    published: '2026-09-06T13:00:00.000Z',
    updated: '2026-09-07T13:00:00.000Z',
    authors: [{ name: 'Plumbline newsroom' }],
    categories: [{ term: 'robotics', label: 'Robotics' }, { term: 'Layout' }],
    summary: { value: 'What estimators should check before they rely on a layout robot.' },
  });
});

test('/feed.json is JSON Feed 1.1 with full text', async (t) => {
  const { site, id } = await correctedSite(t);
  const answer = await site.fetch('/feed.json');
  assert.equal(answer.headers.get('content-type'), 'application/feed+json; charset=utf-8');
  const { items, ...feed } = await json(answer);
  assert.deepEqual(
    [feed.version, feed.title, feed.home_page_url, feed.feed_url, feed.language],
    ['https://jsonfeed.org/version/1.1', 'Plumbline', `${BASE}/`, `${BASE}/feed.json`, 'en'],
  );
  assert.deepEqual(items, [
    {
      id: `urn:uuid:${id}`,
      url: URL,
      title: 'A layout robot on a live slab',
      summary: 'What estimators should check before they rely on a layout robot.',
      image: `${BASE}/cards/robotics/layout-robot-pilot.png`,
      date_published: '2026-09-06T13:00:00.000Z',
      date_modified: '2026-09-07T13:00:00.000Z',
      authors: [{ name: 'Plumbline newsroom' }],
      tags: ['Robotics', 'Layout'],
      content_html: FULL_TEXT,
    },
  ]);
});

for (const file of FEEDS) {
  test(`each section has its own ${file} with only its articles`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    await goLive(site, { section: 'people', slug: 'nine-people', headline: 'Nine people' });
    for (const section of sectionSlugs()) {
      const { self, links } = await readFeed(site, `/${section}/${file}`);
      assert.equal(self, `${BASE}/${section}/${file}`);
      const expected: Record<string, string[]> = { robotics: [URL], people: [`${BASE}/people/nine-people`] };
      assert.deepEqual(links, expected[section] ?? []);
    }
    const unknown = await site.fetch(`/logistics/${file}`);
    assert.equal(unknown.status, 404);
  });

  test(`the ${file} of a section changes only with articles of that section`, async (t) => {
    const site = await openSite(t);
    const article = await goLive(site);
    const before = (await site.fetch(`/robotics/${file}`)).headers.get('etag');
    site.pass(60);
    await goLive(site, { section: 'people', slug: 'other' });
    assert.equal((await site.fetch(`/robotics/${file}`)).headers.get('etag'), before);
    await unpublish(site.deps, CLI, article.id);
    assert.notEqual((await site.fetch(`/robotics/${file}`)).headers.get('etag'), before);
    assert.deepEqual((await readFeed(site, `/robotics/${file}`)).links, []);
  });

  test(`/${file} contains no draft and no unpublished article`, async (t) => {
    const site = await openSite(t);
    await createDraft(site.deps, CLI, copy({ slug: 'zinnober-draft', headline: 'Zinnober' }));
    const gone = await goLive(site, { slug: 'zinnober-gone', headline: 'Zinnober' });
    await unpublish(site.deps, CLI, gone.id);
    assert.doesNotMatch(await (await site.fetch(`/${file}`)).text(), /zinnober/i);
  });
}

test('a site without articles has valid empty feeds', async (t) => {
  const site = await openSite(t);
  for (const file of FEEDS) assert.deepEqual((await readFeed(site, `/${file}`)).links, []);
});

test('with any text in an article, both feeds are valid and contain the other articles', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const { articles } = await listPublishedWhole(site.deps.db.read, { limit: 1 });
  const article = articles[0] ?? assert.fail();
  const { publication } = site;
  await fc.assert(
    fc.asyncProperty(hostileText, async (evil) => {
      const bodyBlocks = [{ id: 'b', type: 'paragraph' as const, text: evil }];
      const tags = [{ slug: 'x', name: evil }];
      const other = { ...article, headline: evil, dek: evil, author: evil, correctionNote: evil, tags, bodyBlocks };
      const given = [article, { ...other, correctedAt: article.publishedAt }, article];
      const xml = await atomFeed({ ...publication, name: `A${evil}` }, given, article.publishedAt);
      assertWellFormed(xml);
      assert.equal(parseAtomFeed(xml).entries?.length, 3);
      const feed = JSON.parse(await jsonFeed({ ...publication, name: `A${evil}` }, given));
      assert.equal(parseJsonFeed(feed).items?.length, 3);
    }),
    { numRuns: 300 },
  );
});

test('an article that cannot be rendered appears in both feeds with its dek, and the others in full', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const { articles } = await listPublishedWhole(site.deps.db.read, { limit: 1 });
  const article = articles[0] ?? assert.fail();
  const broken = { ...article, bodyBlocks: [{ id: 'b', type: 'paragraph' as const, text: null as unknown as string }] };
  const { publication } = site;
  const { entries = [] } = parseAtomFeed(await atomFeed(publication, [broken, article], null));
  assert.deepEqual(
    entries.map(({ summary, content }) => [summary?.value, content !== undefined]),
    [
      [article.dek, false],
      [article.dek, true],
    ],
  );
  const { items } = JSON.parse(await jsonFeed(publication, [broken, article]));
  assert.deepEqual([items[0].content_text, items[0].content_html], [article.dek, undefined]);
  assert.ok(items[1].content_html);
});

/** The title and articles of a feed in any format. */
async function readFeed(site: TestSite, path: string): Promise<{ self: string | undefined; links: string[] }> {
  const answer = await site.fetch(path);
  assert.equal(answer.status, 200, path);
  const body = await answer.text();
  if (path.endsWith('.json')) {
    const { feed_url, items } = JSON.parse(body);
    return { self: feed_url, links: items.map((item: { url: string }) => item.url) };
  }
  assertWellFormed(body);
  if (path.endsWith('atom.xml')) {
    const { links = [], entries = [] } = parseAtomFeed(body);
    return {
      self: links.find(({ rel }) => rel === 'self')?.href,
      links: entries.map(({ links = [] }) => links[0]?.href ?? ''),
    };
  }
  const { atom, items = [] } = parseRssFeed(body);
  return { self: atom?.links?.[0]?.href, links: items.map(({ link }) => link ?? '') };
}
