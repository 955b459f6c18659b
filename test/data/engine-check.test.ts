import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { checkEngine, EngineUnusable } from '#db/engine/check-engine.ts';
import { readStatements } from '#db/engine/statements.ts';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';

// `plumbline engine-check` on PostgreSQL as it is, and on engines that cannot do all of it.

async function openBare(t: TestContext) {
  const { after } = lastFirst(t);
  const cluster = await shareCluster();
  after(cluster.stop);
  const { url, drop } = await createBareDatabase(cluster.url);
  after(drop);
  return { url, after, ask: (statement: string, at = url) => ask(at, statement) };
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const LEFT = `select nspname as name from pg_namespace where nspname like 'plumbline%'
  union all select relname from pg_class where relnamespace = 'public'::regnamespace`;

test('PostgreSQL takes every statement, and nothing is left there', async (t) => {
  const { url, ask } = await openBare(t);
  const { version, sent, refused } = await checkEngine(url);
  assert.deepEqual(refused, []);
  assert.match(version, /^PostgreSQL \d/);
  assert.ok(sent > readStatements().length + 200, String(sent));
  assert.deepEqual(await ask(LEFT), []);
});

test('an engine without PL/pgSQL is told apart: each trigger that it refuses is named, and the check goes on', async (t) => {
  const { url, ask } = await openBare(t);
  await ask('drop extension plpgsql');
  const { refused } = await checkEngine(url, ['select id from article', 'select nothing from article']);
  const functions = refused.filter(({ statement }) => /language plpgsql/.test(statement));
  assert.ok(functions.length > 0);
  for (const { why } of functions) assert.match(why, /language "plpgsql" does not exist/);
  assert.ok(refused.some(({ statement }) => /^create trigger journal_append_only/.test(statement)));
  assert.deepEqual(
    refused.filter(({ statement }) => statement.startsWith('select')),
    [{ statement: 'select nothing from article', why: 'column "nothing" does not exist (42703)' }],
  );
  assert.deepEqual(await ask(LEFT), []);
});

test('without the right to make a schema, or without an engine, the check says so and changes nothing', async (t) => {
  const { url, after, ask } = await openBare(t);
  const name = `reader_of_check_${process.pid}`;
  await ask(`create role ${name} login password 'of-a-test'`);
  after(() => ask(`drop role ${name}`));
  const own = new URL(url);
  own.username = name;
  own.password = 'of-a-test';
  await assert.rejects(checkEngine(own.href), (error) => {
    assert.ok(error instanceof EngineUnusable);
    assert.match(
      error.message,
      /refuses that: permission denied for database .* Nothing was changed\. .* grant create/,
    );
    return true;
  });
  await assert.rejects(checkEngine('postgres://nobody@127.0.0.1:1/none'), /^Error: The engine cannot be reached/);
  assert.deepEqual(await ask(LEFT), []);
});

test('the command ends with 0, with 1 when the engine refuses something, with 2 when it cannot be asked', async (t) => {
  const { url, ask } = await openBare(t);
  const boot = join(import.meta.dirname, '..', '..', 'src/runtime/boot/boot.mjs');
  const run = (address: string) =>
    new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
      const words = [boot, 'src/cli/cli.ts', 'engine-check', address];
      const child = execFile(process.execPath, words, (_, stdout, stderr) =>
        resolve({ status: child.exitCode, stdout, stderr }),
      );
    });
  const good = await run(url);
  assert.equal(good.status, 0, good.stderr);
  assert.match(good.stdout, /^PostgreSQL .*\nIt takes all \d+ statements/);
  assert.doesNotMatch(good.stdout + good.stderr, /of-a-test/);
  assert.equal((await run('file:./plumbline.db')).status, 2);
  await ask('drop extension plpgsql');
  const bad = await run(url);
  assert.equal(bad.status, 1);
  assert.match(
    bad.stdout,
    /REFUSED: language "plpgsql" does not exist \(42704\)\n {2}create or replace function refuse_change/,
  );
  assert.match(bad.stderr, /The engine refuses \d+ of \d+ statements\./);
});
