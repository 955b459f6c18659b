import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { ask, LISTS, openCachedSite, readBody } from './cached-site.ts';
import { startVarnish } from './documented-config.ts';

// A real Varnish with the file of docs/operations.md, purged by the server. CHANGES=1000 makes the walk long.

const hasVarnish = spawnSync('varnishd', ['-V']).status === 0;
const CHANGES = Number(process.env.CHANGES ?? 60);
/** Changes between two comparisons of every page. */
const AT_ONCE = CHANGES > 100 ? 50 : 20;
/** Of so many changes, one is watched until Varnish shows it. */
const WATCHED = CHANGES > 100 ? 5 : 2;
const FORMS = ['text/html', 'text/markdown', 'application/json'];

test('behind Varnish nothing is outdated two seconds after a publication, correction or withdrawal', {
  skip: hasVarnish ? false : 'Varnish is not installed',
}, async (t) => {
  const front = await freePort();
  const { change, addresses, port, purged } = await openCachedSite(t, { PURGE_VARNISH: `http://127.0.0.1:${front}` });
  await startVarnish(t, front, port);
  await purged();

  const reads = { all: 0, hits: 0 };
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      const paths = [...LISTS, ...addresses()];
      const path = paths[Math.floor(Math.random() ** 2 * paths.length)] ?? '/';
      const { headers } = await ask(front, path, FORMS[reads.all % 3]);
      reads.all++;
      if (String(headers['x-varnish']).includes(' ')) reads.hits++;
      if (reads.all % 20 === 0) await sleep(5);
    }
  };
  const reading = [read(), read()];

  const seen: number[] = [];
  let compared = 0;
  for (let at = 0; at < CHANGES; ) {
    for (const end = at + AT_ONCE; at < end; at++) {
      const { path, text } = await change(at);
      const acknowledged = performance.now();
      const isSeen = async () => {
        const answer = await ask(front, path, 'application/json');
        return text === null ? answer.status === 404 : answer.status === 200 && readBody(answer).includes(text);
      };
      if (at % WATCHED === 0) {
        await until(isSeen, 2000);
        seen.push(performance.now() - acknowledged);
      }
    }
    await sleep(2000);
    for (const path of [...LISTS, ...addresses()]) {
      for (const accept of path.startsWith('/robotics/') ? FORMS : ['text/html']) {
        const [cached, fresh] = await Promise.all([ask(front, path, accept), ask(port, path, accept)]);
        assert.equal(cached.status, fresh.status, `${path} as ${accept}`);
        assert.equal(
          readBody(cached) === readBody(fresh),
          true,
          `${path} as ${accept} is outdated behind Varnish: ${JSON.stringify(cached.headers)}`,
        );
        compared++;
      }
    }
  }
  isOver = true;
  await Promise.all(reading);
  seen.sort((one, other) => one - other);
  const [median, last] = [seen[Math.floor(seen.length / 2)] ?? 0, seen.at(-1) ?? 0];
  t.diagnostic(
    `${CHANGES} changes; ${seen.length} seen after ${Math.round(median)} ms (median), ${Math.round(last)} ms (slowest); ${compared} answers compared, 0 outdated; ${reads.all} reads meanwhile, ${((100 * reads.hits) / reads.all).toFixed(1)} % from Varnish`,
  );
  assert.ok(reads.hits > reads.all / 10, 'Varnish keeps responses');
});

test('Varnish keeps its tags from readers, takes purges from the server alone, and follows max-age for what has no tags', {
  skip: hasVarnish ? false : 'Varnish is not installed',
}, async (t) => {
  const front = await freePort();
  const { change, port, purged } = await openCachedSite(t, { PURGE_VARNISH: `http://127.0.0.1:${front}` });
  await startVarnish(t, front, port);
  const { path } = await change(0);
  await purged();
  await ask(front, path, 'text/html');
  const { headers } = await ask(front, path, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
  assert.match(String(headers['x-varnish']), / /, 'one stored response for every browser');
  for (const name of ['xkey', 'cdn-cache-control', 'age']) assert.equal(headers[name], undefined, name);
  assert.equal(headers['cache-control'], 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400');
  assert.equal((await ask(front, '/newsroom')).headers.xkey, undefined);
  await ask(front, '/search?q=story');
  assert.match(String((await ask(front, '/search?q=story')).headers['x-varnish']), / /);
  assert.equal((await ask(front, '/', '*/*', 'PURGE')).status, 200, 'from this machine');
});

test('Varnish answers with what it has while the server is away', {
  skip: hasVarnish ? false : 'Varnish is not installed',
}, async (t) => {
  const front = await freePort();
  const settings = { PURGE_VARNISH: `http://127.0.0.1:${front}`, CDN_MAX_AGE: '1' };
  const { change, close, port, purged } = await openCachedSite(t, settings);
  await startVarnish(t, front, port);
  const { path, text } = await change(0);
  await purged();
  await ask(front, path);
  await close();
  await sleep(1200);
  const answer = await ask(front, path);
  assert.equal(answer.status, 200);
  assert.ok(readBody(answer).includes(text ?? ''));
  assert.equal((await ask(front, '/robotics/never-asked-for')).status, 503);
});
