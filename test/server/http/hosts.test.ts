import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goLive } from '../../support/live.ts';
import { openRaw } from '../../support/raw.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

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

test('a reader who uses another name of the site is redirected to the base address', async (t) => {
  const { site, say } = await openRaw(t, {
    BASE_URL: 'https://magazine.example',
    FURTHER_HOSTS: 'origin.magazine.example, m.magazine.example',
  });
  await goLive(site);
  const ask = async (host: string, path: string, method = 'GET') => {
    const [heard] = await say(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return [heard?.status, heard?.headers.get('location')];
  };
  // The second request finds the page in the cache, before the fast path.
  const stay = `GET ${ARTICLE} HTTP/1.1\r\nHost: magazine.example\r\n\r\n`;
  const leave = `GET ${ARTICLE}?q=1 HTTP/1.1\r\nHost: www.magazine.example\r\n\r\n`;
  const heard = await say(stay + stay + leave);
  assert.deepEqual(
    heard.map(({ status }) => status),
    [200, 200, 301],
  );
  assert.equal(heard[2]?.headers.get('location'), `https://magazine.example${ARTICLE}?q=1`);
  for (const host of ['www.magazine.example', 'WWW.magazine.example:8080', 'other.example'])
    assert.deepEqual(await ask(host, '/about?a=b'), [301, 'https://magazine.example/about?a=b'], host);
  assert.deepEqual(await ask('www.magazine.example', '/about', 'HEAD'), [301, 'https://magazine.example/about']);
  const own = ['magazine.example:3000', 'm.magazine.example', '127.0.0.1', '[::1]:3000', 'localhost:3000', '10.0.0.7'];
  for (const host of [...own, 'plumbline', 'app.internal'])
    assert.deepEqual(await ask(host, '/about'), [200, undefined], host);
  for (const path of ['/healthz', '/readyz'])
    assert.deepEqual(await ask('www.magazine.example', path), [200, undefined], path);
  assert.equal((await ask('www.magazine.example', '/about', 'POST'))[0], 405);
});

test('nothing is redirected while the site runs on this machine', async (t) => {
  const { say } = await openRaw(t, { BASE_URL: 'http://localhost:3000' });
  const [heard] = await say('GET /about HTTP/1.1\r\nHost: www.magazine.example\r\nConnection: close\r\n\r\n');
  assert.equal(heard?.status, 200);
});
