import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { knownMigrations } from '#db/schema/migrate.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { nextRelease, openRelease } from '../../support/data/releases.ts';
import { startServer, until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { createDatabase, lastFirst, startCluster } from '../../support/postgres.ts';
import { copy, openSite, type TestSite } from '../../support/site.ts';
import type { Task } from './opener.ts';
import { ask, NO_PGBOUNCER, percentile, startPgBouncer } from './real-servers.ts';

// The service behind PgBouncer in transaction mode.

const ROUNDS = Number(process.env.ROUNDS ?? 100);
/** Milliseconds after which an opening counts as hanging. */
const HANGS = 60_000;
/** Milliseconds until another process serves a publication: this, or on a busy machine so many times what it takes to read a page. */
const [NEWS, TIMES_A_PAGE] = [200, 4];
/** Milliseconds until the connections of programs that have ended are gone. */
const LONGEST_END = 30_000;

type Answer = { milliseconds?: number; error?: string };

async function open(opener: ChildProcess, task: Task): Promise<Answer> {
  opener.send(task);
  const late = new AbortController();
  const answer = once(opener, 'message').then(([told]) => told as Answer);
  const hangs = wait(HANGS, { error: 'it hangs' }, { signal: late.signal, ref: false }).catch(() => ({}));
  return Promise.race([answer, hangs]).finally(() => late.abort());
}

test('PgBouncer: 100 starts and 100 upgrades by two processes at once, under load', {
  skip: NO_PGBOUNCER ?? false,
}, async (context) => {
  const t = lastFirst(context);
  const cluster = await startCluster();
  t.after(cluster.stop);
  const through = await startPgBouncer(t, cluster.url);
  const { url } = await createDatabase(cluster.url);
  const site = await openSite(t, { DATABASE_URL: through(url), DATABASE_DIRECT_URL: url });
  await assert.rejects(openDatabase(through(url)), /^Error: DATABASE_URL leads to a pooler .* Set DATABASE_DIRECT_URL/);
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-openers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const openers = [0, 1].map(() => fork(join(import.meta.dirname, 'opener.ts'), { execArgv: [] }));
  for (const opener of openers) t.after(() => opener.kill());
  const load = startLoad(site);
  t.after(load.stop);
  const times: number[] = [];
  const failed: string[] = [];
  const both = async (database: string, upgrades = false) => {
    const task = { url: through(database), directUrl: database, folder, upgrades };
    for (const { milliseconds, error } of await Promise.all(openers.map((opener) => open(opener, task)))) {
      if (milliseconds) times.push(milliseconds);
      else failed.push(String(error));
    }
  };

  for (let round = 0; round < ROUNDS; round++) await both(url);
  const starts = times.splice(0);
  const old = await openRelease(t, 'postgres', { clusterUrl: cluster.url });
  const name = (address: string) => new URL(address).pathname.slice(1);
  for (let round = 0; round < ROUNDS; round++) {
    const own = new URL(old);
    own.pathname = `/upgraded_${round}`;
    await ask(cluster.url, `create database ${name(own.href)} template ${name(old)}`);
    await both(own.href, true);
    const [row] = await ask<{ count: number }>(own.href, 'select count(*)::int as count from kysely_migration');
    assert.equal(row?.count, knownMigrations(nextRelease).length);
    await ask(cluster.url, `drop database ${name(own.href)} with (force)`);
  }
  const backups = readdirSync(folder).filter((file) => file.startsWith('before-upgrade') && file.endsWith('.db'));
  const { written, refused } = await load.stop();
  // A connection ends a moment after its program has answered. The site holds one lock on its own connection, which is direct.
  const left = () =>
    ask<object>(
      cluster.url,
      `select application_name, state, query, classid, objid, mode, granted from pg_stat_activity
        left join pg_locks on pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory'
        where state like 'idle in transaction%' or (locktype is not null and application_name <> 'plumbline-watch')`,
    );
  await until(async () => (await left()).length === 0, LONGEST_END).catch(async () => {
    assert.deepEqual(await left(), [], 'locks and open transactions are left');
  });
  console.log(
    `PgBouncer: ${starts.length} starts (p99 ${Math.round(percentile(starts, 0.99))} ms), ${times.length} upgrades (p99 ${Math.round(percentile(times, 0.99))} ms), ` +
      `${failed.length} failed or hanging, ${backups.length} backups, no locks and no open transactions left; meanwhile ${written} drafts written, ${refused} refused`,
  );
  assert.deepEqual(failed, []);
  assert.deepEqual([starts.length, times.length, backups.length], [2 * ROUNDS, 2 * ROUNDS, ROUNDS]);
  assert.equal(refused, 0);
  assert.ok(written > 100);
});

test('PgBouncer: another process serves a publication within 200 ms, under load', {
  skip: NO_PGBOUNCER ?? false,
}, async (context) => {
  const t = lastFirst(context);
  const cluster = await startCluster();
  t.after(cluster.stop);
  const through = await startPgBouncer(t, cluster.url);
  const { url } = await createDatabase(cluster.url);
  const settings = { DATABASE_URL: through(url), DATABASE_DIRECT_URL: url };
  const site = await openSite(t, settings);
  const other = await startServer(await freePort(), {
    ...settings,
    DATA_DIR: join(site.config.dataDir, 'other'),
    LOG_LEVEL: 'error',
  });
  t.after(() => other.end());
  const load = startLoad(site);
  t.after(load.stop);
  const times: number[] = [];
  const pages: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const slug = `news-${round}`;
    const { id } = await createDraft(site.deps, CLI, copy({ slug, section: 'software' }));
    await publish(site.deps, CLI, id, { revisionNumber: 0 });
    const since = performance.now();
    const isRead = async () => (await (await fetch(`${other.base}/software.md`)).text()).includes(`/software/${slug}`);
    while (!(await isRead()) && performance.now() - since < 10_000) await wait(2);
    times.push(performance.now() - since);
    const began = performance.now();
    await (await fetch(`${other.base}/search?q=${slug}`)).text();
    pages.push(performance.now() - began);
  }
  const { written } = await load.stop();
  const [half, most] = [0.5, 0.99].map((part) => Math.round(percentile(times, part)));
  const page = Math.round(percentile(pages, 0.99));
  console.log(
    `news behind PgBouncer: ${times.length} publications, p50 ${half} ms, p99 ${most} ms; a page: p99 ${page} ms; meanwhile ${written} drafts written`,
  );
  assert.ok((most ?? 0) <= Math.max(NEWS, TIMES_A_PAGE * page), `p99 is ${most} ms, and that of a page ${page} ms`);
});

/** Writes drafts through the pooler, four at a time, until it is stopped. */
function startLoad(site: TestSite): { stop: () => Promise<{ written: number; refused: number }> } {
  let isStopped = false;
  const counts = { written: 0, refused: 0 };
  const write = async (lane: number) => {
    for (let number = 0; !isStopped; number++) {
      await createDraft(site.deps, CLI, copy({ slug: `load-${lane}-${number}` })).then(
        () => counts.written++,
        () => counts.refused++,
      );
      await wait(50);
    }
  };
  const lanes = [1, 2, 3, 4].map(write);
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(lanes);
      return counts;
    },
  };
}
