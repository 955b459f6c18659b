import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

// A process that has compiled many patterns gets the next ones without V8's optimizations, which must find the same numbers.

test('numbers are found in a process whose patterns V8 no longer optimizes', () => {
  const file = join(import.meta.dirname, '../../unit/figures/figures-found.test.ts');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--no-regexp-optimization', file], { env, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
