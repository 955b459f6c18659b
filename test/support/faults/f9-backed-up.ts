import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import '#app.ts';
import { inspectData } from '#backup/inspect.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { prepareSite } from './fault-site.ts';
import { isAcknowledged, openLedger, settle } from './ledger.ts';
import { LONG, report, tellProgress } from './report.ts';

// F9: backups while four writers write. Each backup is restored elsewhere, opens, passes the check, and has everything that was
// acknowledged before the backup began.

const BACKUPS = LONG ? 50 : 3;
/** Milliseconds between two articles of a writer: each of fifty backups is compared with all earlier writes. */
const PAUSE = LONG ? 200 : 5;
const CLI = join(dirname(dirname(dirname(import.meta.dirname))), 'src', 'cli', 'cli.ts');

const site = await prepareSite();
const server = await site.start();
const ledger = openLedger(site.base, site.headers);
let stopped = false;
const writers = Array.from({ length: 4 }, async () => {
  while (!stopped) {
    const created = await ledger.create();
    const revised = isAcknowledged(created) ? await ledger.revise(created) : created;
    if (isAcknowledged(revised)) await ledger.publish(revised);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
});

const counts = { backups: 0, restored: 0, held: 0, lost: 0, half: 0, wrong: 0, slowestRestore: 0 };
const said: string[] = [];
for (let n = 0; n < BACKUPS; n++) {
  const before = ledger.entries.filter(isAcknowledged);
  const file = join(site.folder, `backup-${n}.db`);
  const target = join(site.folder, `restored-${n}`);
  if (!(await plumbline(['backup', file], site.folder))) continue;
  counts.backups++;
  const started = performance.now();
  if (!(await plumbline(['restore', file], target))) continue;
  counts.restored++;
  counts.slowestRestore = Math.max(counts.slowestRestore, Math.round(performance.now() - started));
  const snapshot = await openSnapshot(`file:${join(target, 'plumbline.db')}`);
  const settled = await settle(snapshot.tx, before);
  const { wrong } = await inspectData(snapshot, () => {});
  await snapshot.close();
  counts.held += before.length;
  counts.lost += settled.lost.length;
  counts.half += settled.half.length;
  counts.wrong += wrong.length;
  said.push(...settled.lost, ...settled.half, ...wrong);
  for (const one of [file, target]) rmSync(one, { recursive: true });
  tellProgress('F9', n + 1, BACKUPS, 'backups');
}
stopped = true;
await Promise.all(writers);
await server.end();
site.remove();

const refused = ledger.entries.filter((entry) => !isAcknowledged(entry)).length;
report('F9 backed up', { ...counts, entries: ledger.entries.length, refused, ...(said.length > 0 && { said }) }, [
  { what: 'every backup is made', met: counts.backups === BACKUPS },
  { what: 'every backup restores', met: counts.restored === BACKUPS },
  { what: 'each holds every write acknowledged before it began', met: counts.lost === 0 && counts.held > 0 },
  { what: 'nothing is half there', met: counts.half === 0 },
  { what: 'the check finds nothing wrong', met: counts.wrong === 0 },
  { what: 'writers are never refused meanwhile', met: refused === 0 },
]);

/** Runs the command on the site in `folder` and returns whether it succeeded. */
function plumbline(args: string[], folder: string): Promise<boolean> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let error = '';
  child.stderr.on('data', (part) => {
    error += part;
  });
  return new Promise((resolve) =>
    child.on('close', (code) => {
      if (code !== 0) said.push(error);
      resolve(code === 0);
    }),
  );
}
