import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';
import { freePort, startServer, until } from './faults/server.ts';

// Two processes that start at the same time on one PostgreSQL whose tables must be created or migrated.

/** The lock of the migrator. */
const MIGRATING = '3853314791062309107';

for (const [what, held] of [
  ['a new PostgreSQL', 0],
  ['a PostgreSQL that another process brings up to date for longer than a query may wait', 6000],
] as const) {
  test(`two processes that start at the same time on ${what} both serve`, async (t) => {
    const { after } = lastFirst(t);
    const cluster = await shareCluster();
    after(cluster.stop);
    const { url, drop } = await createBareDatabase(cluster.url);
    after(drop);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(${MIGRATING})`);
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'plumbline-start-')));
    after(async () => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })));
    const settings = {
      DATABASE_URL: url,
      SAMPLE_EDITION: 'on',
      FIRST_EDITOR_EMAIL: 'first@magazine.example',
      FIRST_EDITOR_PASSWORD: 'level and plumb and true',
    };
    const starting = folders.map(async (DATA_DIR) => startServer(await freePort(), { DATA_DIR, ...settings }));
    await wait(held);
    await holder.query('commit');
    await holder.end();
    const started = await Promise.allSettled(starting);
    const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    after(() => Promise.all(servers.map((server) => server.child.exitCode ?? server.end('SIGKILL'))));
    assert.equal(servers.length, 2, started.map((one) => (one.status === 'rejected' ? String(one.reason) : '')).join());
    for (const server of servers) {
      await until(async () => {
        assert.equal(server.child.exitCode, null, server.output());
        const ready = await fetch(`${server.base}/readyz`);
        return ready.status === 200 && ((await ready.json()) as { writable: boolean }).writable;
      }, 30_000);
    }
    for (const server of servers) {
      await until(() => server.output().includes('/newsroom/sign-in.'), 30_000);
      const articles = (await (await fetch(`${server.base}/api/public/articles`)).json()) as { articles: unknown[] };
      assert.equal(articles.articles.length, 10);
    }
    await Promise.all(servers.map((server) => server.end()));
    assert.deepEqual(
      servers.map((server) => server.child.exitCode),
      [0, 0],
      servers.map((server) => server.output()).join('\n'),
    );
  });
}
