import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CachedResponse, toCachedResponse } from './encode.ts';
import { isNotModified } from './serve.ts';
import { type CacheKey, createStore } from './store.ts';

const key = (path: string, over: Partial<CacheKey> = {}): CacheKey => ({
  path,
  choice: 'page',
  form: 'html',
  coding: 'identity',
  ...over,
});
const render = (body: string): Promise<CachedResponse> =>
  toCachedResponse({ status: 200, type: 'text/html; charset=utf-8', body }, 'identity');

/** The stored response, or null. */
function readStored(
  store: ReturnType<typeof createStore>,
  path: string,
  form: CacheKey['form'] = 'html',
  coding: CacheKey['coding'] = 'identity',
) {
  const place = store.at(path);
  return place && store.find(place, form, coding);
}

test('a response is found only by its path, form and coding', async () => {
  const store = createStore(1_000_000);
  const page = await render('page');
  store.put(key('/a'), page, ['edition'], store.version());
  assert.equal(readStored(store, '/a'), page);
  assert.equal(readStored(store, '/a', 'markdown', 'identity'), null);
  assert.equal(readStored(store, '/a', 'html', 'gzip'), null);
  assert.equal(readStored(store, '/b'), null);
  assert.deepEqual([store.at('/a')?.choice, store.at('/b')], ['page', null]);
});

test('a publication removes the responses that show it, and a response rendered before it is not stored after it', async () => {
  const store = createStore(1_000_000);
  store.put(key('/a'), await render('a'), ['article:1', 'section:robotics'], store.version());
  store.put(key('/b'), await render('b'), ['article:2'], store.version());
  const before = store.version();
  store.remove(['article:1']);
  assert.equal(readStored(store, '/a'), null);
  assert.equal(store.at('/a'), null);
  assert.ok(readStored(store, '/b'));
  store.put(key('/a'), await render('late'), ['article:1'], before);
  assert.equal(readStored(store, '/a'), null);
});

test('over the budget, the least recently read responses are removed first', async () => {
  const store = createStore(100_000);
  for (let n = 0; n < 25; n++) store.put(key(`/${n}`), await render('x'.repeat(900)), [], store.version());
  readStored(store, '/0');
  for (let n = 25; n < 40; n++) store.put(key(`/${n}`), await render('x'.repeat(900)), [], store.version());
  assert.ok(store.size().bytes <= 100_000);
  assert.ok(readStored(store, '/0'), 'read recently');
  assert.equal(readStored(store, '/1'), null, 'read long ago');
  assert.ok(readStored(store, '/39'));
});

test('a response too large for the store is not stored, and a new response replaces the old one', async () => {
  const store = createStore(100_000);
  store.put(key('/large'), await render('x'.repeat(50_000)), [], store.version());
  assert.deepEqual(store.size(), { bytes: 0, copies: 0 });
  store.put(key('/a'), await render('one'), [], store.version());
  store.put(key('/a'), await render('other'), [], store.version());
  assert.equal(store.size().copies, 1);
});

test('each coding has its own ETag, and an ETag wins over a date', async () => {
  const response = {
    status: 200 as const,
    type: 'text/html',
    body: 'plumb '.repeat(200),
    modifiedAt: '2026-09-06T13:00:00.500Z',
  };
  const [plain, gzip] = [await toCachedResponse(response, 'identity'), await toCachedResponse(response, 'gzip')];
  assert.notEqual(plain.etag, gzip.etag);
  assert.ok(isNotModified(plain, plain.etag, null));
  assert.ok(isNotModified(plain, `"x", W/${plain.etag}`, null));
  assert.ok(isNotModified(plain, '*', null));
  assert.ok(!isNotModified(plain, gzip.etag, 'Sun, 06 Sep 2026 13:00:00 GMT'));
  assert.ok(isNotModified(plain, null, 'Sun, 06 Sep 2026 13:00:00 GMT'));
  assert.ok(!isNotModified(plain, null, 'Sun, 06 Sep 2026 12:59:59 GMT'));
  assert.ok(!isNotModified(plain, null, 'no date'));
});
