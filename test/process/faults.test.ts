import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

// The short form of every fault script: a real server, a real fault, and then a comparison of the ledger with the database.

const FAULTS: readonly [script: string, rule: string][] = [
  ['f1-killed', 'no acknowledged write is lost when the server is killed (F1)'],
  ['f2-postgres-killed', 'PostgreSQL is killed, and the same server goes on when it is back (F2)'],
  ['f3-synced', 'each 201 comes after the disk was waited for (F3)'],
  ['f4-disk-full', 'a full disk refuses writes, and half of nothing is stored (F4)'],
  ['f5-lock-held', 'a lock another process holds delays writes and no reader (F5)'],
  ['f6-database-away', 'a database that is away, also at a restart, stops writes and no reader (F6)'],
  ['f7-clock', 'a clock that jumps lengthens no token, and stops nothing (F7)'],
  ['f8-stopped', 'no request fails while processes are stopped and replaced (F8)'],
  ['f9-backed-up', 'a backup made under writes restores whole (F9)'],
  ['f12-answer-lost', 'a write whose answer was lost is there once after it is sent again (F12)'],
  [
    'f13-corrupt-at-start',
    'a damaged or outdated file is not written to, and readers get the last known edition (F13)',
  ],
];

for (const [script, rule] of FAULTS) {
  test(rule, { timeout: 300_000 }, async (t) => {
    const { code, out, error } = await run(script);
    const counts = out.trim().split('\n').at(-1) ?? '';
    assert.equal(code, 0, `${counts}\n${error}`);
    t.diagnostic(counts);
    if (counts.includes('"skipped"')) t.skip(counts);
  });
}

function run(script: string): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'faults', `${script}.ts`)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.on('data', (part) => {
    said.out += part;
  });
  child.stderr.on('data', (part) => {
    said.error += part;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}
