import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BRIEF_DAY, publishStories } from '../../support/brief/briefs.ts';
import { addReaders, scheduled } from '../../support/brief/sends.ts';
import { createDatabase, shareCluster } from '../../support/postgres.ts';
import { type After, BASE, type TestSite } from '../../support/site.ts';

// Real server processes that send a brief, for walks that kill, stop and measure them.

/** Settings of an empty PostgreSQL database. */
export async function postgresOf(t: After): Promise<{ DATABASE_URL: string }> {
  const cluster = await shareCluster();
  t.after(() => cluster.stop());
  return { DATABASE_URL: (await createDatabase(cluster.url)).url };
}

/** A brief that is due on the clock of the servers. Returns the addresses of its audience. */
export async function prepareSend(site: TestSite, readers: number): Promise<string[]> {
  await publishStories(site, 5);
  await addReaders(site, readers);
  await scheduled(site, await site.person('editor', 'Dana Whitfield'));
  const due = new Date().toISOString();
  await site.deps.db.write((tx) => tx.updateTable('brief').set({ due_at: due }).where('day', '=', BRIEF_DAY).execute());
  return Array.from({ length: readers }, (_, at) => `reader${at}@mail${at % 20}.example`);
}

/** Starts a server on the data of a site, and ends it after the test. */
export function startSending(t: After, site: TestSite, settings: Record<string, string>): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: site.config.databaseUrl,
    DATA_DIR: join(site.config.dataDir, 'server'),
    SAMPLE_EDITION: 'off',
    BASE_URL: BASE,
    PORT: '0',
    LOG_LEVEL: 'error',
    JOBS_SECONDS: '0.2',
    ...settings,
  };
  const main = join(import.meta.dirname, '..', '..', '..', 'src/main.ts');
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  t.after(() => server.kill('SIGKILL'));
  return server;
}
