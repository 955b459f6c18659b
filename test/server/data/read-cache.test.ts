import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSite, type TestSite } from '../../support/site.ts';

// Database.readCached: reads answered from memory until the next commit. On PostgreSQL each call reads.

test('a read is cached until a write is acknowledged, then repeated', async (t) => {
  const site = await openSite(t);
  await site.person('editor', 'One');
  assert.deepEqual([await countPeople(site), await countPeople(site)], [1, 1]);
  await site.person('editor', 'Two');
  assert.equal(await countPeople(site), 2);
});

test('a commit of another process is seen in the next turn of the event loop', async (t) => {
  const site = await openSite(t);
  if (site.deps.db.kind !== 'sqlite') return t.skip('PostgreSQL reads each time');
  await site.person('editor', 'One');
  assert.equal(await countPeople(site), 1);
  const other = new DatabaseSync(site.config.databaseUrl.replace(/^file:/, ''));
  other.exec('delete from session');
  other.exec('delete from editor');
  other.close();
  await nextTurn();
  assert.equal(await countPeople(site), 0);
});

test('a refused write, a throwing read and an uncacheable value leave nothing in the cache', async (t) => {
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

test('a read during which a commit happens is not cached', async (t) => {
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
