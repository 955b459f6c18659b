import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listLinkingArticles } from '#article/linking-articles.ts';
import type { Purger } from '#config/cdn-config.ts';
import { CLI } from '#core/actor.ts';
import { tagOf } from '#http/cache/tags.ts';
import { listChangedPaths } from '#integrations/cdn/changed-paths.ts';
import { type Purging, startPurging } from '#integrations/cdn/follow-changes.ts';
import { readPurgeState } from '#integrations/cdn/purge-state.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { publishArchived } from '../../support/exchange/archived.ts';
import { until } from '../../support/faults/server.ts';
import { goLive } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// Purges of caches in front of the server. A server of this machine takes the place of the cache and keeps what it was asked: nothing here
// was sent to Fastly or Cloudflare, only the form of their documented requests is compared.

type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string; at: number };
type Answer = { status: number; headers?: Record<string, string> };

async function openReceiver(t: TestContext) {
  const asked: Asked[] = [];
  let answer: Answer = { status: 200 };
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const { method = '', url: path = '', headers } = incoming;
    asked.push({ method, path, headers, body: Buffer.concat(parts).toString(), at: performance.now() });
    outgoing.writeHead(answer.status, answer.headers).end('{"success":true}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    asked,
    answerWith: (next: Answer) => {
      answer = next;
    },
  };
}

function purge(t: TestContext, site: TestSite, purger: Purger, secondAfter = 1e9): Purging {
  const note = (level: 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, message: string) =>
    void site.log.push({ level, fields, message });
  const purging = startPurging(site.deps, purger, {
    listLinking: listLinkingArticles,
    listPaths: (lines) => listChangedPaths(site.deps.db.read, lines),
    host: 'magazine.example',
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    secondAfter,
  });
  t.after(purging.stop);
  return purging;
}

/** Waits until everything in the log was purged once. */
async function settled(site: TestSite, { name }: Purging): Promise<void> {
  await until(async () => {
    const state = await readPurgeState(site.deps.db.read, name);
    return state !== null && state.until === 0 && state.first === (await lastSeq(site.deps.db, 'publication_log'));
  }, 10_000);
}

/** Waits until everything was purged twice. */
async function settledTwice(site: TestSite, { name }: Purging): Promise<void> {
  await until(async () => {
    const state = await readPurgeState(site.deps.db.read, name);
    return state !== null && state.until === 0 && state.first >= 0 && state.second === state.first;
  }, 20_000);
}

const FASTLY = { kind: 'fastly', service: 'SU1Z0isxPaozGVKXdv0eY', token: 'fastly-token-0123' } as const;
const CLOUDFLARE = { kind: 'cloudflare', zone: '023e105f4ecef8ad9ca31a8372d0c353', token: 'cloudflare-token' } as const;

test('a publication is purged by the tags of what it changed, in the form of each cache', async (t) => {
  const site = await openSite(t);
  const caches = await Promise.all(['varnish', 'fastly', 'cloudflare', 'urls'].map(() => openReceiver(t)));
  const [varnish, fastly, cloudflare, urls] = caches as [Receiver, Receiver, Receiver, Receiver];
  const purging = [
    purge(t, site, { kind: 'varnish', address: varnish.address, secret: 'purge-secret' }),
    purge(t, site, { ...FASTLY, api: fastly.address }),
    purge(t, site, { ...CLOUDFLARE, api: `${cloudflare.address}/client/v4` }),
    purge(t, site, { kind: 'urls', address: urls.address }),
  ];
  for (const one of purging) await settled(site, one);
  assert.equal(varnish.asked[0]?.headers['xkey-purge'], 'site', 'the first purge of a new cache removes everything');
  for (const { asked } of caches) asked.length = 0;
  const { id } = await goLive(site);
  for (const one of purging) await settled(site, one);
  const tags = ['edition', tagOf(`article:${id}`), 'desk-robotics'];

  assert.equal(varnish.asked.length, 1);
  assert.deepEqual(partsOf(varnish.asked[0], ['xkey-purge', 'x-purge-secret']), {
    line: 'PURGE /',
    'xkey-purge': tags.join(' '),
    'x-purge-secret': 'purge-secret',
  });
  assert.deepEqual(partsOf(fastly.asked[0], ['fastly-key', 'surrogate-key']), {
    line: `POST /service/${FASTLY.service}/purge`,
    'fastly-key': FASTLY.token,
    'surrogate-key': tags.join(' '),
  });
  assert.deepEqual(partsOf(cloudflare.asked[0], ['authorization', 'content-type']), {
    line: `POST /client/v4/zones/${CLOUDFLARE.zone}/purge_cache`,
    authorization: `Bearer ${CLOUDFLARE.token}`,
    'content-type': 'application/json',
  });
  assert.deepEqual(JSON.parse(cloudflare.asked[0]?.body ?? ''), { tags });
  const paths = urls.asked.map(({ path }) => path);
  for (const path of ['/', '/robotics', '/robotics/layout-robot-pilot', '/robotics/layout-robot-pilot.md', '/rss.xml'])
    assert.ok(paths.includes(path), path);
  assert.deepEqual(partsOf(urls.asked[0], ['host']), { line: 'PURGE /', host: 'magazine.example' });

  for (const { asked } of caches) asked.length = 0;
  await saveSiteSettings(site.deps, CLI, { name: 'The Site Diary' });
  for (const one of purging) await settled(site, one);
  assert.equal(varnish.asked[0]?.headers['xkey-purge'], 'site', 'a new name is on every page');
  assert.ok(urls.asked.some(({ path }) => path === '/robotics/layout-robot-pilot'));
});

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

function partsOf(asked: Asked | undefined, names: string[]): Record<string, unknown> {
  return {
    line: `${asked?.method} ${asked?.path}`,
    ...Object.fromEntries(names.map((name) => [name, asked?.headers[name]])),
  };
}

test('publications within a second are purged together, and each a second time', async (t) => {
  const site = await openSite(t);
  const cache = await openReceiver(t);
  const purging = purge(t, site, { ...FASTLY, api: cache.address }, 2500);
  await settledTwice(site, purging);
  await sleep(1100);
  cache.asked.length = 0;
  const ids: string[] = [];
  for (let at = 0; at < 20; at++) ids.push((await goLive(site, { slug: `story-${at}` })).id);
  await settled(site, purging);
  const tagsOfAll = () => new Set(cache.asked.flatMap(({ headers }) => String(headers['surrogate-key']).split(' ')));
  assert.ok(cache.asked.length <= 4, `${cache.asked.length} purges`);
  for (const [one, next] of cache.asked.slice(1).map((next, at) => [cache.asked[at], next] as const))
    assert.ok(next.at - (one?.at ?? 0) > 950, 'at most one a second');
  for (const id of ids) assert.ok(tagsOfAll().has(tagOf(`article:${id}`)));

  cache.asked.length = 0;
  await settledTwice(site, purging);
  for (const id of ids) assert.ok(tagsOfAll().has(tagOf(`article:${id}`)), 'purged a second time');
  const count = cache.asked.length;
  await sleep(1500);
  assert.equal(cache.asked.length, count, 'and then no more');
});

test('a refused purge is sent again, after a restart too; the log says what to do and no secret', async (t) => {
  const site = await openSite(t);
  const cache = await openReceiver(t);
  const purger = { ...FASTLY, api: cache.address };
  const first = purge(t, site, purger);
  await settled(site, first);
  cache.answerWith({ status: 503, headers: { 'Retry-After': '1' } });
  const { id } = await goLive(site);
  await until(async () => first.counts.refused >= 2, 10_000);
  assert.equal(first.counts.waiting, 1);
  await first.stop();
  const lines = site.log.filter(({ fields }) => fields.cache === 'fastly');
  assert.deepEqual(
    lines.map(({ level, fields }) => [level, fields.error]),
    [['warn', 'it answered 503']],
    'logged once',
  );
  assert.match(lines[0]?.message ?? '', /Check the PURGE_ settings/);
  assert.ok(!JSON.stringify(site.log).includes(FASTLY.token));

  cache.answerWith({ status: 200 });
  cache.asked.length = 0;
  await settled(site, purge(t, site, purger));
  assert.ok(String(cache.asked[0]?.headers['surrogate-key']).includes(tagOf(`article:${id}`)));
});

test('of several processes one sends each purge', async (t) => {
  const site = await openSite(t);
  const cache = await openReceiver(t);
  const all = Array.from({ length: 4 }, () => purge(t, site, { ...FASTLY, api: cache.address }));
  for (const one of all) await settled(site, one);
  await sleep(1100);
  cache.asked.length = 0;
  const { id } = await goLive(site);
  await settled(site, all[0] as Purging);
  await sleep(300);
  assert.deepEqual(
    cache.asked.map(({ headers }) => String(headers['surrogate-key']).includes(tagOf(`article:${id}`))),
    [true],
  );
});

test('articles of an archive that are published one by one are purged once, at the end of their import', async (t) => {
  const site = await openSite(t);
  const varnish = await openReceiver(t);
  const purging = purge(t, site, { kind: 'varnish', address: varnish.address, secret: null });
  await settled(site, purging);
  varnish.asked.length = 0;
  for (let at = 0; at < 3; at++) {
    await publishArchived(site, { slug: `archived-${at}` });
    await settled(site, purging);
  }
  assert.deepEqual(varnish.asked, []);
  await site.deps.db.write((tx) => logPlacement(site.deps, tx, 'imported'));
  await settled(site, purging);
  assert.deepEqual(
    varnish.asked.map(({ headers }) => headers['xkey-purge']),
    ['site'],
  );
});
