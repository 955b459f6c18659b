import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stockSite } from '../../../scripts/stock.ts';
import { familyOf } from '../../support/faults/child-processes.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { BASE, openSite } from '../../support/site.ts';

// How long an export of 5,000 articles takes, how much of the processor, and how much memory: it prints all.

const COMMANDS = join(import.meta.dirname, '..', '..', '..', 'src/cli/cli.ts');
/** Clock ticks in a second, of the times in /proc. */
const TICKS = 100;

test('5,000 articles are exported in 120 s with 300 MB', async (t) => {
  const site = await openSite(t);
  await stockSite(site.deps, { count: 5000, body: 6000 });
  const file = join(freshFolder(t), 'out.zip');
  const began = performance.now();
  const child = spawn(process.execPath, [COMMANDS, 'export', file], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: site.config.dataDir,
      DATABASE_URL: site.config.databaseUrl,
      BASE_URL: BASE,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  let processor = 0;
  const look = setInterval(() => {
    const all = familyOf(child.pid ?? 0);
    peak = Math.max(
      peak,
      all.map(proportionalMemory).reduce((sum, one) => sum + one, 0),
    );
    processor = Math.max(processor, processorSeconds(child.pid ?? 0));
  }, 200);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  const seconds = (performance.now() - began) / 1000;
  tell(t, { seconds, processor, peak });
  assert.equal(code, 0);
  assert.ok(seconds <= 120, `${seconds} s`);
  assert.ok(peak <= 300, `${peak} MB`);
});

function tell(t: TestContext, { seconds, processor, peak }: Record<'seconds' | 'processor' | 'peak', number>): void {
  const words = `${seconds.toFixed(1)} s, of which the processor worked ${processor.toFixed(1)} s; at most ${Math.round(peak)} MB (PSS)`;
  t.diagnostic(words);
}

/** The memory of a process in MB; what it shares with others counts in part. 0 where the system does not tell. */
function proportionalMemory(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** The seconds that a process has had of the processor, in all its threads. */
function processorSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
