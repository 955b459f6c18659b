import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stockSite } from '../../../scripts/stock.ts';
import { freshFolder } from '../../exchange/exports.ts';
import { openSite } from '../../support/site.ts';

// How long an export of 5,000 articles takes, and how much memory: it prints both.

const BOOT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'boot.mjs');

test('5,000 articles are exported in 120 s with 300 MB', async (t) => {
  const site = await openSite(t);
  await stockSite(site.deps, { count: 5000, body: 6000 });
  const file = join(freshFolder(t), 'out.zip');
  const began = performance.now();
  const child = spawn(process.execPath, [BOOT, 'src/cli/cli.ts', 'export', file], {
    env: { PATH: process.env.PATH, DATA_DIR: site.config.dataDir, DATABASE_URL: site.config.databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, proportionalMemory(child.pid ?? 0));
  }, 200);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  const seconds = (performance.now() - began) / 1000;
  t.diagnostic(`${seconds.toFixed(1)} s, at most ${Math.round(peak)} MB (PSS)`);
  assert.equal(code, 0);
  assert.ok(seconds <= 120, `${seconds} s`);
  assert.ok(peak <= 300, `${peak} MB`);
});

/** The memory of a process in MB; what it shares with others counts in part. 0 where the system does not tell. */
function proportionalMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
