import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { cdnHeaders } from './cdn-headers.ts';
import { tagOf, tagsOf } from './tags.ts';

const CDN = { tagHeaders: ['cache-groups'], maxAge: 600, surrogateControl: false, purgers: [] } as const;
const RESPONSE = { status: 200, type: 'text/html', body: '' } as const;

test('tags are short, and a response with too many gets the tag of every publication in their place', () => {
  const articles = Array.from({ length: 40 }, () => `article:${randomUUID()}`);
  for (const tag of tagsOf([...articles.slice(0, 8), 'next:1', 'desk:field-operations', 'placed:suppliers']))
    assert.match(tag, /^[a-z0-9-]{3,32}$/);
  assert.deepEqual(tagsOf([...articles, 'placed:briefs']), ['site', 'edition', 'placed-briefs']);
  assert.equal(tagsOf(articles.slice(0, 15)).length, 16);
  assert.notEqual(tagOf('article:1'), tagOf('next:1'));
});

test('a response has tags where it says what it is about, and keeps a Cache-Control of its own', () => {
  assert.deepEqual(cdnHeaders(CDN, { ...RESPONSE, about: ['edition'] }), {
    'Cache-Groups': '"site", "edition"',
    'CDN-Cache-Control': 'max-age=600',
  });
  const file = { ...RESPONSE, about: [], headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } };
  assert.deepEqual(cdnHeaders(CDN, file), { 'Cache-Groups': '"site"' });
  assert.deepEqual(cdnHeaders(CDN, RESPONSE), { 'Cache-Groups': '"site"' }, 'as long as for readers');
  assert.deepEqual(cdnHeaders({ ...CDN, tagHeaders: [] }, { ...RESPONSE, about: ['edition'] }), {});
});
