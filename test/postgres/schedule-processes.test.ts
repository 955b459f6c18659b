import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { createDatabase, shareCluster } from '../support/postgres.ts';
import { firstRead } from '../support/servers.ts';
import { copy, openSite, type TestSite } from '../support/site.ts';

// Real processes with real clocks on one database: each runs the jobs, and each act happens once.

test('one of two processes publishes a scheduled article, and both serve it', async (t) => {
  const site = await onPostgres(t);
  const servers = [await startServer(t, site, 'one'), await startServer(t, site, 'two')];
  const due = await scheduleIn(site, 1500, 'on-time');
  await Promise.all(servers.map((server) => firstSeen(server.base, '/robotics/on-time')));
  const log = await site.deps.db.read.selectFrom('publication_log').select('at').executeTakeFirstOrThrow();
  assert.ok(Date.parse(log.at) >= due, 'not before its time');
  assert.deepEqual(await actsOf(site), ['published']);
});

test('an article that was due while no server ran is published once at the next start, and the journal records the delay', async (t) => {
  const site = await onPostgres(t);
  const first = await startServer(t, site, 'one');
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  await scheduleIn(site, 300, 'late', -120_000);
  await new Promise((later) => setTimeout(later, 400));
  const servers = [await startServer(t, site, 'two'), await startServer(t, site, 'three')];
  await Promise.all(servers.map(({ base }) => firstSeen(base, '/robotics/late')));
  assert.deepEqual(await actsOf(site), ['published']);
  const line = await site.deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'article.published')
    .executeTakeFirstOrThrow();
  assert.ok(JSON.parse(line.detail ?? '{}').secondsLate >= 120);
});

async function onPostgres(t: TestContext): Promise<TestSite> {
  const cluster = await shareCluster();
  t.after(() => cluster.stop());
  const { url } = await createDatabase(cluster.url);
  return openSite(t, { DATABASE_URL: url });
}

/** Schedules an article in `ms` milliseconds, on a clock that is `ahead` of the servers'. Returns the time on their clock. */
async function scheduleIn(site: TestSite, ms: number, slug: string, ahead = 0): Promise<number> {
  const dana = await site.person('editor', 'Dana Whitfield');
  const due = Date.now() + ahead + ms;
  const deps = { ...site.deps, clock: () => Date.now() + ahead };
  const { id } = await createDraft(deps, CLI, copy({ slug }));
  await schedule(deps, dana, { articleId: id, revisionNumber: 0, at: new Date(due).toISOString() });
  return due;
}

function firstSeen(base: string, path: string): Promise<void> {
  return firstRead(async () => (await fetch(base + path)).status === 200);
}

async function actsOf(site: TestSite): Promise<string[]> {
  const rows = await site.deps.db.read.selectFrom('publication_log').select('act').execute();
  return rows.map(({ act }) => act);
}

async function startServer(
  t: TestContext,
  site: TestSite,
  name: string,
): Promise<{ base: string; process: ChildProcess }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: site.config.databaseUrl,
    DATA_DIR: join(site.config.dataDir, name),
    SAMPLE_EDITION: 'off',
    FIGURES_GATE: 'warn',
    PORT: '0',
    LOG_LEVEL: 'error',
    JOBS_SECONDS: '0.2',
  };
  const main = join(import.meta.dirname, '..', '..', 'src/main.ts');
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
  let said = '';
  for await (const part of server.stdout) {
    said += part;
    const [, base] = /Read it +(http:\/\/[^\s"]+?)\/["\n]/.exec(said) ?? [];
    if (base) return { base, process: server };
  }
  throw new Error(`the server said only: ${said}`);
}
