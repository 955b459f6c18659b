import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startServer, until } from '../support/faults/server.ts';
import { freePort } from '../support/free-port.ts';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';

// Two processes that start at the same time on one PostgreSQL whose tables must be created or migrated.

/** The lock of an upgrade: docs/operations.md. */
const UPGRADING = 7200;
/** Processes that wait for it, in this database alone. */
const WAITING = `select count(*)::int as processes from pg_locks where locktype = 'advisory' and objid = ${UPGRADING} and not granted
  and database = (select oid from pg_database where datname = current_database())`;

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
    let hasEnded = false;
    const release = async () => {
      if (!hasEnded) await holder.end(); // ends its transaction, and with it the lock
      hasEnded = true;
    };
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(${UPGRADING})`);
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'plumbline-start-')));
    after(async () => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })));
    const settings = {
      DATABASE_URL: url,
      SAMPLE_EDITION: 'on',
      FIRST_EDITOR_EMAIL: 'first@magazine.example',
      FIRST_EDITOR_PASSWORD: 'level and plumb and true',
    };
    const ports = await Promise.all([freePort(), freePort()]);
    const starting = folders.map((DATA_DIR, at) => startServer(ports[at] ?? 0, { DATA_DIR, ...settings }));
    const settled = Promise.allSettled(starting);
    after(async () => {
      await release();
      for (const start of await settled)
        if (start.status === 'fulfilled' && start.value.child.exitCode === null) await start.value.end('SIGKILL');
    });
    await until(async () => (await holder.query(WAITING)).rows[0].processes === 2, 60_000);
    await wait(held);
    for (const port of ports) {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      assert.notEqual(ready?.status, 200, 'a process was ready before it had the lock');
    }
    assert.equal((await holder.query(WAITING)).rows[0].processes, 2, 'a process took no lock, or no longer waits');
    await release();
    const started = await settled;
    const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
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
