import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestSite } from './site.ts';

// Real processes with real clocks, on the database of a site.

export type Server = { base: string; process: ChildProcess };

/** Starts a server with its own data folder below the site's, waits until it serves, and stops it after the test. */
export async function startServer(t: TestContext, site: TestSite, name: string): Promise<Server> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: site.config.databaseUrl,
    DATA_DIR: join(site.config.dataDir, name),
    SAMPLE_EDITION: 'off',
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
  throw new Error(`the server did not start; it printed: ${said}`);
}

/** Reads every 20 ms until the answer is true, at most for two minutes. */
export async function firstRead(read: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await read())) {
    if (Date.now() > end) throw new Error('not read within two minutes');
    await new Promise((again) => setTimeout(again, 20));
  }
}
