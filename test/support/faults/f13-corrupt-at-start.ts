import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { prepareSite } from './fault-site.ts';
import { openLedger, settle } from './ledger.ts';
import { readOn, tally } from './readers.ts';
import { type Goal, LONG, report, tellProgress } from './report.ts';
import { until } from './server.ts';

// F13: the server starts with a file that is damaged or older than an acknowledged write. It refuses everybody,
// logs why, and continues when the right file is back.

type Harm = { name: string; says: RegExp; harm: (file: string) => void };

const HARMS: Harm[] = [
  { name: 'a page overwritten', says: /is damaged/, harm: (file) => overwrite(file, 4096 * 3, 4096) },
  {
    name: 'the log cut short',
    says: /is older than the acknowledged writes/,
    harm: (file) => truncateSync(`${file}-wal`, Math.floor(statSync(`${file}-wal`).size / 4096 / 2) * 4096),
  },
  { name: 'the file cut short', says: /is damaged/, harm: (file) => truncateSync(file, 4096 * 5) },
  { name: 'the file emptied', says: /There is no database/, harm: (file) => truncateSync(file, 0) },
  { name: 'the file removed', says: /There is no database/, harm: (file) => rmSync(file) },
  {
    name: 'no database at all',
    says: /is damaged/,
    harm: (file) => {
      rmSync(`${file}-wal`);
      overwrite(file, 0, 100);
    },
  },
];

const site = await prepareSite({ articles: 3 });
const file = join(site.folder, 'plumbline.db');
const counts = { starts: 0, reads: 0, refused: 0, writesMeanwhile: 0, refusedMeanwhile: 0 };
const goals: Goal[] = [];
let server = await site.start();
const ledger = openLedger(server.base, site.headers);
const published = await ledger.create();
await ledger.publish(published);
const paths = [...site.paths, '/', '/api/public/articles?limit=9', `/robotics/${published.slug}`];
for (const [n, one] of (LONG ? HARMS : HARMS.slice(0, 2)).entries()) {
  await startWith(one);
  tellProgress('F13', n + 1, HARMS.length, 'harms');
}
await server.end();
const settled = await site.look((db) => settle(db.read, ledger.entries));
site.remove();
report('F13 corrupt at start', { ...counts, ...settled }, [
  ...goals,
  { what: 'nothing acknowledged is lost', met: settled.lost.length === 0 },
  { what: 'nothing is half written', met: settled.half.length === 0 },
]);

async function startWith({ name, says, harm }: Harm): Promise<void> {
  for (let n = 0; n < 3; n++) await ledger.create();
  await server.end('SIGKILL');
  const parts = [file, `${file}-wal`].filter((part) => existsSync(part));
  for (const part of parts) copyFileSync(part, `${part}-kept`);
  harm(file);

  server = await site.start();
  counts.starts++;
  const readers = readOn(server.base, paths, { pause: 1 });
  const acknowledged = ledger.entries.length;
  for (let n = 0; n < 5; n++) await ledger.create();
  await until(() => readers.reads.length >= 2 * paths.length, 10_000);
  const reads = tally(await readers.stop());
  const writes = ledger.entries.slice(acknowledged);
  counts.reads += reads.reads;
  counts.refused += reads.refused;
  counts.writesMeanwhile += writes.length;
  counts.refusedMeanwhile += writes.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null).length;

  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  for (const part of parts.toReversed()) copyFileSync(`${part}-kept`, part);
  const back = await until(async () => (await ledger.create()).status === 201, 15_000).catch(() => null);
  goals.push(
    { what: `${name}: every read is 503 with Retry-After`, met: reads.refused === reads.reads && reads.reads > 0 },
    { what: `${name}: every write is 503 with Retry-After`, met: writes.every((entry) => entry.status === 503) },
    { what: `${name}: the log says why`, met: says.test(server.output()) },
    { what: `${name}: writes are taken once the file is back`, met: back !== null },
  );
}

function overwrite(path: string, at: number, length: number): void {
  const opened = openSync(path, 'r+');
  writeSync(opened, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(opened);
}
