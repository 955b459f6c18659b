import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicArticle } from '#article/pages/article-json.ts';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { BASE, json, openSite, type TestSite } from '../../support/site.ts';

const INDEX = '/api/public/articles';

test('the pages of the index list 250 articles newest first, without a gap or a repeat', async (t) => {
  const site = await openSite(t);
  await stock(site, 250);
  const seen: PublicArticle[] = [];
  let path: string | null = `${INDEX}?limit=60`;
  while (path) {
    const answer = await site.fetch(path);
    const { articles, nextCursor } = await json(answer);
    assert.ok(articles.length <= 60);
    seen.push(...articles);
    const next: string | undefined = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    assert.equal(next, nextCursor === null ? undefined : `${BASE}${INDEX}?limit=60&cursor=${nextCursor}`);
    path = next ?? null;
  }
  assert.equal(new Set(seen.map((one) => one.url)).size, 250);
  assert.equal(seen.length, 250);
  const dates = seen.map((one) => one.publishedAt ?? '');
  assert.deepEqual(dates, dates.toSorted().reverse());
});

test('publishing or unpublishing between two page requests causes no gap and no repeat among other articles', async (t) => {
  const site = await openSite(t);
  const filed = await stock(site, 9);
  const first = await json(await site.fetch(`${INDEX}?limit=4`));
  await goLive(site, { slug: 'breaking' });
  await unpublish(site.deps, CLI, filed.find((one) => one.slug === first.articles[3].slug)?.id ?? '');
  const second = await json(await site.fetch(`${INDEX}?limit=100&cursor=${first.nextCursor}`));
  const slugs = [...first.articles, ...second.articles].map((one: PublicArticle) => one.slug);
  assert.deepEqual(slugs.toSorted(), filed.map((one) => one.slug).toSorted());
});

test('limit is 100 by default, and accepts 1 to 1000', async (t) => {
  const site = await openSite(t);
  await stock(site, 101);
  const length = async (query: string) => (await json(await site.fetch(`${INDEX}${query}`))).articles.length;
  assert.equal(await length(''), 100);
  assert.equal(await length('?limit=1'), 1);
  assert.equal(await length('?limit=1000'), 101);
});

for (const limit of ['0', '1001', '-1', '1.5', '', 'ten', '1e2', '0x10', ' 5', '5 ', '99999999999999999999']) {
  test(`limit "${limit}" answers 400`, async (t) => {
    const site = await openSite(t);
    await refused(site, `limit=${encodeURIComponent(limit)}`);
  });
}

for (const [name, value] of [
  ['section', 'gardening'],
  ['section', ''],
  ['section', 'Robotics'],
  ['updatedSince', 'yesterday'],
  ['updatedSince', '2026-09-06'],
  ['updatedSince', '2026-13-06T13:00:00Z'],
  ['updatedSince', ''],
  ['cursor', ''],
  ['cursor', 'nonsense'],
  ['cursor', 'x'.repeat(300)],
]) {
  test(`${name} "${value?.slice(0, 30)}" answers 400`, async (t) => {
    const site = await openSite(t);
    await refused(site, `${name}=${encodeURIComponent(value ?? '')}`);
  });
}

test('a repeated or unknown parameter answers 400, and those that count visits are ignored', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  await refused(site, 'limit=1&limit=2');
  const plain = await site.fetch(INDEX);
  await refused(site, 'page=2');
  const { error } = await json(await site.fetch(`${INDEX}?limit=5000`));
  assert.equal(error, 'The parameter limit: must be at most 1000.');
  await refused(site, 'Limit=0');
  const other = await site.fetch(`${INDEX}?utm_source=x&utm_medium=y`);
  assert.equal(other.status, 200);
  assert.equal(other.headers.get('etag'), plain.headers.get('etag'));
  assert.equal(other.headers.get('link'), plain.headers.get('link'));
});

test('section limits every page of the index to one section', async (t) => {
  const site = await openSite(t);
  for (const [index, section] of ['robotics', 'people', 'robotics', 'people', 'robotics'].entries()) {
    await goLive(site, { section, slug: `piece-${index}` });
    site.pass(1);
  }
  const first = await json(await site.fetch(`${INDEX}?section=robotics&limit=2`));
  assert.deepEqual(
    first.articles.map((one: PublicArticle) => one.slug),
    ['piece-4', 'piece-2'],
  );
  const second = await site.fetch(`${INDEX}?section=robotics&limit=2&cursor=${first.nextCursor}`);
  assert.deepEqual(
    (await json(second)).articles.map((one: PublicArticle) => one.slug),
    ['piece-0'],
  );
});

test('updatedSince limits the index to articles changed at or after that time, in any UTC offset', async (t) => {
  const site = await openSite(t);
  const old = await goLive(site, { slug: 'old' });
  await goLive(site, { slug: 'untouched' });
  site.pass(3600);
  await goLive(site, { slug: 'new' });
  await goLiveAgain(site, old, { slug: 'old' });
  const since = async (time: string) =>
    (await json(await site.fetch(`${INDEX}?updatedSince=${encodeURIComponent(time)}`))).articles.map(
      (one: PublicArticle) => one.slug,
    );
  for (const time of [
    '2026-09-06T14:00:00Z',
    '2026-09-06T14:00:00.000Z',
    '2026-09-06T16:00:00+02:00',
    '2026-09-06T13:00:00.001Z',
  ])
    assert.deepEqual(await since(time), ['new', 'old'], time);
  assert.deepEqual((await since('2026-09-06T13:00:00Z')).length, 3);
  assert.deepEqual(await since('2026-09-06T14:00:00.001Z'), []);
});

test('the index at /api/v1 has the same bytes, ETag and links', async (t) => {
  const site = await openSite(t);
  await stock(site, 3);
  for (const query of ['', '?limit=2', '?section=robotics']) {
    const [one, other] = await Promise.all([
      site.fetch(`${INDEX}${query}`),
      site.fetch(`/api/v1/public/articles${query}`),
    ]);
    assert.equal(await one.text(), await other.text());
    for (const name of ['etag', 'link', 'last-modified', 'vary', 'cache-control'])
      assert.equal(one.headers.get(name), other.headers.get(name), name);
  }
});

test('after an article is unpublished, a list with the article gives no 304 to If-Modified-Since', async (t) => {
  const site = await openSite(t);
  await goLive(site, { slug: 'first' });
  site.pass(60);
  const second = await goLive(site, { slug: 'second' });
  site.pass(60);
  const paths = [INDEX, '/', '/robotics', '/index.md', '/llms.txt', '/rss.xml', '/sitemap.xml'];
  const before = await Promise.all(paths.map((path) => site.fetch(path)));
  await unpublish(site.deps, CLI, second.id);
  for (const [index, path] of paths.entries()) {
    const seen = before[index]?.headers.get('last-modified') ?? assert.fail(path);
    assert.equal((await site.fetch(path, { headers: { 'If-Modified-Since': seen } })).status, 200, path);
  }
});

test('an empty site has an empty index', async (t) => {
  const site = await openSite(t);
  assert.deepEqual(await json(await site.fetch(INDEX)), { articles: [], nextCursor: null });
});

/** Publishes many articles, several at the same time. */
async function stock(site: TestSite, many: number) {
  const filed = [];
  for (let index = 0; index < many; index++) {
    filed.push(await goLive(site, { slug: `piece-${index}` }));
    if (index % 7 === 6) site.pass(1);
  }
  return filed;
}

async function refused(site: TestSite, query: string): Promise<void> {
  const answer = await site.fetch(`${INDEX}?${query}`);
  assert.equal(answer.status, 400);
  const { code, error, hint } = await json(answer);
  assert.equal(code, 'bad_request');
  for (const words of [error, hint]) assert.ok(words.length > 10);
}
