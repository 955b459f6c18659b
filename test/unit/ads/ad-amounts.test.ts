import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { taxOf } from '#ads/orders/invoice-document.ts';
import { formatAmount, isCurrency, readAmount } from '#core/money.ts';

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

test('an amount reads back as the cents that it shows, in each currency and in no other', () => {
  fc.assert(
    fc.property(cents, fc.constantFrom('USD', 'EUR', 'CHF'), (amount, currency) => {
      const words = formatAmount(amount, currency);
      assert.equal(readAmount(words, currency), amount);
      assert.equal(readAmount(words.replaceAll(/[^\d.]/g, ''), currency), amount);
      assert.equal(readAmount(words, 'GBP'), null);
    }),
    { seed: 20261123, numRuns: 500 },
  );
  assert.equal(formatAmount(123_456_705, 'USD'), '$1,234,567.05');
  assert.equal(formatAmount(123_456_705, 'EUR'), 'EUR 1,234,567.05');
  assert.equal(formatAmount(5, undefined), '$0.05', 'a document of an earlier release');
  for (const typed of ['', '1,80', '12.5', '-3', '1e3', '1.005', 'about 5'])
    assert.equal(readAmount(typed, 'USD'), null, typed);
});

test('a currency has two decimals', () => {
  for (const code of ['USD', 'EUR', 'CHF', 'GBP']) assert.equal(isCurrency(code), true, code);
  for (const code of ['JPY', 'KWD', 'ZZZ', 'eur', 'EURO', '', '$']) assert.equal(isCurrency(code), false, code);
});
