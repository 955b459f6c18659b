import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trackConnection } from '#db/connection/connection-state.ts';
import { dbUnavailable, reasonOf } from '#db/connection/db-errors.ts';
import { until } from '../../support/faults/server.ts';

// The state of a database connection: available or unavailable.

/** A connection whose first attempts to open end with `ends` and whose later attempts succeed. Records the events in order. */
function track(...ends: (Promise<void> | Error)[]) {
  const happened: string[] = [];
  const note = (kind: string) => (fields: Record<string, unknown>) =>
    void happened.push(`${kind} ${fields.error ?? ''}`);
  const connection = trackConnection(
    {
      open: async () => {
        const end = ends.shift();
        if (end instanceof Error) throw end;
        await end;
        happened.push('open');
      },
      close: () => void happened.push('closed'),
      reopened: () => void happened.push('reopened'),
      refused: (reason) => void happened.push(`refused ${reasonOf(reason)}`),
    },
    { info: note('info'), error: note('error') },
  );
  const close = async () => {
    happened.push('close');
    connection.close();
  };
  return { connection, close, happened };
}

test('a database that opens after the wait is away until then, and its return is logged', async (t) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { connection, close, happened } = track(opened);
  t.after(close);
  await connection.settle(10, close);
  assert.equal(connection.isAvailable(), false);
  assert.throws(connection.requireHere, { kind: 'db_unavailable' });
  open();
  await until(connection.isAvailable, 2000);
  assert.deepEqual(happened, ['error it is still being opened', 'open', 'info ', 'reopened']);
});

test('a database that cannot be used at all is refused, also when this is known only after the wait', async (t) => {
  const { promise: opened, reject: fail } = Promise.withResolvers<void>();
  const { connection, close, happened } = track(opened, dbUnavailable(), new Error('A newer release wrote it.'));
  t.after(close);
  await connection.settle(10, close);
  fail(dbUnavailable());
  await until(() => happened.some((one) => one.startsWith('refused')), 5000);
  assert.equal(happened.at(-1), 'refused A newer release wrote it.');
  assert.equal(connection.isAvailable(), false);
});

test('a database that was open once is tried again, whatever it answers: readers have the last known state', async (t) => {
  const { connection, close, happened } = track(Promise.resolve(), new Error('A newer release wrote it.'));
  t.after(close);
  await connection.settle(1000, close);
  connection.leave(dbUnavailable());
  await until(connection.isAvailable, 5000);
  assert.ok(!happened.some((one) => one.startsWith('refused')), happened.join());
});

test('opening a database at the first attempt logs nothing', async (t) => {
  const { connection, close, happened } = track();
  t.after(close);
  await connection.settle(1000, close);
  assert.equal(connection.isAvailable(), true);
  assert.deepEqual(happened, ['open']);
});

test('a database that is away is tried again until it opens, and the reason is logged once', async (t) => {
  const { connection, close, happened } = track(dbUnavailable(new Error('gone')), dbUnavailable(), dbUnavailable());
  t.after(close);
  await connection.settle(1000, close);
  await until(connection.isAvailable, 5000);
  assert.deepEqual(happened, ['error The database cannot be reached.', 'open', 'info ', 'reopened']);
});

test('an error that waiting cannot fix ends the start, and without a wait every error does', async () => {
  const newer = track(new Error('A newer release has written this'));
  await assert.rejects(newer.connection.settle(1000, newer.close), /newer release/);
  assert.deepEqual(newer.happened, ['close']);
  const away = track(dbUnavailable());
  await assert.rejects(away.connection.settle(null, away.close), { kind: 'db_unavailable' });
  assert.deepEqual(away.happened, ['close']);
});

test('a database that opens after it was closed is closed again', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { connection, close, happened } = track(opened);
  await connection.settle(10, close);
  await close();
  open();
  await until(() => happened.includes('closed'), 2000);
  assert.equal(connection.isAvailable(), false);
});

test('a database that refuses on each of its addresses is logged with the first of them', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  assert.equal(reasonOf(new AggregateError(refused)), 'connect ECONNREFUSED ::1:5432');
});
