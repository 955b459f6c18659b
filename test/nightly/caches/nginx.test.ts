import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasNginx, startNginx } from '../../../bench/nginx.ts';
import { until } from '../../support/faults/server.ts';
import { ask, type CachedSite, LISTS, openCachedSite, readBody } from './cached-site.ts';
import { readCacheConf } from './documented-config.ts';

// A real nginx with the cache of docs/deployment.md. `npm run bench -- --only cdn` measures it with more articles.

/** `X-Cache` of responses whose body came from the cache; for a revalidated one the server sent a 304. */
const FROM_CACHE = new Set(['HIT', 'REVALIDATED', 'UPDATING', 'STALE']);

async function open(t: TestContext): Promise<CachedSite & { front: number }> {
  const cached = await openCachedSite(t);
  const nginx = await startNginx((port, folder) => readCacheConf(cached.port, port, folder));
  t.after(nginx.end);
  return { ...cached, front: nginx.port };
}

test('behind the cache of nginx nothing is outdated two seconds after a publication, correction or withdrawal', {
  skip: hasNginx ? false : 'nginx is not installed',
}, async (t) => {
  const { change, addresses, port, front } = await open(t);
  const seen: number[] = [];
  const counts = new Map<string, number>();
  for (let at = 0; at < 30; at++) {
    const { path, text } = await change(at);
    const acknowledged = performance.now();
    const isSeen = async () => {
      const answer = await ask(front, path, 'application/json');
      return text === null ? answer.status === 404 : answer.status === 200 && readBody(answer).includes(text);
    };
    if (at % 3 !== 0 || at < 3) {
      await until(isSeen, 2200); // nginx counts whole seconds, and the last question takes a moment
      seen.push(performance.now() - acknowledged);
    }
    for (const one of [...LISTS, ...addresses()]) {
      const state = String((await ask(front, one, 'text/html')).headers['x-cache']);
      counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  }
  await sleep(2000);
  for (const path of [...LISTS, ...addresses()]) {
    await ask(front, path, 'text/html'); // the first reader after a pause gets the stored page while nginx asks
  }
  await sleep(300);
  for (const path of [...LISTS, ...addresses()]) {
    const [cached, fresh] = [await ask(front, path, 'text/html'), await ask(port, path, 'text/html')];
    assert.equal(cached.status, fresh.status, path);
    assert.equal(readBody(cached) === readBody(fresh), true, path);
  }
  t.diagnostic(
    `30 changes; slowest seen after ${Math.round(Math.max(...seen))} ms; answers ${JSON.stringify([...counts])}`,
  );
});

test('nginx stores nothing private, and answers from its cache while the server is away', {
  skip: hasNginx ? false : 'nginx is not installed',
}, async (t) => {
  const { change, close, front } = await open(t);
  const { path, text } = await change(0);
  for (const twice of ['/newsroom/sign-in', '/newsroom/sign-in', '/none/at-all', '/none/at-all']) {
    const { headers } = await ask(front, twice);
    assert.ok(!FROM_CACHE.has(String(headers['x-cache'])), `${twice}: ${headers['x-cache']}`);
  }
  await ask(front, path);
  close();
  await sleep(2100);
  const answer = await ask(front, path);
  assert.deepEqual([answer.status, answer.headers['x-cache']], [200, 'STALE']);
  assert.ok(readBody(answer).includes(text ?? ''));
});
