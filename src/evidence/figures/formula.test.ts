import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeFigure, numberOf } from './compute-figure.ts';
import { evaluate, readFormula } from './formula.ts';

function reckon(text: string, names: Record<string, number> = {}): number | string {
  const formula = readFormula(text);
  return typeof formula === 'string' ? formula : evaluate(formula, new Map(Object.entries(names)));
}

test('a formula follows signs, operator order and parentheses', () => {
  assert.equal(reckon('1 + 2 * 3'), 7);
  assert.equal(reckon('(1 + 2) × 3'), 9);
  assert.equal(reckon('8 − 3 - 2'), 3);
  assert.equal(reckon('12 ÷ 4 / 3'), 1);
  assert.equal(reckon('-(f1 - 2) * .5', { f1: 6 }), -2);
});

test('a formula that cannot be computed returns a message', () => {
  assert.match(String(reckon('f1 / (f2 - f2)', { f1: 1, f2: 2 })), /divides by zero/);
  assert.match(String(reckon('f9', {})), /names no number/);
  assert.match(String(reckon('1 +')), /ends too early/);
  assert.match(String(reckon('(1')), /not closed/);
  assert.match(String(reckon('1 2')), /complete before it/);
  assert.match(String(reckon('2 ^ 3')), /is not allowed/);
  assert.match(String(reckon('constructor')), /names no number/);
  assert.match(String(reckon('')), /empty/);
  assert.match(String(reckon('('.repeat(400))), /deep/);
  assert.match(String(reckon('1+'.repeat(400))), /at most 500/);
  assert.match(String(reckon(`9${'9'.repeat(400)}`)), /no finite number/);
});

test('the number of a figure is read with its separators, scale and precision', () => {
  const read = (text: string) => {
    const value = numberOf(text);
    return value && [Number(value.value.toPrecision(10)), Number(value.step.toPrecision(6))];
  };
  assert.deepEqual(read('1,240 m²'), [1240, 1]);
  assert.deepEqual(read('$1.2 million'), [1_200_000, 100_000]);
  assert.deepEqual(read('€90k'), [90_000, 1000]);
  assert.deepEqual(read('3.50 m'), [3.5, 0.01]);
  assert.deepEqual(read('−4 °C'), [-4, 1]);
  assert.deepEqual(read('33%'), [33, 1]);
  assert.deepEqual(read('1200/3937 meter'), [0.3048006096, 0.01]);
  assert.deepEqual(read('3½'), [3.5, 0.01]);
  assert.deepEqual(read('two thirds'), [0.6666666667, 0.01]);
  assert.deepEqual(read('one in five'), [0.2, 0.01]);
  assert.deepEqual(read('a dozen'), [12, 1]);
  assert.deepEqual(read('forty-two'), [42, 1]);
  assert.deepEqual(read('a hundred and ten thousand'), [110_000, 1]);
  assert.deepEqual(read('half a million'), [500_000, 0.1]);
  assert.deepEqual(read('doubled'), [2, 0.1]);
  assert.deepEqual(read('tenfold'), [10, 1]);
});

test('a range, a bare fraction and dozens have no single number', () => {
  for (const text of ['10–12 weeks', '7 and 9 days', '1/0', 'dozens', 'A-17x', ''])
    assert.equal(numberOf(text), null, text);
});

test('a computed figure is compared at its stated precision', () => {
  const texts: Record<string, string> = { a: '412 points', b: '397' };
  const compute = (figure: string, formula: string) =>
    computeFigure(figure, { kind: 'computed', formula, inputs: { f1: 'a', f2: 'b' } }, (anchor) => texts[anchor]);
  assert.equal(compute('96%', 'f2 / f1 * 100'), null);
  assert.equal(compute('96.4 percent', 'f2 / f1 * 100'), null);
  assert.match(compute('96.5 percent', 'f2 / f1 * 100')?.quoted ?? '', /gives 96\.359.*says "96\.5 percent"/);
  assert.equal(compute('15', 'f1 - f2'), null);
  assert.match(compute('15', '15')?.quoted ?? '', /has to name another number/);
  assert.match(compute('15', 'f3')?.quoted ?? '', /names no number of this revision/);
});

/** A decimal number as digits and the count of its decimals: exact, without binary fractions. */
type Decimal = { digits: bigint; decimals: number };

const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 9_999_999n }), fc.integer({ min: 0, max: 3 }))
  .map(([digits, decimals]): Decimal => ({ digits, decimals }));

function written({ digits, decimals }: Decimal): string {
  const all = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${digits < 0n ? '−' : ''}${whole}${decimals > 0 ? `.${all.slice(-decimals)}` : ''}`;
}

/** Twice the exact result in units of the last decimal of `decimals`, as a fraction. */
function exactly(sign: string, operand: Decimal, other: Decimal, decimals: number): [bigint, bigint] {
  const scale = 10n ** BigInt(decimals);
  const [of, and] = [10n ** BigInt(operand.decimals), 10n ** BigInt(other.decimals)];
  if (sign === '*') return [2n * operand.digits * other.digits * scale, of * and];
  if (sign === '/') return [2n * operand.digits * and * scale, other.digits * of];
  const sum = operand.digits * and + (sign === '+' ? 1n : -1n) * other.digits * of;
  return [2n * sum * scale, of * and];
}

test('a computed figure holds if it is the exact result, rounded to its last digit, and no other number holds', () => {
  const inputs = { a: 'first', b: 'second' };
  fc.assert(
    fc.property(
      decimal,
      decimal,
      fc.constantFrom('+', '-', '*', '/'),
      fc.integer({ min: 0, max: 3 }),
      (operand, other, sign, decimals) => {
        const computed = { kind: 'computed' as const, formula: `a ${sign} b`, inputs };
        const [above, below] = exactly(sign, operand, other, decimals);
        const rest = ((above % (2n * below)) + 2n * below) % (2n * below);
        fc.pre(rest !== below); // exactly between two numbers, both are right
        const nearest = (above - rest) / (2n * below) + (rest > below ? 1n : 0n);
        fc.pre(nearest > -(10n ** 12n) && nearest < 10n ** 12n && (nearest !== 0n || sign !== '-'));
        const text = (anchor: string) => written(anchor === 'first' ? operand : other);
        const explain = (digits: bigint) => computeFigure(written({ digits, decimals }), computed, text);
        assert.equal(explain(nearest), null);
        for (const step of [1n, -1n, 2n, 10n])
          assert.match(explain(nearest + step)?.plain ?? 'it holds', /^The formula gives/, String(step));
      },
    ),
    { numRuns: 1000, seed: 20261123 },
  );
});
