import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import type { lastFirst } from '../../support/postgres.ts';

// PgBouncer, and a PostgreSQL with a streaming replica, as Debian's packages `pgbouncer` and `postgresql` have them.

type After = ReturnType<typeof lastFirst>;

const [PGBOUNCER, USER] = ['/usr/sbin/pgbouncer', 'postgres'];
const BIN = dirname(globSync('/usr/lib/postgresql/*/bin/pg_basebackup').sort().at(-1) ?? '/none/pg_basebackup');

/** Why these programs cannot run here; null when they can. */
export const NO_PGBOUNCER = existsSync(PGBOUNCER) ? null : 'pgbouncer is not installed';
export const NO_REPLICA = existsSync(BIN) ? null : 'pg_basebackup is not installed';

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

/** Starts a PostgreSQL with one database, and a replica made by pg_basebackup. */
export async function startWithReplica(
  t: After,
): Promise<{ url: string; replica: string; delay: (text: string) => Promise<void> }> {
  const folder = openFolder(t);
  const [port, second] = [await freePort(), await freePort()];
  const run = (program: string, ...words: string[]) => {
    const [command, all] = asUser(join(BIN, program), ...words);
    execFileSync(command, all, { stdio: 'ignore', cwd: folder });
  };
  const start = (name: string, at: number) => {
    const options = `-p ${at} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c hot_standby_feedback=on -c wal_receiver_status_interval=1`;
    run('pg_ctl', '-w', '-D', join(folder, name), '-l', join(folder, `${name}.log`), '-o', options, 'start');
    t.after(() => run('pg_ctl', '-D', join(folder, name), '-m', 'immediate', 'stop'));
  };
  const address = (at: number, database: string) => `postgres://${USER}@127.0.0.1:${at}/${database}`;
  run('initdb', '-D', join(folder, 'primary'), '-A', 'trust', '-U', USER, '--locale=C', '--encoding=UTF8', '--no-sync');
  start('primary', port);
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', USER, 'magazine');
  run(
    'pg_basebackup',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    USER,
    '-D',
    join(folder, 'replica'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  );
  start('replica', second);
  const replica = address(second, 'magazine');
  const delay = async (text: string) => {
    await ask(replica.replace('/magazine', '/postgres'), `alter system set recovery_min_apply_delay = '${text}'`);
    await ask(replica.replace('/magazine', '/postgres'), 'select pg_reload_conf()');
  };
  return { url: address(port, 'magazine'), replica, delay };
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
