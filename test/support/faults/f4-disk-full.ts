import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareSite } from './fault-site.ts';
import { type Entry, openLedger, settle } from './ledger.ts';
import { readOn, tally } from './readers.ts';
import { LONG, report, tellProgress } from './report.ts';
import { until } from './server.ts';

// F4: the disk is full. The site is on a file system of 8 MB, if mounting is allowed. It is filled and freed again and again.
// Reads continue, writes get 503 and are never half stored; with free space they are accepted again.

const ROUNDS = LONG ? 20 : 1;

const folder = mkdtempSync(join(tmpdir(), 'plumbline-full-'));
if (!mount(folder)) {
  rmSync(folder, { recursive: true });
  console.log(JSON.stringify({ fault: 'F4 disk full', skipped: 'no file system may be mounted here' }));
} else {
  try {
    await fill();
  } finally {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  }
}

async function fill(): Promise<void> {
  const site = await prepareSite({ folder });
  const server = await site.start();
  const ledger = openLedger(server.base, site.headers);
  const readers = readOn(server.base, [...site.paths, '/', '/api/public/articles?limit=3']);
  const recoveries: number[] = [];
  const refusals: Entry[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await ledger.create();
    fillUp(join(folder, 'ballast'));
    const from = ledger.entries.length;
    // SQLite reuses space in its files first, so some writes may still be accepted.
    await until(async () => (await ledger.create()).status !== 201, 20_000);
    for (let n = 0; n < 10; n++) await ledger.create();
    refusals.push(...ledger.entries.slice(from).filter((entry) => entry.status !== 201));
    rmSync(join(folder, 'ballast'));
    recoveries.push(await until(async () => (await ledger.create()).status === 201, 10_000).catch(() => 10_000));
    tellProgress('F4', round + 1, ROUNDS, 'rounds');
  }
  await until(() => readers.reads.length >= 50, 10_000);
  const reads = tally(await readers.stop());
  await server.end();
  const settled = await site.look((db) => settle(db.read, ledger.entries));
  const recovery = Math.round(Math.max(...recoveries));
  report('F4 disk full', { rounds: ROUNDS, ...reads, recovery, ...settled }, [
    { what: 'every read is 200', met: reads.ok === reads.reads && reads.reads > 0 },
    {
      what: 'refused writes are 503 storage_full with Retry-After',
      met: refusals.every(({ status, code, retryAfter }) => status === 503 && code === 'storage_full' && retryAfter),
    },
    { what: 'writes are taken <= 5 s after space is freed', met: recovery <= 5000 },
    { what: 'nothing acknowledged is lost', met: settled.lost.length === 0 },
    { what: 'nothing is half written', met: settled.half.length === 0 },
  ]);
}

function mount(at: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes until the disk is full. */
function fillUp(path: string): void {
  for (const size of [65536, 4096]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size, 1), { flag: 'a' });
    } catch {
      // Full, to this block size.
    }
  }
}
