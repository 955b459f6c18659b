import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#db/connection/open.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { stockSite } from '../../../scripts/stock.ts';
import { nextRelease, openRelease, RELEASES } from '../../support/data/releases.ts';
import { prepareSite } from '../../support/faults/fault-site.ts';
import { isAcknowledged, openLedger, settle } from '../../support/faults/ledger.ts';
import { type Read, readOn } from '../../support/faults/readers.ts';
import { type Server, startServer, until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { createBareDatabase, lastFirst, startCluster } from '../../support/postgres.ts';
import { writeNextRelease } from './next-release.ts';
import { ask, percentile } from './real-servers.ts';

// Servers of this release, and of the next one, whose code the walk writes, on one PostgreSQL. And servers of the next release on a
// database of each release before.

const ARTICLES = Number(process.env.ARTICLES ?? 5000);
/** Milliseconds of reads and writes before and after each change. */
const CALM = 3000;

type Opened = Awaited<ReturnType<typeof open>>;

/** A database that this release made and filled. */
async function open(t: ReturnType<typeof lastFirst>, articles: number) {
  const cluster = await startCluster();
  t.after(cluster.stop);
  const { url } = await createBareDatabase(cluster.url);
  const site = await prepareSite({ databaseUrl: url });
  t.after(site.remove);
  await site.look(async (db) => stockSite(await createDeps(db), { count: articles }));
  const next = writeNextRelease(t);
  let started = 0;
  const start = async (code?: string): Promise<Server> => {
    const settings = {
      DATABASE_URL: url,
      BASE_URL: site.base,
      LOG_LEVEL: 'warn',
      DATA_DIR: join(site.folder, String(++started)),
    };
    const server = await startServer(await freePort(), settings, undefined, code);
    t.after(() => server.end('SIGKILL'));
    return server;
  };
  const migrations = async () =>
    Number((await ask<{ count: string }>(url, 'select count(*) as count from kysely_migration'))[0]?.count);
  return { url, site, start: () => start(), startNext: () => start(next), migrations };
}

async function isReady({ base }: Server): Promise<boolean> {
  return (await fetch(`${base}/readyz`)).ok;
}

function tell(name: string, reads: readonly Read[]): Read[] {
  const times = reads.map(({ took }) => took);
  const failed = reads.filter(({ status }) => status !== 200);
  console.log(
    `${name}: ${reads.length} reads, ${failed.length} failed, p99 ${Math.round(percentile(times, 0.99))} ms, slowest ${Math.round(Math.max(...times))} ms`,
  );
  return failed.slice(0, 3);
}

/** Paths of articles in three forms, lists and searches, so that the cache of a server answers few of them. */
async function pathsOf({ url }: Opened): Promise<string[]> {
  const rows = await ask<{ path: string }>(
    url,
    `select '/' || live_section || '/' || live_slug as path from article where live_slug is not null order by id`,
  );
  return rows.flatMap(({ path }, at) => [
    path,
    ...(at % 3 === 0 ? [`${path}.md`, `/api/public/articles${path}`] : []),
    ...(at % 10 === 0 ? ['/', '/robotics', '/rss.xml', `/api/public/articles?q=slab&limit=${(at % 97) + 1}`] : []),
  ]);
}

test('two new processes upgrade a database with 5,000 articles while old ones serve readers', async (context) => {
  const t = lastFirst(context);
  const opened = await open(t, ARTICLES);
  const before = await opened.migrations();
  const old = [await opened.start(), await opened.start()];
  const paths = await pathsOf(opened);
  const readers = old.map(({ base }) => readOn(base, paths, { count: 4, pause: 5 }));
  for (const reader of readers) t.after(reader.stop);
  await wait(CALM);
  const began = performance.now();
  const fresh = await Promise.all([opened.startNext(), opened.startNext()]);
  for (const server of fresh) await until(() => isReady(server), 300_000);
  const seconds = (performance.now() - began) / 1000;
  const newReaders = fresh.map(({ base }) => readOn(base, paths, { count: 2, pause: 5 }));
  for (const reader of newReaders) t.after(reader.stop);
  await wait(CALM);
  const reads = (await Promise.all([...readers, ...newReaders].map((one) => one.stop()))).flat();
  const backups = fresh.flatMap((_, at) => list(join(opened.site.folder, String(at + 3), 'backups')));
  console.log(
    `upgrade from ${before} to ${await opened.migrations()} migrations with ${ARTICLES} articles by two processes: ${seconds.toFixed(1)} s until both were ready, ${backups.length} backup`,
  );
  const failed = tell('upgrade under reads', reads);
  const [left] = await ask<{ count: string }>(
    opened.url,
    'select count(*) as count from article where live_revision is not null',
  );
  assert.deepEqual(failed, []);
  assert.deepEqual([await opened.migrations(), backups.length], [before + 1, 1]);
  assert.ok(Number(left?.count) >= ARTICLES);
});

function list(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.db'));
  } catch {
    return [];
  }
}

test('readers and writers notice nothing while old processes are replaced by new ones, one by one', async (context) => {
  const t = lastFirst(context);
  const opened = await open(t, 500);
  const before = await opened.migrations();
  const serving = [await opened.start(), await opened.start()];
  let turn = 0;
  /** A load balancer: each request goes to the next process that serves. */
  const balance = () => serving[++turn % serving.length]?.base ?? '';
  const readers = readOn(balance, await pathsOf(opened), { count: 4, pause: 10 });
  const ledger = openLedger(balance, opened.site.headers);
  t.after(readers.stop);
  let isOver = false;
  t.after(() => {
    isOver = true;
  });
  const writers = Array.from({ length: 2 }, async () => {
    while (!isOver) {
      const filed = await ledger.create();
      if (filed.status === 201) await ledger.publish(await ledger.revise(filed));
      await wait(50);
    }
  });
  await wait(CALM);
  for (const old of [...serving]) {
    const fresh = await opened.startNext();
    await until(() => isReady(fresh), 300_000);
    serving.push(fresh);
    await wait(CALM);
    serving.splice(serving.indexOf(old), 1);
    await wait(200); // what was sent to it before arrives
    await old.end();
  }
  await wait(CALM);
  isOver = true;
  await Promise.all(writers);
  const reads = await readers.stop();
  const db = await openDatabase(opened.url, { migrations: nextRelease });
  const settled = await settle(db.read, ledger.entries).finally(() => db.close());
  const refused = ledger.entries.filter((entry) => !isAcknowledged(entry));
  console.log(
    `rolling restart from ${before} to ${await opened.migrations()} migrations: ${ledger.entries.length} writes, ${refused.length} failed, ${settled.lost.length} lost, ${settled.half.length} half written`,
  );
  const failed = tell('rolling restart', reads);
  assert.deepEqual([failed, refused.slice(0, 3), settled.lost, settled.half], [[], [], [], []]);
  assert.ok(settled.acknowledged > 20);
});

for (const kind of ['sqlite', 'postgres'] as const)
  for (const release of RELEASES)
    test(`a server of the next release upgrades a database of ${release} and serves it; a command refuses it before, on ${kind}`, async (context) => {
      const t = lastFirst(context);
      const code = writeNextRelease(t);
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-upgraded-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      const settings = { DATABASE_URL: await openRelease(t, kind, { release }), DATA_DIR: folder };
      const run = (...words: string[]) =>
        spawnSync(process.execPath, [join(code, 'scripts/plumbline.mjs'), ...words], {
          cwd: code,
          env: { PATH: process.env.PATH, ...settings },
          encoding: 'utf8',
        });
      const early = run('articles');
      assert.equal(early.status, 1);
      assert.match(early.stderr, /An older release wrote this database .* Nothing was changed/);
      const server = await startServer(await freePort(), settings, undefined, code);
      t.after(() => server.end('SIGKILL'));
      await until(() => isReady(server), 300_000);
      const page = await fetch(`${server.base}/software/pour-sequence-model`);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /What a pour-sequence model knows about the weather/);
      assert.equal(list(join(folder, 'backups')).length, 1);
      await server.end();
      const checked = run('check');
      assert.equal(checked.status, 0, checked.stderr);
    });
