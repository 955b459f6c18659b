import assert from 'node:assert/strict';
import { test } from 'node:test';
import '#app.ts';
import { declared } from '#http/declared.ts';
import { type Budget, createLimits } from '#http/limits.ts';

test('RATE_LIMITS=off leaves the limits against guessing a secret on, and no other', async () => {
  const limits = createLimits(false, declared().budgets);
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

test('addresses of one network share a larger budget, and one without points takes none from its neighbours', async () => {
  const limits = createLimits(true, declared().budgets);
  const spend = (address: string) =>
    limits.spendAddress('check', address).then(
      () => 1,
      () => 0,
    );
  const spendAll = async (addresses: string[]) => {
    let spent = 0;
    for (const address of addresses) spent += await spend(address);
    return spent;
  };
  const networks = Array.from({ length: 40 }, (_, n) => `2001:db8:1:${n.toString(16)}00::1`);
  assert.equal(await spendAll(Array.from({ length: 50 }, () => networks[0] ?? '')), 30, 'one /64');
  assert.equal(
    await spendAll(networks.flatMap((one) => [one, one, one, one, one])),
    90,
    'the rest of a /48: 120 in all',
  );
  assert.equal(await spend('2001:db8:2::1'), 1);
  const neighbours = Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`);
  assert.equal(await spendAll(Array.from({ length: 600 }, (_, n) => neighbours[n % 20] ?? '')), 240, 'a /24');
  assert.equal(await spend('192.0.3.1'), 1);
});
