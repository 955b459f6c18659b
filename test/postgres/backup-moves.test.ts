import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folderFor, goOn, plumbline, rowsAt } from '../support/data/backups.ts';
import { createDatabase, lastFirst, shareCluster } from '../support/postgres.ts';
import { startServer } from '../support/servers.ts';
import { openSite, type TestSite } from '../support/site.ts';
import { stock } from '../support/stocked.ts';

// Data that moves from a SQLite file to PostgreSQL and back. The test starts its own PostgreSQL if none is given.

type Move = { site: TestSite; url: string; published: string };

/** A filled site in a SQLite file, and the address of an empty PostgreSQL database. */
async function open(t: Pick<TestContext, 'after'>): Promise<Move> {
  const cluster = await shareCluster();
  t.after(cluster.stop);
  const { url, drop } = await createDatabase(cluster.url);
  t.after(drop);
  const site = await openSite(t, { DATABASE_URL: `file:${join(folderFor(t), 'house.db')}` });
  const { published } = await stock(site);
  return { site, url, published };
}

test('copy moves all data from SQLite to PostgreSQL with the same counts and hashes, and back', async (context) => {
  const t = lastFirst(context);
  const { site, url, published } = await open(t);
  assert.deepEqual([site.deps.db.kind, new URL(url).protocol], ['sqlite', 'postgres:']);
  const over = await plumbline(site, ['copy', '--from', site.config.databaseUrl, '--to', url]);
  assert.equal(over.code, 0, over.error);
  assert.match(over.out, /^revision: \d+ [0-9a-f]{16}$/m);
  const stored = await rowsAt(site.config.databaseUrl);
  assert.deepEqual(await rowsAt(url), stored);
  const back = `file:${join(folderFor(t), 'back.db')}`;
  const returned = await plumbline(site, ['copy', '--from', url, '--to', back]);
  assert.equal(returned.code, 0, returned.error);
  assert.deepEqual(await rowsAt(back), stored);
  await goOn(site, url, published);
  await goOn(site, back, published);

  const again = await plumbline(site, ['copy', '--from', site.config.databaseUrl, '--to', url]);
  assert.equal(again.code, 1);
  assert.match(again.error, /has data already/);
});

test('a backup of a SQLite file restores to PostgreSQL, with --replace also over existing data', async (context) => {
  const t = lastFirst(context);
  const { site, url, published } = await open(t);
  const file = join(folderFor(t), 'backup.db');
  assert.equal((await plumbline(site, ['backup', file])).code, 0);
  const stored = await rowsAt(site.config.databaseUrl);
  const first = await plumbline(site, ['restore', file], url);
  assert.equal(first.code, 0, first.error);
  assert.deepEqual(await rowsAt(url), stored);
  await goOn(site, url, published);
  const newer = await rowsAt(url);
  assert.notDeepEqual(newer, stored);

  const refused = await plumbline(site, ['restore', file], url);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /has data already/);
  assert.deepEqual(await rowsAt(url), newer);
  const replaced = await plumbline(site, ['restore', file, '--replace'], url);
  assert.equal(replaced.code, 0, replaced.error);
  assert.deepEqual(await rowsAt(url), stored);
  const checked = await plumbline(site, ['check'], url);
  assert.equal(checked.code, 0, checked.error);
  await goOn(site, url, published);
});

test('restore and copy refuse a PostgreSQL database that a server has open, and change nothing', async (context) => {
  const t = lastFirst(context);
  const { site, url } = await open(t);
  const file = join(folderFor(t), 'backup.db');
  assert.equal((await plumbline(site, ['backup', file])).code, 0);
  assert.equal((await plumbline(site, ['restore', file], url)).code, 0);
  const server = await startServer(context, { ...site, config: { ...site.config, databaseUrl: url } }, 'running');
  const journal = async () => (await rowsAt(url)).journal;
  const stored = await journal();
  for (const args of [
    ['restore', file, '--replace'],
    ['copy', '--from', site.config.databaseUrl],
  ]) {
    const said = await plumbline(site, args, url);
    assert.equal(said.code, 1, said.out);
    assert.match(
      said.error,
      /A server, or another command, has this database open: from .* \(backend \d+\)\. Stop it first/,
    );
  }
  assert.deepEqual(await journal(), stored);
  server.process.kill('SIGTERM');
  await once(server.process, 'exit');
  const replaced = await plumbline(site, ['restore', file, '--replace'], url);
  assert.equal(replaced.code, 0, replaced.error);
});

test('copy to the database of the settings names no address on the command line, and warns of a password there', async (context) => {
  const t = lastFirst(context);
  const { site, url } = await open(t);
  const said = await plumbline(site, ['copy', '--from', site.config.databaseUrl], url);
  assert.equal(said.code, 0, said.error);
  assert.doesNotMatch(said.error, /password/);
  const back = `file:${join(folderFor(t), 'back.db')}`;
  const warned = await plumbline(site, ['copy', '--from', url, '--to', back]);
  assert.equal(warned.code, 0, warned.error);
  assert.match(warned.error, /The password in --from is in the list of processes/);
});
