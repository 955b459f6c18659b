import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isInEdition } from '../support/faults/edition.ts';
import { type FaultSite, prepareSite } from '../support/faults/fault-site.ts';
import { openLedger, settle } from '../support/faults/ledger.ts';
import { until } from '../support/faults/server.ts';
import { type Cluster, lastFirst, startCluster } from '../support/postgres.ts';

// PostgreSQL is not available when the server starts, and starts later. The server is not restarted.

type Open = { cluster: Cluster; site: FaultSite; after: TestContext['after'] };

async function open(t: TestContext): Promise<Open> {
  const { after } = lastFirst(t);
  const cluster = await startCluster({ durable: true });
  after(cluster.stop);
  const site = await prepareSite({ databaseUrl: cluster.url });
  after(site.remove);
  return { cluster, site, after };
}

test('a server started without PostgreSQL serves the last known articles, and writes when PostgreSQL is available', async (t) => {
  const { cluster, site, after } = await open(t);
  const first = await site.start();
  const before = openLedger(site.base, site.headers);
  const filed = await before.create();
  await before.publish(filed);
  const path = `/robotics/${filed.slug}`;
  await until(() => isInEdition(site.folder, path), 10_000);
  await first.end();
  cluster.kill();

  const server = await site.start();
  after(() => server.end('SIGKILL'));
  for (const read of [path, ...site.paths, '/', '/api/public/articles', '/rss.xml']) {
    const response = await fetch(site.base + read);
    assert.deepEqual([response.status, response.headers.get('x-edition')], [200, 'last-known'], read);
  }
  assert.equal((await fetch(`${site.base}/healthz`)).status, 200);
  const ready = await fetch(`${site.base}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready', writable: false }]);
  const ledger = openLedger(site.base, site.headers);
  const refused = await ledger.create();
  assert.deepEqual([refused.status, refused.code, refused.retryAfter], [503, 'db_unavailable', '30']);

  await cluster.startAgain();
  await until(async () => (await ledger.create()).status === 201, 10_000);
  const current = await fetch(site.base + path);
  assert.deepEqual([current.status, current.headers.get('x-edition')], [200, null]);
  const { lost, half } = await site.look((db) => settle(db.read, [...before.entries, ...ledger.entries]));
  assert.deepEqual([lost, half], [[], []]);
});

test('without last known articles readers get 503 until PostgreSQL is available', async (t) => {
  const { cluster, site, after } = await open(t);
  rmSync(join(site.folder, 'last-edition.db'), { force: true });
  cluster.kill();
  const server = await site.start();
  after(() => server.end('SIGKILL'));
  for (const path of [...site.paths, '/', '/api/public/articles']) {
    const response = await fetch(site.base + path);
    assert.equal(response.status, 503, path);
    assert.ok(Number(response.headers.get('retry-after')) > 0, path);
  }
  assert.equal((await fetch(`${site.base}/readyz`)).status, 503);
  await cluster.startAgain();
  await until(async () => (await fetch(`${site.base}/`)).status === 200, 10_000);
  for (const path of site.paths) assert.equal((await fetch(site.base + path)).status, 200, path);
});
