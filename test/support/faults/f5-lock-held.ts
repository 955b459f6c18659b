import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepareSite } from './fault-site.ts';
import { openLedger, settle } from './ledger.ts';
import { readOn, tally } from './readers.ts';
import { LONG, report } from './report.ts';

// F5: another process holds the write lock of the SQLite file. Reads continue and are current; writes wait up to 5 s, then 503.

const SECONDS = LONG ? 30 : 3;

const site = await prepareSite();
const server = await site.start();
const ledger = openLedger(server.base, site.headers);
const first = await ledger.create();

const readers = readOn(server.base, [...site.paths, '/api/public/articles', '/rss.xml']);
const holder = spawn(process.execPath, ['-e', holdLock(join(site.folder, 'plumbline.db'), SECONDS)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise((resolve) => holder.stdout.once('data', resolve));
const held = performance.now();
const writers = Array.from({ length: 4 }, async () => {
  while (performance.now() - held < (SECONDS - 0.5) * 1000) await ledger.create();
});
await new Promise((resolve) => holder.once('exit', resolve));
await Promise.all(writers);
const reads = tally(await readers.stop());
const after = await ledger.create();
await server.end();

const settled = await site.look((db) => settle(db.read, ledger.entries));
site.remove();
const slowest = Math.round(Math.max(...ledger.entries.map((entry) => entry.took)));
report('F5 lock held', { seconds: SECONDS, ...reads, slowest, ...settled }, [
  { what: 'a write before the lock is 201', met: first.status === 201 },
  { what: 'every read is 200', met: reads.ok === reads.reads && reads.reads > 0 },
  // The short form runs at the same time as other tests.
  { what: 'reads p99 <= 50 ms', met: reads.p99 <= (LONG ? 50 : 500) },
  {
    what: 'writes are 201, or 503 with Retry-After',
    met: ledger.entries.every(({ status, retryAfter }) => status === 201 || (status === 503 && retryAfter === '5')),
  },
  { what: 'no write takes longer than 6 s', met: slowest <= 6000 },
  { what: 'writes go on after the lock', met: after.status === 201 },
  { what: 'nothing acknowledged is lost', met: settled.lost.length === 0 },
  { what: 'nothing is half written', met: settled.half.length === 0 },
]);

function holdLock(path: string, seconds: number): string {
  return `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)}, { timeout: 5000 });
    db.exec('BEGIN IMMEDIATE'); console.log('held');
    setTimeout(() => { db.exec('ROLLBACK'); db.close(); }, ${seconds * 1000});`;
}
