import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSite, type TestSite } from '../support/site.ts';

// Database.readCached: reads that are answered from memory until a commit. On PostgreSQL each call reads, which is as right.

test('a read is kept until a write that was answered, then done again', async (t) => {
  const site = await openSite(t);
  await site.person('editor', 'One');
  assert.deepEqual([await countPeople(site), await countPeople(site)], [1, 1]);
  await site.person('editor', 'Two');
  assert.equal(await countPeople(site), 2);
});

test('what another process commits is seen in the next turn', async (t) => {
  const site = await openSite(t);
  if (site.deps.db.kind !== 'sqlite') return t.skip('it reads each time');
  await site.person('editor', 'One');
  assert.equal(await countPeople(site), 1);
  const other = new DatabaseSync(site.config.databaseUrl.replace(/^file:/, ''));
  other.exec('delete from session');
  other.exec('delete from editor');
  other.close();
  await nextTurn();
  assert.equal(await countPeople(site), 0);
});

test('a refused write, a throwing read and what is not to be kept leave nothing behind', async (t) => {
  const site = await openSite(t);
  const { db } = site.deps;
  await assert.rejects(
    db.readCached('broken', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await db.readCached('broken', async () => 'mended'), 'mended');
  let reads = 0;
  const readNothing = async () => {
    reads++;
    return null;
  };
  for (let n = 0; n < 3; n++) await db.readCached('nothing', readNothing, (value) => value !== null);
  assert.equal(reads, 3);
});

test('a read that a commit overtakes is not kept', async (t) => {
  const site = await openSite(t);
  const { db } = site.deps;
  const slow = db.readCached('people', async (tx) => {
    const before = await count(tx);
    await site.person('editor', 'Overtaking');
    return before;
  });
  assert.equal(await slow, 0);
  assert.equal(await db.readCached('people', count), 1);
});

function countPeople(site: TestSite): Promise<number> {
  return site.deps.db.readCached('people', count);
}

async function count(tx: TestSite['deps']['db']['read']): Promise<number> {
  const { people } = await tx
    .selectFrom('editor')
    .select((select) => select.fn.countAll().as('people'))
    .executeTakeFirstOrThrow();
  return Number(people);
}
