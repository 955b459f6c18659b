import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { taxOf } from '#ads/orders/invoice-document.ts';
import { dollars, readDollars } from '#core/money.ts';

// Amounts of money, compared with whole numbers that have no rounding of their own.

const BILLING = { address: '', taxNumber: '', taxExempt: '' };
const cents = fc.integer({ min: 0, max: 99_999_999 });

test('the tax is the exact share, half a cent and more rounded up', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 99_999 }), (amount, rate) => {
      const exact = (2n * BigInt(amount) * BigInt(rate) + 100_000n) / 200_000n;
      assert.equal(taxOf(rate, amount, BILLING)?.cents, Number(exact));
    }),
    { seed: 20261123, numRuns: 500 },
  );
  assert.equal(taxOf(8250, 10, BILLING)?.cents, 1, '0.825 cents');
  assert.equal(taxOf(5000, 10, BILLING)?.cents, 1, 'half a cent');
  assert.equal(taxOf(4999, 10, BILLING)?.cents, 0);
  assert.equal(taxOf(0, 10_000, BILLING), null);
  assert.equal(taxOf(8250, 10_000, { ...BILLING, taxExempt: 'reverse charge' }), null);
});

test('an amount reads back as the cents that it shows', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      assert.equal(readDollars(dollars(amount)), amount);
      assert.equal(readDollars(dollars(amount).replaceAll(/[$,]/g, '')), amount);
    }),
    { seed: 20261123, numRuns: 500 },
  );
  assert.equal(dollars(123_456_705), '$1,234,567.05');
  for (const typed of ['', '1,80', '12.5', '-3', '1e3', '1.005', 'about 5'])
    assert.equal(readDollars(typed), null, typed);
});
