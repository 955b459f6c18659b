import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { type FaultSite, prepareSite } from './fault-site.ts';
import { type Entry, isAcknowledged, openLedger, settle } from './ledger.ts';
import { LONG, report, tellProgress } from './report.ts';

// F14: a power cut. strace records each write to the write-ahead log and each sync of it, with their times. Afterwards the log
// is cut where it was last synced when a response came, once exactly there, once within the next frame, and once with other
// bytes after it. The file that is opened then must have everything that was acknowledged or shown until that response.

/** Rehearsals, and writes of each site: few enough that the log is never folded into the file. */
const CUTS = LONG ? 1000 : 30;
const WRITES = 12;
const PAGE = 4096;
const FRAME = PAGE + 24;
const TRACED = 'trace=pwrite64,pwritev,write,fsync,fdatasync,ftruncate';

const counts = { cuts: 0, acknowledged: 0, shown: 0, dropped: 0, lost: 0, half: 0, notShown: 0 };
const said: string[] = [];

if (spawnSync('strace', ['-V']).status !== 0) {
  console.log(JSON.stringify({ fault: 'F14 power cut', skipped: 'strace is not installed', missed: [] }));
} else {
  while (counts.cuts < CUTS) await rehearseOnce();
  report('F14 power cut', { ...counts, ...(said.length > 0 && { said }) }, [
    { what: 'bytes after the last sync were dropped', met: counts.dropped > 0 },
    { what: 'nothing acknowledged is lost', met: counts.lost === 0 },
    { what: 'nothing shown is lost', met: counts.notShown === 0 },
    { what: 'nothing is half written', met: counts.half === 0 },
  ]);
}

/** A moment at which a client knew that an entry was stored: its response, or the first page that showed it. */
type Known = { entry: Entry; at: number; how: 'acknowledged' | 'shown' };

async function rehearseOnce(): Promise<void> {
  const site = await prepareSite({ articles: 1 });
  const trace = join(site.folder, 'trace');
  const strace = ['strace', '-D', '-f', '-y', '-qq', '-ttt', '-T', '-s', '0', '-e', TRACED, '-o', trace];
  const server = await site.start({}, [...strace, process.execPath]);
  const known = await writeAndRead(site);
  await server.end('SIGKILL');
  const log = readFileSync(join(site.folder, 'plumbline.db-wal'));
  const syncs = readSyncs(readFileSync(trace, 'utf8'));
  for (const { at } of known) {
    const length = syncs.findLast((sync) => sync.ended <= at)?.length ?? 0;
    const entries = known.filter((one) => one.at <= at);
    for (const rest of [0, Math.floor(FRAME * Math.random()), null]) {
      if (counts.cuts >= CUTS) break;
      const end = rest === null ? Buffer.alloc(2 * FRAME, 0xa5) : log.subarray(length, length + rest);
      counts.dropped += log.length - length;
      await cut(site, Buffer.concat([log.subarray(0, length), end]), entries);
      tellProgress('F14', counts.cuts, CUTS, `cuts, ${counts.lost + counts.half + counts.notShown} lost or half`);
    }
  }
  site.remove();
}

/** Three clients write and publish; a fourth reads each address until it shows the publication. */
async function writeAndRead(site: FaultSite): Promise<Known[]> {
  const ledger = openLedger(site.base, site.headers);
  const known: Known[] = [];
  const note = (entry: Entry) => {
    if (isAcknowledged(entry)) known.push({ entry, at: seconds(), how: 'acknowledged' });
    return entry;
  };
  const client = async () => {
    for (let n = 0; n < WRITES / 3; n++) {
      const created = note(await ledger.create());
      if (!isAcknowledged(created)) continue;
      const publishing = ledger.publish(created);
      const entry = ledger.entries.at(-1) as Entry;
      const isShown = () => fetch(`${site.base}/robotics/${created.slug}`).then(({ ok }) => ok);
      const showing = (async () => {
        for (let look = 0; look < 200; look++)
          if (await isShown()) return known.push({ entry, at: seconds(), how: 'shown' });
        return 0;
      })();
      note(await publishing);
      await showing;
    }
  };
  await Promise.all([client(), client(), client()]);
  return known.sort((one, other) => one.at - other.at);
}

/** Opens a copy of the database with this log, as after the cut, and compares it with what the clients knew. */
async function cut(site: FaultSite, log: Buffer, known: readonly Known[]): Promise<void> {
  const folder = join(site.folder, 'after');
  mkdirSync(folder);
  copyFileSync(join(site.folder, 'plumbline.db'), join(folder, 'plumbline.db'));
  writeFileSync(join(folder, 'plumbline.db-wal'), log);
  const snapshot = await openSnapshot(`file:${join(folder, 'plumbline.db')}`);
  const of = (how: Known['how']) => known.filter((one) => one.how === how).map(({ entry }) => entry);
  const acknowledged = await settle(snapshot.tx, of('acknowledged'));
  const shown = await settle(snapshot.tx, of('shown'));
  await snapshot.close();
  rmSync(folder, { recursive: true });
  counts.cuts++;
  counts.acknowledged += acknowledged.acknowledged;
  counts.shown += shown.entries;
  counts.lost += acknowledged.lost.length;
  counts.notShown += shown.lost.length;
  counts.half += acknowledged.half.length + shown.half.length;
  said.push(...acknowledged.lost, ...acknowledged.half, ...shown.lost, ...shown.half);
}

/** The wall clock in seconds, as strace prints it. */
function seconds(): number {
  return (performance.timeOrigin + performance.now()) / 1000;
}

/**
 * Each sync of the log: when it had ended, and how many bytes of the log had been written when it began. A call that another
 * thread interrupts has two lines.
 */
function readSyncs(trace: string): { ended: number; length: number }[] {
  const syncs: { ended: number; length: number }[] = [];
  const begun = new Map<string, number>();
  let length = 0;
  for (const line of trace.split('\n')) {
    const resumed = /^(\d+) +(\d+\.\d+) <\.\.\. (?:fsync|fdatasync) resumed>/.exec(line);
    const [, thread = '', at = ''] = resumed ?? /^(\d+) +(\d+\.\d+)/.exec(line) ?? [];
    if (resumed) {
      const before = begun.get(thread);
      begun.delete(thread);
      if (before !== undefined) syncs.push({ ended: Number(at), length: before });
      continue;
    }
    const [, call, rest = ''] = / (pwrite64|fsync|fdatasync)\(\d+<[^>]*\/plumbline\.db-wal>(.*)/.exec(line) ?? [];
    if (call === undefined) continue;
    const [, bytes = 0, place = 0] = /, (\d+), (\d+)(?:\)| <)/.exec(rest) ?? [];
    if (call === 'pwrite64') length = Math.max(length, Number(bytes) + Number(place));
    else if (rest.includes('unfinished')) begun.set(thread, length);
    else syncs.push({ ended: Number(at) + Number(/<(\d+\.\d+)>$/.exec(rest)?.[1] ?? 0), length });
  }
  return syncs;
}
