import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES } from '#server/routes.ts';
import { goLive } from '../../support/live.ts';
import { BASE, openSite } from '../../support/site.ts';

// A URL with an extra slash or a capital letter still leads to its page.

test('URLs with a trailing slash or capitals and common guesses redirect to the URL that answers 200', async (t) => {
  const site = await openSite(t);
  await goLive(site);
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
    '/robotics//layout-robot-pilot': '/robotics/layout-robot-pilot',
    '/security.txt': '/.well-known/security.txt',
    '/apple-touch-icon-precomposed.png': '/apple-touch-icon.png',
  };
  for (const [path, target] of Object.entries(rows)) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await site.fetch(path, { method });
      assert.deepEqual([answer.status, answer.headers.get('location')], [301, `${BASE}${target}`], path);
    }
    if (!path.startsWith('/authors')) assert.equal((await site.fetch(target)).status, 200, target);
  }
});

test('a request that reads nothing is answered at a mistyped path as at the right one, with the same challenge', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const answer = async (path: string, method: string) => {
    const { status, headers } = await site.fetch(path, { method });
    return [status, headers.get('www-authenticate'), headers.get('allow'), headers.get('location')];
  };
  const paths = new Set(ROUTES.map(({ path }) => path.replace(/:\w+(\{[^/]*\})?/g, 'x')));
  for (const path of [...paths].filter((each) => each !== '/' && !each.startsWith('/.well-known/'))) {
    const right = await answer(path, 'POST');
    assert.deepEqual(await answer(`${path}/`, 'POST'), right, `${path}/`);
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    for (const path of ['/mcp', '/api/mcp', '/api/admin/articles', '/oauth/token', '/about'])
      for (const typed of [`${path}/`, `${path}//`, `${path}/?a=b`, path.toUpperCase()])
        assert.deepEqual(await answer(typed, method), await answer(path, method), `${method} ${typed}`);
  assert.match(String((await answer('/api/mcp/', 'POST'))[1]), /resource_metadata=/);
});

test('a POST is not redirected, and an unknown URL answers 404', async (t) => {
  const site = await openSite(t);
  assert.equal((await site.fetch('/no-such-page/', { method: 'POST' })).headers.get('location'), null);
  for (const path of ['/no-such-page', '/robotics/no-such-article', '/.well-known/nothing/', '/preview/AbCdEf'])
    assert.equal((await site.fetch(path)).status, 404, path);
  for (const path of ['/:section', '/:section/:slug', '/brief/:day', '/authors/:slug'])
    assert.equal((await site.fetch(path)).status, 404, `${path}, written like a pattern of the router`);
});

test('the redirect of a moved article keeps the query string', async (t) => {
  const site = await openSite(t);
  const { moveArticle } = await import('#editorial/publish/move-article.ts');
  const article = await goLive(site);
  const to = { section: 'people', slug: 'moved' };
  await moveArticle(site.deps, await site.person('editor'), { articleId: article.id, baseRevision: 0, to });
  const answer = await site.fetch('/robotics/layout-robot-pilot?from=mail');
  assert.equal(answer.headers.get('location'), `${BASE}/people/moved?from=mail`);
});
