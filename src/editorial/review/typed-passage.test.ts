import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageAsTyped } from './typed-passage.ts';

test('words chosen in the rendered text are found with their marks', () => {
  const text = 'It held **1,240 points**, see [the log](https://e.org/a). It held *1,240* points.';
  assert.deepEqual(passageAsTyped(text, '1,240 points', 1), { passage: '1,240 points', occurrence: 1 });
  assert.deepEqual(passageAsTyped(text, '1,240 points', 2), { passage: '1,240* points', occurrence: 1 });
  assert.deepEqual(passageAsTyped(text, 'see the log. It', 1)?.passage, 'see [the log](https://e.org/a). It');
  assert.deepEqual(passageAsTyped(text, 'held **1,240 points**', 1)?.passage, 'held **1,240 points');
  assert.equal(passageAsTyped(text, '1,240 points', 3), null);
});

test('a passage goes on over items of a list, and occurrences may overlap', () => {
  assert.equal(passageAsTyped('- one\n- two', 'onetwo', 1)?.passage, 'one\n- two');
  assert.deepEqual(passageAsTyped('aaa', 'aa', 2), { passage: 'aa', occurrence: 2 });
  assert.deepEqual(passageAsTyped('(a+b) [c', '(a+b) [c', 1), { passage: '(a+b) [c', occurrence: 1 });
});
