import pg from 'pg';
import { createDatabase, startCluster } from '../postgres.ts';
import { prepareSite } from './fault-site.ts';
import { openLedger, settle } from './ledger.ts';
import { readOn, tally } from './readers.ts';
import { LONG, report, tellProgress } from './report.ts';
import { until } from './server.ts';

// F2: PostgreSQL's backends and its postmaster are killed during writes. Reads are answered or refused, every 201 is stored, and the same
// server accepts writes again by itself.

const KILLS = LONG ? 100 : 1;
/** Longest wait for PostgreSQL and for a write, in milliseconds. */
const LONGEST = 60_000;

const cluster = await startCluster({ durable: true });
const { url } = await createDatabase(cluster.url);
const site = await prepareSite({ databaseUrl: url });
const server = await site.start();
const ledger = openLedger(server.base, site.headers);
const readers = readOn(server.base, [...site.paths, '/', '/api/public/articles?limit=3', '/rss.xml']);
let stopped = false;
const writers = Array.from({ length: 4 }, async () => {
  while (!stopped) {
    const filed = await ledger.create();
    if (filed.status === 201) await ledger.publish(await ledger.revise(filed));
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

/**
 * Milliseconds until writes were taken again: after PostgreSQL itself recovered from a killed backend, and after it was started again.
 * `postgres` is the recovery of PostgreSQL, which takes long where the disk is busy.
 */
const recoveries = { backend: [] as number[], postgres: [] as number[], postmaster: [] as number[] };
for (let n = 0; n < KILLS; n++) {
  await writesGoOn();
  await killBackend();
  const recovered = postgresAnswers();
  const accepted = writesGoOn();
  const own = await recovered;
  recoveries.postgres.push(own);
  recoveries.backend.push(Math.max(0, (await accepted) - own));
  cluster.kill();
  await cluster.startAgain();
  recoveries.postmaster.push(await writesGoOn());
  tellProgress('F2', 2 * (n + 1), 2 * KILLS, 'kills');
}
stopped = true;
await Promise.all(writers);
await until(() => readers.reads.length >= 50, 10_000);
const reads = tally(await readers.stop());
await server.end();
const settled = await site.look((db) => settle(db.read, ledger.entries));
const wrong = ledger.entries.filter(({ status }) => status !== null && ![201, 303, 503, 409].includes(status));
site.remove();
await cluster.stop();

const slowest = (times: number[]) => Math.round(Math.max(...times));
const [backend, postgres, postmaster] = [recoveries.backend, recoveries.postgres, recoveries.postmaster].map(
  slowest,
) as [number, number, number];
report('F2 PostgreSQL killed', { kills: 2 * KILLS, ...reads, backend, postgres, postmaster, ...settled }, [
  { what: 'every read is 200 or 503 with Retry-After', met: reads.ok + reads.refused === reads.reads },
  { what: 'writes are done or 503', met: wrong.length === 0 },
  { what: 'writes are taken <= 5 s after PostgreSQL recovered from a killed backend', met: backend <= 5000 },
  { what: 'writes are taken <= 5 s after PostgreSQL is there again', met: postmaster <= 5000 },
  { what: 'nothing acknowledged is lost', met: settled.lost.length === 0 },
  { what: 'nothing is half written', met: settled.half.length === 0 },
]);

/** Kills a backend of the server, which makes PostgreSQL restart all of them. */
async function killBackend(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // this connection ends with the others
  await client.connect();
  const { rows } = await client.query("select pid from pg_stat_activity where application_name = 'plumbline' limit 1");
  process.kill(rows[0]?.pid, 'SIGKILL');
  await client.end().catch(() => {});
}

/** Waits until PostgreSQL takes connections, and returns the milliseconds that took. */
function postgresAnswers(): Promise<number> {
  return until(async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {}); // it may end while it connects
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    return isThere;
  }, LONGEST);
}

/** Waits until a write is accepted, and returns the milliseconds that took. */
async function writesGoOn(): Promise<number> {
  const from = ledger.entries.length;
  return until(() => ledger.entries.slice(from).some(({ status }) => status === 201), LONGEST);
}
