import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goLive } from '../support/live.ts';
import { json, openSite, type TestSite } from '../support/site.ts';

// The name by which a request calls this site.

const ARTICLE = '/robotics/layout-robot-pilot';
const TYPES = ['text/html', 'text/markdown', 'application/json'];

test('X-Forwarded-Host, Forwarded and Host change no URL in a response', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const forged = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'gopher',
    Forwarded: 'host=evil.example;proto=gopher',
    'X-Original-URL': '/newsroom',
  };
  const lists = [
    '/llms.txt',
    '/rss.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/.well-known/security.txt',
    '/api/public/articles',
  ];
  for (const path of ['/', ARTICLE, '/robotics/nothing', ...lists]) {
    for (const Accept of TYPES)
      assert.deepEqual(await told(site, path, { Accept, ...forged }), await told(site, path, { Accept }), path);
  }
  const elsewhere = await openSite(t, { BASE_URL: 'https://magazine.example' });
  await goLive(elsewhere);
  const { url } = await json(await elsewhere.fetch(`/api/public/articles${ARTICLE}`));
  assert.equal(url, `https://magazine.example${ARTICLE}`);
});

async function told(site: TestSite, path: string, headers: Record<string, string>) {
  const answer = await site.fetch(path, { headers, redirect: 'manual' });
  const [etag, link] = [answer.headers.get('etag'), answer.headers.get('link')];
  return { status: answer.status, type: answer.headers.get('content-type'), etag, link, body: await answer.text() };
}
