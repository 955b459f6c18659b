import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  assert.match(String(reckon('f9', {})), /names no figure/);
  assert.match(String(reckon('1 +')), /ends too early/);
  assert.match(String(reckon('(1')), /not closed/);
  assert.match(String(reckon('1 2')), /complete before it/);
  assert.match(String(reckon('2 ^ 3')), /is not allowed/);
  assert.match(String(reckon('constructor')), /names no figure/);
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
  assert.match(compute('15', '15')?.quoted ?? '', /has to name another figure/);
  assert.match(compute('15', 'f3')?.quoted ?? '', /names no figure of this revision/);
});
