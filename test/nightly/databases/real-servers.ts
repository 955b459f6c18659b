import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import type { lastFirst } from '../../support/postgres.ts';

// PgBouncer, as Debian's package `pgbouncer` has it.

type After = ReturnType<typeof lastFirst>;

const [PGBOUNCER, USER] = ['/usr/sbin/pgbouncer', 'postgres'];

/** Why PgBouncer cannot run here; null when it can. */
export const NO_PGBOUNCER = existsSync(PGBOUNCER) ? null : 'pgbouncer is not installed';

/** PostgreSQL and PgBouncer do not run as root. */
function asUser(program: string, ...words: string[]): [string, string[]] {
  return process.getuid?.() === 0 ? ['runuser', ['-u', USER, '--', program, ...words]] : [program, words];
}

function openFolder({ after }: After): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-servers-'));
  chmodSync(folder, 0o777);
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts PgBouncer in transaction mode before the server at `url`. Returns the address of the same database through it. */
export async function startPgBouncer(t: After, url: string): Promise<(url: string) => string> {
  const { hostname, port, username, password } = new URL(url);
  const [folder, own] = [openFolder(t), await freePort()];
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\n` +
      `auth_type = trust\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = 10\nmax_client_conn = 1000\n` +
      `server_idle_timeout = 5\n`,
  );
  for (const file of [users, settings]) chmodSync(file, 0o644);
  const child = spawn(...asUser(PGBOUNCER, '-q', settings), { stdio: 'ignore' });
  t.after(() => child.kill('SIGTERM'));
  const through = (direct: string) => {
    const address = new URL(direct);
    address.port = String(own);
    return address.href;
  };
  await until(
    async () =>
      ask(through(url), 'select 1').then(
        () => true,
        () => false,
      ),
    10_000,
  );
  return through;
}

export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The value below which `part` of the numbers are. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
