import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageAsTyped } from '#editorial/review/typed-passage.ts';

test('a hostile passage is searched for in a moment', () => {
  const before = process.cpuUsage();
  passageAsTyped('*'.repeat(20_000), `${'*'.repeat(900)}x`, 1);
  passageAsTyped('a*'.repeat(10_000), `${'a*'.repeat(400)}b`, 1);
  assert.ok(process.cpuUsage(before).user < 1_000_000, 'less than a second of processor time');
});
