import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE, openHouse } from '../support/house.ts';
import { goLive } from '../support/live.ts';

// A link with a slash too many or a capital still leads to its page.

test('a trailing slash, capitals and guessed names redirect once to the address that answers 200', async (t) => {
  const house = await openHouse(t);
  await goLive(house);
  const rows = {
    '/about/': '/about',
    '/robotics/': '/robotics',
    '/corrections/': '/corrections',
    '/api/': '/api',
    '/robotics/layout-robot-pilot/': '/robotics/layout-robot-pilot',
    '/Robotics/Layout-Robot-Pilot': '/robotics/layout-robot-pilot',
    '/robotics/layout-robot-pilot.MD': '/robotics/layout-robot-pilot.md',
    '/api/public/articles/Robotics/layout-robot-pilot/': '/api/public/articles/robotics/layout-robot-pilot',
    '/authors/plumbline-newsroom/': '/authors/plumbline-newsroom',
    '/robotics/?utm=Mail': '/robotics?utm=Mail',
    '/feed': '/rss.xml',
    '/rss': '/rss.xml',
    '/index.html': '/',
    '/sitemap': '/sitemap.xml',
    '/favicon.ico': '/static/logo.png',
    '/apple-touch-icon.png': '/static/logo.png',
  };
  for (const [path, target] of Object.entries(rows)) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await house.fetch(path, { method });
      assert.deepEqual([answer.status, answer.headers.get('location')], [301, `${BASE}${target}`], path);
    }
    if (!path.startsWith('/authors')) assert.equal((await house.fetch(target)).status, 200, target);
  }
});

test('nothing but GET and HEAD is redirected, and what exists nowhere answers 404', async (t) => {
  const house = await openHouse(t);
  assert.equal((await house.fetch('/about/', { method: 'POST' })).status, 404);
  for (const path of ['/no-such-page', '/robotics/no-such-article', '/.well-known/nothing/', '/preview/AbCdEf'])
    assert.equal((await house.fetch(path)).status, 404, path);
});

test('the address of a moved article keeps the query', async (t) => {
  const house = await openHouse(t);
  const { moveArticle } = await import('../../src/article/publish/move-article.ts');
  const article = await goLive(house);
  const to = { section: 'people', slug: 'moved' };
  await moveArticle(house.press, await house.person('editor'), article.id, 0, to);
  const answer = await house.fetch('/robotics/layout-robot-pilot?from=mail');
  assert.equal(answer.headers.get('location'), `${BASE}/people/moved?from=mail`);
});
