import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CachedResponse, isKnown, toCachedResponse } from './cached-response.ts';
import { type CacheKey, createStore } from './store.ts';

const place = (path: string, over: Partial<CacheKey> = {}): CacheKey => ({
  path,
  choice: 'page',
  form: 'html',
  coding: 'identity',
  ...over,
});
const print = (body: string): Promise<CachedResponse> =>
  toCachedResponse({ status: 200, type: 'text/html; charset=utf-8', body }, 'identity');

test('a copy is found by path, form and coding, and by nothing else', async () => {
  const stand = createStore(1_000_000);
  const page = await print('page');
  stand.keep(place('/a'), page, ['edition'], stand.version());
  assert.equal(stand.find('/a', 'html', 'identity'), page);
  assert.equal(stand.find('/a', 'markdown', 'identity'), null);
  assert.equal(stand.find('/a', 'html', 'gzip'), null);
  assert.equal(stand.find('/b', 'html', 'identity'), null);
  assert.deepEqual([stand.choiceAt('/a'), stand.choiceAt('/b')], ['page', null]);
});

test('a publication drops the copies it is about, and nothing printed before it is kept after it', async () => {
  const stand = createStore(1_000_000);
  stand.keep(place('/a'), await print('a'), ['article:1', 'desk:robotics'], stand.version());
  stand.keep(place('/b'), await print('b'), ['article:2'], stand.version());
  const before = stand.version();
  stand.drop(['article:1']);
  assert.equal(stand.find('/a', 'html', 'identity'), null);
  assert.equal(stand.choiceAt('/a'), null);
  assert.ok(stand.find('/b', 'html', 'identity'));
  stand.keep(place('/a'), await print('late'), ['article:1'], before);
  assert.equal(stand.find('/a', 'html', 'identity'), null);
});

test('over the budget the copies read longest ago leave first', async () => {
  const stand = createStore(100_000);
  for (let n = 0; n < 25; n++) stand.keep(place(`/${n}`), await print('x'.repeat(900)), [], stand.version());
  stand.find('/0', 'html', 'identity');
  for (let n = 25; n < 40; n++) stand.keep(place(`/${n}`), await print('x'.repeat(900)), [], stand.version());
  assert.ok(stand.size().bytes <= 100_000);
  assert.ok(stand.find('/0', 'html', 'identity'), 'read of late');
  assert.equal(stand.find('/1', 'html', 'identity'), null, 'read long ago');
  assert.ok(stand.find('/39', 'html', 'identity'));
});

test('a copy too large for the stand is not held, and one printed anew takes the place of the old', async () => {
  const stand = createStore(100_000);
  stand.keep(place('/large'), await print('x'.repeat(50_000)), [], stand.version());
  assert.deepEqual(stand.size(), { bytes: 0, copies: 0 });
  stand.keep(place('/a'), await print('one'), [], stand.version());
  stand.keep(place('/a'), await print('other'), [], stand.version());
  assert.equal(stand.size().copies, 1);
});

test('each coding has an ETag of its own, and a reader is known by tag before date', async () => {
  const copy = {
    status: 200 as const,
    type: 'text/html',
    body: 'plumb '.repeat(200),
    modifiedAt: '2026-09-06T13:00:00.500Z',
  };
  const [plain, gzip] = [await toCachedResponse(copy, 'identity'), await toCachedResponse(copy, 'gzip')];
  assert.notEqual(plain.etag, gzip.etag);
  assert.ok(isKnown(plain, plain.etag, null));
  assert.ok(isKnown(plain, `"x", W/${plain.etag}`, null));
  assert.ok(isKnown(plain, '*', null));
  assert.ok(!isKnown(plain, gzip.etag, 'Sun, 06 Sep 2026 13:00:00 GMT'));
  assert.ok(isKnown(plain, null, 'Sun, 06 Sep 2026 13:00:00 GMT'));
  assert.ok(!isKnown(plain, null, 'Sun, 06 Sep 2026 12:59:59 GMT'));
  assert.ok(!isKnown(plain, null, 'no date'));
});
