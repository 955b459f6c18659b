import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergePairs } from '../../support/newsroom/merge-pairs.ts';

test('of random edits of an article by two people every word is in the result or in a choice, and no sentence twice', () => {
  const { asked, mixed } = mergePairs(500);
  assert.ok(asked > 20, 'some pairs need a choice');
  assert.ok(mixed > 20, 'some blocks have words of both');
});
