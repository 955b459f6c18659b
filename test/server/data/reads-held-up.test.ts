import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLinkingArticles } from '#article/linking-articles.ts';
import { createResponseCache } from '#http/cache/response-cache.ts';
import { createApp } from '#server/create-app.ts';
import { seedArticles } from '#server/seed/seed.ts';
import { createServices } from '#server/services.ts';
import { goLive } from '../../support/live.ts';
import { BASE, openSite } from '../../support/site.ts';

// What readers get while the server is busy.

test('no reader is refused while many article cards are requested at the same time', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const card = '/cards/robotics/layout-robot-pilot.png';
  const answers = await Promise.all(Array.from({ length: 90 }, (_, at) => site.fetch(`${card}?n=${at}`)));
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  assert.deepEqual(
    statuses.filter((status) => status >= 400),
    [],
  );
  for (const answer of answers.filter(({ status }) => status === 302)) {
    assert.equal(answer.headers.get('location'), 'http://127.0.0.1:3000/cards/house.png');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('no response may be cached while the sample articles are created; afterwards all may', async (t) => {
  const { deps, config } = await openSite(t, { SAMPLE_EDITION: 'on' });
  const cache = createResponseCache(deps, config.cacheBytes, listLinkingArticles, async () => {});
  t.after(cache.close);
  const note = () => {};
  const app = createApp(
    deps,
    config,
    { info: note, warn: note, error: note },
    { ...createServices(deps, config), cache },
  );
  const paths = ['/', '/api/public/articles', '/llms.txt', '/rss.xml', '/sitemap.xml', '/software', '/index.md'];
  const cached = async () =>
    Promise.all(
      paths.map(async (path) => (await app.fetch(new Request(`${BASE}${path}`))).headers.get('cache-control')),
    );
  cache.setFilling(true);
  const filing = seedArticles(deps);
  assert.deepEqual(new Set(await cached()), new Set(['no-store']));
  await filing;
  cache.setFilling(false);
  for (const control of await cached()) assert.match(control ?? '', /^public, max-age=/);
});
