import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumberTable, withoutNumbers } from './number-table.ts';

test('a table has a title, rows of a label and a number, and the words of the block before it', () => {
  assert.deepEqual(readNumberTable('Points\n\nBy hand, f = m·a = 412 points\nBy robot=397\nafter: The crew'), {
    title: 'Points',
    rows: [
      { label: 'By hand, f = m·a', value: '412 points' },
      { label: 'By robot', value: '397' },
    ],
    after: 'The crew',
  });
});

test('a table that cannot be read says what is missing', () => {
  for (const [text, message] of [
    ['A = 1\nB = 2', /begin with a line that is its title/],
    ['Points\nA = 1', /from 2 to 20 lines/],
    ['Points\nA = 1\nB 2', /"B 2" has no =/],
    ['Points\nA = 1\nB =', /a number after it/],
    ['Points\n= 1\nB = 2', /label of 1 to 120/],
    ['Points\nA = 1\nB = 2\nafter: x\nafter: y', /one line that begins with after:/],
    [`Points${'\nA = 1'.repeat(21)}`, /from 2 to 20 lines/],
  ] as const) {
    const read = readNumberTable(text);
    assert.match(typeof read === 'string' ? read : 'it was read', message, text);
  }
});

test('the numbers of the title and of the labels are left for the search, at their places', () => {
  const text = '3 sites\nIn 2025 = 412\nafter: 9 crews';
  assert.equal(withoutNumbers(text), `3 sites\nIn 2025 ${' '.repeat(5)}\n${' '.repeat(14)}`);
});
