import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goLive } from '../../support/live.ts';
import { openSite } from '../../support/site.ts';

// What a public address answers to a method that it does not support.

const ARTICLE = '/robotics/layout-robot-pilot';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('other methods answer 405 with Allow, and reads are open to other origins', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  for (const path of ['/', ARTICLE, '/api/public/articles', `/api/public/markdown${ARTICLE}`, '/llms.txt']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await site.fetch(path, { method });
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    }
    assert.equal((await site.fetch(path)).headers.get('access-control-allow-origin'), '*');
    const toBrowser = await site.fetch(path, { method: 'POST', headers: { Accept: BROWSER } });
    const isPage = !path.startsWith('/api/');
    assert.match(toBrowser.headers.get('content-type') ?? '', isPage ? /^text\/html/ : /^application\/json/, path);
    assert.equal(toBrowser.headers.get('allow'), 'GET, HEAD');
  }
});
