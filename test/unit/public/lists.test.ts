import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { mergeTags, renameTag } from '#editorial/tags.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { authorHtml } from '#reading/pages/front-html.ts';
import { authorMarkdown } from '#reading/pages/page-markdown.ts';
import { stockSite } from '../../../scripts/stock.ts';
import { goLive } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// Lists of articles in pages.

const TYPES = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' };

async function read(site: TestSite, path: string, accept = TYPES.html): Promise<string> {
  const response = await site.fetch(path, { headers: { Accept: accept } });
  assert.equal(response.status, 200, path);
  return response.text();
}

test('/latest lists every article by date in pages that name each other, in three forms', async (t) => {
  const site = await openSite(t);
  assert.match(await read(site, '/latest'), /Nothing has been published yet/);
  await stockSite(site.deps, { count: 505, body: 100 });
  const first = await read(site, '/latest');
  assert.equal(first.match(/<h[23]><a /g)?.length, 50);
  assert.match(first, /rel="next" href="[^"]*\/latest\?page=2"/);
  assert.doesNotMatch(first, /rel="prev"/);
  const last = await site.fetch('/latest?page=11');
  assert.match(last.headers.get('link') ?? '', /\/latest\?page=11>; rel="canonical".*\/latest\?page=10>; rel="prev"/);
  const page = await last.text();
  assert.match(page, /<link rel="canonical" href="[^"]*\/latest\?page=11">/);
  assert.match(page, /<h1>Latest, page 11<\/h1>/);
  assert.equal(page.match(/<h3>/g)?.length, 5);
  assert.doesNotMatch(page, /rel="next"|noindex/);
  const text = await read(site, '/latest.md?page=11');
  assert.match(text, /\nurl: "?[^\n]*\/latest\?page=11/);
  assert.match(text, /\n- \[.*\]\(.*\.md\).*\n\nPage 11\. \[Newer stories\]\([^)]*\/latest\.md\?page=10\)\n$/);
  const { articles, nextCursor } = JSON.parse(await read(site, '/latest', TYPES.json));
  const index = JSON.parse(await read(site, '/api/public/articles?limit=50'));
  assert.deepEqual({ articles, nextCursor }, index);
  for (const wrong of ['0', '1.5', '12', '-1', '', 'x', '99999', '2&page=2'])
    assert.equal((await site.fetch(`/latest?page=${wrong}`)).status, 404, wrong);

  const section = await read(site, '/robotics');
  assert.equal(section.match(/<h[23]><a /g)?.length, 100);
  assert.match(section, /<a href="\/robotics\?page=2" rel="next">Older stories<\/a>/);
  assert.doesNotMatch(section, /search\?section/);
  const older = await read(site, '/robotics?page=2');
  assert.equal(older.match(/<h3>/g)?.length, 1);
  assert.match(older, /<link rel="canonical" href="[^"]*\/robotics\?page=2">/);
  assert.match(older, /<meta property="og:url" content="[^"]*\/robotics\?page=2">/);
  assert.match(older, /<a href="\/robotics" rel="prev">Newer stories<\/a>/);
  assert.match(await read(site, '/robotics.md?page=2'), /Page 2\. \[Newer stories\]\([^)]*\/robotics\.md\)/);
  assert.equal(JSON.parse(await read(site, '/robotics?page=2', TYPES.json)).articles.length, 1);
  assert.equal(
    await read(site, '/robotics'),
    section,
    'the second page did not take the place of the first in the cache',
  );
  for (const path of ['/robotics?page=3', '/robotics.md?page=x'])
    assert.equal((await site.fetch(path)).status, 404, path);
});

test('each page of a byline names itself as its canonical address', async (t) => {
  const { publication } = await openSite(t);
  const byline = { slug: 'ines', name: 'Ines', biography: null, portrait: null, articles: [], page: 2, hasMore: true };
  const page = await authorHtml(publication, byline);
  assert.match(page, /<link rel="canonical" href="[^"]*\/authors\/ines\?page=2">/);
  assert.match(
    page,
    /<link rel="prev" href="[^"]*\/authors\/ines">\s*<link rel="next" href="[^"]*\/authors\/ines\?page=3">/,
  );
  assert.match(authorMarkdown(publication, byline), /\/authors\/ines\.md\?page=3\)/);
});

test('months and tags have pages in every form, and a tag that was renamed or merged leads to its present address', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const stations = await addAuthorOrTag(site.deps, CLI, 'tag', 'Total stations');
  const layout = await addAuthorOrTag(site.deps, CLI, 'tag', 'Layout <b>');
  assert.match(await read(site, '/archive'), /No month yet/);
  assert.match(await read(site, '/tags'), /No published story has a tag yet/);
  assert.equal((await site.fetch('/tags/layout-b')).status, 404, 'no article has it');
  const first = await goLive(site, { tagIds: [stations.id] });
  site.pass(30 * 24 * 60 * 60);
  const second = { slug: 'later', headline: 'A later story', tagIds: [stations.id, layout.id] };
  await goLive(site, second);

  assert.match(
    await read(site, '/archive'),
    /"\/archive\/2026-10">October 2026<\/a> .*one story.*\s.*\/archive\/2026-09"/,
  );
  assert.match(await read(site, '/archive.md'), /- \[October 2026\]\([^)]*\/archive\/2026-10\.md\): one story\n/);
  const { months } = JSON.parse(await read(site, '/archive', TYPES.json));
  assert.deepEqual(months, JSON.parse(await read(site, '/api/v1/public/archive')).months);
  const october = await read(site, '/archive/2026-10');
  assert.match(october, /<h1>October 2026<\/h1>[\s\S]*\/robotics\/later"/);
  assert.match(october, /<link rel="canonical" href="[^"]*\/archive\/2026-10">/);
  assert.doesNotMatch(october, /layout-robot-pilot|noindex/);
  assert.match(await read(site, '/latest'), /<h2 class="label"><a href="\/archive\/2026-09">September 2026<\/a><\/h2>/);
  for (const wrong of ['2026-13', '2026-11', '2026', 'x', '2026-09.json'])
    assert.equal((await site.fetch(`/archive/${wrong}`)).status, 404, wrong);

  assert.match(await read(site, '/tags'), /"\/tags\/layout-b">Layout &lt;b&gt;<\/a>/);
  const tagged = await read(site, '/tags/total-stations');
  assert.equal(tagged.match(/<h[23]><a /g)?.length, 2);
  assert.match(tagged, /type="application\/rss\+xml" title="Plumbline: [^"]+" href="\/tags\/total-stations\/rss.xml"/);
  for (const [file, self] of [
    ['rss.xml', /<atom:link href="[^"]*\/tags\/total-stations\/rss.xml" rel="self"/],
    ['atom.xml', /<id>[^<]*\/tags\/total-stations\/atom.xml<\/id>/],
    ['feed.json', /"home_page_url":"[^"]*\/tags\/total-stations"/],
  ] as const) {
    const feed = await read(site, `/tags/total-stations/${file}`);
    assert.match(feed, self);
    assert.equal(feed.match(/urn:uuid:/g)?.length, new Set(feed.match(/urn:uuid:[-\w]+/g)).size);
  }
  const text = await read(site, '/tags/total-stations.md');
  assert.equal(await read(site, '/tags/total-stations', TYPES.markdown), text);
  assert.match(text, /## \[October 2026\]\([^)]*\/archive\/2026-10\.md\)\n\n- \[A later story\]/);
  const listed = JSON.parse(await read(site, '/tags/total-stations', TYPES.json));
  assert.deepEqual(listed, JSON.parse(await read(site, '/api/v1/public/tags/total-stations')));
  assert.match(await read(site, '/robotics/later'), /<li><a href="\/tags\/layout-b">Layout &lt;b&gt;<\/a><\/li>/);
  assert.match(await read(site, '/robotics/later.md'), /\ntags: \["Total stations",/);
  assert.match(await read(site, '/sitemap.xml'), /\/archive\/2026-09<\/loc>[\s\S]*\/tags\/total-stations<\/loc>/);

  await renameTag(site.deps, chief, stations.id, 'Stations');
  await mergeTags(site.deps, chief, layout.id, stations.id);
  const moved: [string, string][] = [
    ['/tags/total-stations', '/tags/stations'],
    ['/tags/total-stations.md', '/tags/stations.md'],
    ['/tags/total-stations/rss.xml', '/tags/stations/rss.xml'],
    ['/tags/layout-b?page=2', '/tags/stations?page=2'],
    ['/api/v1/public/tags/layout-b', '/api/v1/public/tags/stations'],
  ];
  for (const [from, to] of moved) {
    const answer = await site.fetch(from, { redirect: 'manual' });
    assert.equal(answer.status, 301, from);
    assert.equal(answer.headers.get('location'), `${site.config.publication.baseUrl}${to}`);
  }
  const { tags } = JSON.parse(await read(site, '/api/v1/public/tags'));
  assert.deepEqual(
    tags.map(({ slug, articles }: { slug: string; articles: number }) => [slug, articles]),
    [['stations', 2]],
  );
  assert.equal((await read(site, '/tags/stations')).match(/<h[23]><a /g)?.length, 2);
  await renameTag(site.deps, chief, stations.id, 'Total stations');
  assert.equal((await site.fetch('/tags/stations', { redirect: 'manual' })).status, 301);
  assert.match(await read(site, '/tags/total-stations'), /<h1>Total stations<\/h1>/);
  await unpublish(site.deps, CLI, first.id);
  assert.equal((await read(site, '/tags/total-stations')).match(/<h[23]><a /g)?.length, 1);
  assert.equal((await site.fetch('/archive/2026-09')).status, 404);
});
