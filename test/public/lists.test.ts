import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockSite } from '../../scripts/stock.ts';
import { authorHtml } from '../../src/render/html/front-html.ts';
import { authorMarkdown } from '../../src/render/markdown/page-markdown.ts';
import { openSite, type TestSite } from '../support/site.ts';

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
  assert.equal(first.match(/<h3>/g)?.length, 50);
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

  const desk = await read(site, '/robotics');
  assert.equal(desk.match(/<h3>/g)?.length, 100);
  assert.match(desk, /<a href="\/robotics\?page=2" rel="next">Older stories<\/a>/);
  assert.doesNotMatch(desk, /search\?section/);
  const older = await read(site, '/robotics?page=2');
  assert.equal(older.match(/<h3>/g)?.length, 1);
  assert.match(older, /<link rel="canonical" href="[^"]*\/robotics\?page=2">/);
  assert.match(older, /<a href="\/robotics" rel="prev">Newer stories<\/a>/);
  assert.match(await read(site, '/robotics.md?page=2'), /Page 2\. \[Newer stories\]\([^)]*\/robotics\.md\)/);
  assert.equal(JSON.parse(await read(site, '/robotics?page=2', TYPES.json)).articles.length, 1);
  assert.equal(await read(site, '/robotics'), desk, 'the second page did not take the place of the first in the cache');
  for (const path of ['/robotics?page=3', '/robotics.md?page=x'])
    assert.equal((await site.fetch(path)).status, 404, path);
});

test('each page of a byline names itself as its canonical address', async (t) => {
  const { publication } = (await openSite(t)).config;
  const byline = { slug: 'ines', name: 'Ines', biography: null, portrait: null, articles: [], page: 2, hasMore: true };
  const page = await authorHtml(publication, byline);
  assert.match(page, /<link rel="canonical" href="[^"]*\/authors\/ines\?page=2">/);
  assert.match(
    page,
    /<link rel="prev" href="[^"]*\/authors\/ines">\s*<link rel="next" href="[^"]*\/authors\/ines\?page=3">/,
  );
  assert.match(authorMarkdown(publication, byline), /\/authors\/ines\.md\?page=3\)/);
});
