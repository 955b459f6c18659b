import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openHouse, type TestHouse } from '../support/house.ts';

// Database.remember: reads that are answered from memory until a commit. On PostgreSQL each call reads, which is as right.

test('a read is kept until a write that was answered, then done again', async (t) => {
  const house = await openHouse(t);
  await house.person('editor', 'One');
  assert.deepEqual([await countPeople(house), await countPeople(house)], [1, 1]);
  await house.person('editor', 'Two');
  assert.equal(await countPeople(house), 2);
});

test('what another process commits is seen in the next turn', async (t) => {
  const house = await openHouse(t);
  if (house.press.db.kind !== 'sqlite') return t.skip('it reads each time');
  await house.person('editor', 'One');
  assert.equal(await countPeople(house), 1);
  const other = new DatabaseSync(house.config.databaseUrl.replace(/^file:/, ''));
  other.exec('delete from session');
  other.exec('delete from editor');
  other.close();
  await nextTurn();
  assert.equal(await countPeople(house), 0);
});

test('a refused write, a throwing read and what is not to be kept leave nothing behind', async (t) => {
  const house = await openHouse(t);
  const { db } = house.press;
  await assert.rejects(
    db.remember('broken', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await db.remember('broken', async () => 'mended'), 'mended');
  let reads = 0;
  const readNothing = async () => {
    reads++;
    return null;
  };
  for (let n = 0; n < 3; n++) await db.remember('nothing', readNothing, (value) => value !== null);
  assert.equal(reads, 3);
});

test('a read that a commit overtakes is not kept', async (t) => {
  const house = await openHouse(t);
  const { db } = house.press;
  const slow = db.remember('people', async (tx) => {
    const before = await count(tx);
    await house.person('editor', 'Overtaking');
    return before;
  });
  assert.equal(await slow, 0);
  assert.equal(await db.remember('people', count), 1);
});

function countPeople(house: TestHouse): Promise<number> {
  return house.press.db.remember('people', count);
}

async function count(tx: TestHouse['press']['db']['read']): Promise<number> {
  const { people } = await tx
    .selectFrom('editor')
    .select((select) => select.fn.countAll().as('people'))
    .executeTakeFirstOrThrow();
  return Number(people);
}
