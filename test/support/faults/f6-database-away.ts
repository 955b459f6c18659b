import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { prepareSite } from './fault-site.ts';
import { openLedger, settle } from './ledger.ts';
import { readOn, tally } from './readers.ts';
import { LONG, report, tellProgress } from './report.ts';
import { until } from './server.ts';

// F6: the database of a running server becomes unavailable, the server is restarted meanwhile, and the database comes back.

const SECONDS = LONG ? 600 : 2;

const site = await prepareSite();
let server = await site.start();
const ledger = openLedger(server.base, site.headers);
const filed = await ledger.create();
await ledger.publish(filed);
const paths = [...site.paths, `/robotics/${filed.slug}`, '/', '/robotics', '/rss.xml', '/sitemap.xml', '/llms.txt'];
for (const path of paths) await (await fetch(server.base + path)).arrayBuffer(); // the cache has these

moveAway();
const awaySince = performance.now();
const first = [ledger.entries.length];
const readers = readOn(server.base, paths);
await writeFor((SECONDS * 1000) / 2);
const running = tally(await readers.stop());
await server.end();
server = await site.start();
const again = readOn(server.base, paths);
await writeFor((SECONDS * 1000) / 2);
const restarted = tally(await again.stop());
const during = ledger.entries.slice(first[0]);

moveBack();
const recovery = await until(async () => (await ledger.create()).status === 201, 15_000);
const current = await fetch(`${server.base}/robotics/${filed.slug}?again`);
await server.end();

const settled = await site.look((db) => settle(db.read, ledger.entries));
site.remove();
report(
  'F6 database away',
  { seconds: SECONDS, running, restarted, refusedMeanwhile: during.length, recovery: Math.round(recovery), ...settled },
  [
    {
      what: 'every read is 200 or 503 with Retry-After while the server runs on',
      met: running.ok > 0 && running.ok + running.refused === running.reads,
    },
    { what: 'every read is 503 with Retry-After after its restart', met: restarted.refused === restarted.reads },
    {
      what: 'every write is 503 with Retry-After',
      met: during.length > 0 && during.every(({ status, retryAfter }) => status === 503 && retryAfter === '30'),
    },
    { what: 'writes are taken <= 10 s after it is back', met: recovery <= 10_000 },
    { what: 'reads are current again', met: current.status === 200 },
    { what: 'nothing acknowledged is lost', met: settled.lost.length === 0 },
    { what: 'nothing is half written', met: settled.half.length === 0 },
  ],
);

async function writeFor(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    await ledger.create();
    tellProgress('F6', Math.round((performance.now() - awaySince) / 1000), SECONDS, 'seconds');
    await new Promise((resolve) => setTimeout(resolve, LONG ? 500 : 50));
  }
}

function files(): [string, string][] {
  return ['', '-wal', '-shm'].map((end) => [
    join(site.folder, `plumbline.db${end}`),
    join(site.folder, 'away', `db${end}`),
  ]);
}

function moveAway(): void {
  mkdirSync(join(site.folder, 'away'));
  for (const [here, there] of files()) if (existsSync(here)) renameSync(here, there);
}

function moveBack(): void {
  for (const [here, there] of files()) if (existsSync(there)) renameSync(there, here);
}
