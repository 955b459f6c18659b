import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEngine, EngineUnusable } from '#db/engine/check-engine.ts';
import { createBareDatabase, lastFirst, startCluster } from '../../support/postgres.ts';
import { ask, NO_PGBOUNCER, NO_REPLICA, startPgBouncer, startWithReplica } from './real-servers.ts';

// `plumbline engine-check` through PgBouncer, on the PostgreSQL of Debian, and on its replica, which only reads.

test('through PgBouncer in transaction mode PostgreSQL takes every statement, and nothing is left there', {
  skip: NO_PGBOUNCER ?? false,
}, async (context) => {
  const t = lastFirst(context);
  const cluster = await startCluster();
  t.after(cluster.stop);
  const through = await startPgBouncer(t, cluster.url);
  const { url } = await createBareDatabase(cluster.url);
  const { version, sent, refused } = await checkEngine(through(url));
  console.log(`engine-check through PgBouncer, ${version.slice(0, 30)}: ${refused.length} of ${sent} refused`);
  assert.deepEqual(refused, []);
  assert.deepEqual(await ask(url, `select nspname from pg_namespace where nspname like 'plumbline%'`), []);
});

test('the PostgreSQL of Debian takes every statement; its replica cannot be checked', {
  skip: NO_REPLICA ?? false,
}, async (context) => {
  const t = lastFirst(context);
  const { url, replica } = await startWithReplica(t);
  const { version, sent, refused } = await checkEngine(url);
  console.log(`engine-check, ${version.slice(0, 30)}: ${refused.length} of ${sent} refused`);
  assert.deepEqual(refused, []);
  await assert.rejects(checkEngine(replica), (error) => {
    assert.ok(error instanceof EngineUnusable);
    assert.match(error.message, /cannot execute CREATE SCHEMA in a read-only transaction/);
    return true;
  });
});
