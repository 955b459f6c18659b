import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Budget, createLimits } from './limits.ts';

test('RATE_LIMITS=off leaves the limits against guessing a secret on, and no other', async () => {
  const limits = createLimits(false);
  const bounds: [Budget, number][] = [
    ['password', 100],
    ['wrongFactor', 30],
    ['wrongCode', 5],
    ['wrongCodes', 100],
    ['unknownClaim', 60],
  ];
  for (const [budget, points] of bounds) {
    for (let n = 0; n < points; n++) await limits.spend(budget, 'key');
    await assert.rejects(limits.spend(budget, 'key'), { kind: 'rate_limited' }, budget);
    await limits.giveBack(budget, 'other');
  }
  for (const budget of ['identity', 'write', 'signIn', 'polls', 'letter'] as const)
    for (let n = 0; n < 1000; n++) await limits.spend(budget, 'key');
});
