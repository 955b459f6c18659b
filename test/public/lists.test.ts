import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockSite } from '../../scripts/stock.ts';
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
  await stockSite(site.deps, { count: 51, body: 100 });
  const first = await read(site, '/latest');
  assert.equal(first.match(/<h3>/g)?.length, 50);
  assert.match(first, /rel="next" href="[^"]*\/latest\?page=2"/);
  assert.doesNotMatch(first, /rel="prev"/);
  const second = await site.fetch('/latest?page=2');
  assert.match(second.headers.get('link') ?? '', /\/latest\?page=2>; rel="canonical".*\/latest>; rel="prev"/);
  const page = await second.text();
  assert.match(page, /<link rel="canonical" href="[^"]*\/latest\?page=2">/);
  assert.match(page, /<h1>Latest, page 2<\/h1>/);
  assert.equal(page.match(/<h3>/g)?.length, 1);
  assert.doesNotMatch(page, /rel="next"|noindex/);
  const text = await read(site, '/latest.md?page=2');
  assert.match(text, /\nurl: "?[^\n]*\/latest\?page=2/);
  assert.match(text, /\n- \[.*\]\(.*\.md\).*\n\nPage 2\. \[Newer stories\]\([^)]*\/latest\.md\)\n$/);
  const { articles, nextCursor } = JSON.parse(await read(site, '/latest', TYPES.json));
  const index = JSON.parse(await read(site, '/api/public/articles?limit=50'));
  assert.deepEqual({ articles, nextCursor }, index);
  for (const wrong of ['0', '1.5', '3', '-1', 'x', '99999', '2&page=2'])
    assert.equal((await site.fetch(`/latest?page=${wrong}`)).status, 404, wrong);
});
