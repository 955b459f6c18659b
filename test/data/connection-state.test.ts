import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trackConnection } from '../../src/db/connection/connection-state.ts';
import { dbUnavailable } from '../../src/db/connection/db-errors.ts';
import { until } from '../process/faults/server.ts';

// Whether a database is here or away, whichever of the two it is.

/** A standing whose first arrivals end as told, and the next ones well; what happened is noted in order. */
function keep(...ends: (Promise<void> | Error)[]) {
  const happened: string[] = [];
  const note = (kind: string) => (fields: Record<string, unknown>) =>
    void happened.push(`${kind} ${fields.error ?? ''}`);
  const standing = trackConnection(
    {
      arrive: async () => {
        const end = ends.shift();
        if (end instanceof Error) throw end;
        await end;
        happened.push('arrive');
      },
      depart: () => void happened.push('depart'),
      arrived: () => void happened.push('arrived'),
    },
    { info: note('info'), error: note('error') },
  );
  const close = async () => {
    happened.push('close');
    standing.close();
  };
  return { standing, close, happened };
}

test('a database that takes longer to open than anybody waits is waited for, and told of when it is there', async (t) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { standing, close, happened } = keep(opened);
  t.after(close);
  await standing.settle(10, close);
  assert.equal(standing.isAvailable(), false);
  assert.throws(standing.requireHere, { kind: 'db_unavailable' });
  open();
  await until(standing.isAvailable, 2000);
  assert.deepEqual(happened, ['error it is still being opened', 'arrive', 'info ', 'arrived']);
});

test('one that is there at once is told of to nobody', async (t) => {
  const { standing, close, happened } = keep();
  t.after(close);
  await standing.settle(1000, close);
  assert.equal(standing.isAvailable(), true);
  assert.deepEqual(happened, ['arrive']);
});

test('one that is away is tried again until it is there; the reason is told once', async (t) => {
  const { standing, close, happened } = keep(dbUnavailable(new Error('gone')), dbUnavailable(), dbUnavailable());
  t.after(close);
  await standing.settle(1000, close);
  await until(standing.isAvailable, 5000);
  assert.deepEqual(happened, ['error The database cannot be reached.', 'arrive', 'info ', 'arrived']);
});

test('what waiting does not mend ends the start, and so does any reason where nobody waits', async () => {
  const newer = keep(new Error('A newer release has written this'));
  await assert.rejects(newer.standing.settle(1000, newer.close), /newer release/);
  assert.deepEqual(newer.happened, ['close']);
  const away = keep(dbUnavailable());
  await assert.rejects(away.standing.settle(null, away.close), { kind: 'db_unavailable' });
  assert.deepEqual(away.happened, ['close']);
});

test('what opens after it was closed is closed again', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { standing, close, happened } = keep(opened);
  await standing.settle(10, close);
  await close();
  open();
  await until(() => happened.includes('depart'), 2000);
  assert.equal(standing.isAvailable(), false);
});
