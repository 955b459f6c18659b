import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareSite } from './fault-site.ts';
import { openLedger, settle } from './ledger.ts';
import { LONG, report, tellProgress } from './report.ts';

// F3: a loss of power. One client sends one write after the other while strace records each fsync and fdatasync. Between each
// request and its 201 there must be at least one sync.

const WRITES = LONG ? 200 : 50;

if (spawnSync('strace', ['-V']).status !== 0) {
  console.log(JSON.stringify({ fault: 'F3 synced', skipped: 'strace is not installed', missed: [] }));
} else {
  await count();
}

async function count(): Promise<void> {
  const site = await prepareSite({ articles: 1 });
  const trace = join(site.folder, 'trace');
  const strace = [
    'strace',
    '-D',
    '-f',
    '-qq',
    '-ttt',
    '-T',
    '-e',
    'trace=fsync,fdatasync',
    '-o',
    trace,
    process.execPath,
  ];
  const server = await site.start({}, strace);
  const ledger = openLedger(site.base, site.headers);
  const waits: { from: number; to: number }[] = [];
  while (waits.length < WRITES) {
    const from = seconds();
    const { status } = await ledger.create();
    if (status !== 201) break;
    waits.push({ from, to: seconds() });
    tellProgress('F3', waits.length, WRITES, 'writes');
  }
  await server.end();
  const settled = await site.look((db) => settle(db.read, ledger.entries));
  const syncs = existsSync(trace) ? readSyncs(readFileSync(trace, 'utf8')) : [];
  site.remove();
  const synced = waits.filter(({ from, to }) => syncs.some((at) => at >= from && at <= to)).length;
  const during = syncs.filter((at) => at >= (waits[0]?.from ?? 0) && at <= (waits.at(-1)?.to ?? 0)).length;
  report('F3 synced', { answered: waits.length, syncs: during, answeredAfterSync: synced, ...settled }, [
    { what: `${WRITES} writes are 201`, met: waits.length === WRITES },
    { what: 'at least one sync for each 201', met: during >= waits.length },
    { what: 'each 201 came after a sync of its own', met: synced === waits.length },
    { what: 'nothing acknowledged is lost', met: settled.lost.length === 0 },
  ]);
}

/** The wall clock in seconds, as strace prints it. */
function seconds(): number {
  return (performance.timeOrigin + performance.now()) / 1000;
}

/** The start times of the successful syncs. */
function readSyncs(trace: string): number[] {
  const lines = trace.matchAll(/^\d+ +(\d+\.\d+) (?:fsync|fdatasync)\(\d+(?:\) += 0| <unfinished)/gm);
  return [...lines].map(([, at]) => Number(at));
}
