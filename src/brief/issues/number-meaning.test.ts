import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningsIn } from './number-meaning.ts';

const meaning = (sentence: string, text: string) => meaningsIn(sentence, text)[0];

const SAME: [string, string, string][] = [
  ['412', 'The robot marked 412 points in one shift.', 'The *412* [points](https://a.example) were checked.'],
  ['412', 'It marked 412 points.', 'All 412 of the points.'],
  ['3', 'It moved 3 pours of 40.', 'It was 3 pours.'],
  ['40', 'It moved 3 pours of 40, and was right.', 'Of the pours, pours of 40.'],
  ['seven', 'Seven people came.', 'For seven people, a bus.'],
  ['412 km', 'It drove 412 km in a week.', 'After 412 km it stopped.'],
  ['$412', 'It cost $412 in May.', 'The price is $412.'],
  ['40 %', '40 % of the errors.', 'It fell by 40 %.'],
  ['2026', 'In 2026 the rule changed.', 'The rule of 2026.'],
  ['fewer than 9', 'fewer than 9 robots', 'There were fewer than 9 robots.'],
];

const OTHER: [string, string, string][] = [
  ['412', 'The robot marked 412 points.', 'The robot met 412 people.'],
  ['412', 'The robot marked 412 points.', 'It marked 412 layout points.'],
  ['412', 'The robot marked 412 points.', 'It marked more than 412 points.'],
  ['2 million', '2 million people', 'It cost 2 million dollars.'],
  ['seven', 'Seven people came.', 'Seven points were wrong.'],
  ['2026', 'It counted 2026 robots.', 'It counted 2026 people.'],
  ['two thirds', 'Two thirds of the crews left.', 'Two thirds of the robots left.'],
];

test('the same number says the same with its unit, or beside the same noun', () => {
  for (const [text, sentence, other] of SAME) {
    const number = text.replace('fewer than ', '');
    const [a, b] = [meaning(sentence, number), meaning(other, number)];
    assert.ok(a, `${sentence} ${a}`);
    assert.equal(a, b, `${sentence} | ${other}`);
  }
});

test('another noun or a word such as “more than” makes it another number', () => {
  for (const [text, sentence, other] of OTHER) {
    const [a, b] = [meaning(sentence, text), meaning(other, text)];
    assert.ok(a, sentence);
    assert.notEqual(a, b, `${sentence} | ${other}`);
  }
});

test('a number alone cannot be decided', () => {
  assert.equal(meaning('It is 412.', '412'), null);
  assert.equal(meaning('412', '412'), null);
});
