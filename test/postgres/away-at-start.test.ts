import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareSite } from '../support/faults/fault-site.ts';
import { openLedger } from '../support/faults/ledger.ts';
import { until } from '../support/faults/server.ts';
import { lastFirst, startCluster } from '../support/postgres.ts';

// PostgreSQL is not available when the server starts, and starts later. The server is not restarted.

test('a server started without PostgreSQL refuses everybody with 503, and serves when PostgreSQL is available', async (t) => {
  const { after } = lastFirst(t);
  const cluster = await startCluster({ durable: true });
  after(cluster.stop);
  const site = await prepareSite({ databaseUrl: cluster.url });
  after(site.remove);
  cluster.kill();
  const server = await site.start();
  after(() => server.end('SIGKILL'));
  for (const path of [...site.paths, '/', '/api/public/articles']) {
    const response = await fetch(site.base + path);
    assert.equal(response.status, 503, path);
    assert.ok(Number(response.headers.get('retry-after')) > 0, path);
  }
  assert.equal((await fetch(`${site.base}/healthz`)).status, 200);
  assert.equal((await fetch(`${site.base}/readyz`)).status, 503);
  const ledger = openLedger(site.base, site.headers);
  const refused = await ledger.create();
  assert.deepEqual([refused.status, refused.code, refused.retryAfter], [503, 'db_unavailable', '30']);

  await cluster.startAgain();
  await until(async () => (await ledger.create()).status === 201, 10_000);
  for (const path of site.paths) assert.equal((await fetch(site.base + path)).status, 200, path);
});
