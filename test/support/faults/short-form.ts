import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

/** The name of a fault script, and the rule that it tests. */
export type Fault = readonly [script: string, rule: string];

/** Tests the short form of each fault script: a real server, a real fault, then a comparison of the ledger with the database. */
export function testShortForms(faults: readonly Fault[]): void {
  for (const [script, rule] of faults) {
    test(rule, { timeout: 300_000 }, async (t) => {
      const { code, out, error } = await run(script);
      const counts = out.trim().split('\n').at(-1) ?? '';
      assert.equal(code, 0, `${counts}\n${error}`);
      t.diagnostic(counts);
      if (counts.includes('"skipped"')) t.skip(counts);
    });
  }
}

function run(script: string): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${script}.ts`)], {
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
