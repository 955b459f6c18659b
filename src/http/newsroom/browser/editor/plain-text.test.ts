import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlain } from './plain-text.ts';

test('a number before a line is left to a list only where the lines count from 1', () => {
  const read = (text: string) => readPlain(text).map(({ type, text: words }) => [type, words]);
  assert.deepEqual(read('1. a\n2. b\n3) c'), [['list', '1. a\n2. b\n3. c']]);
  assert.deepEqual(read('1. a\n\n2. b'), [['list', '1. a\n2. b']]);
  assert.deepEqual(read('412. Then it stopped.\nAnd went on.'), [
    ['paragraph', '412. Then it stopped.'],
    ['paragraph', 'And went on.'],
  ]);
  assert.deepEqual(read('3. third\n4. fourth'), [
    ['paragraph', '3. third'],
    ['paragraph', '4. fourth'],
  ]);
  assert.deepEqual(read('- a\n1. b\n5. c'), [
    ['list', '- a'],
    ['list', '1. b'],
    ['paragraph', '5. c'],
  ]);
});
