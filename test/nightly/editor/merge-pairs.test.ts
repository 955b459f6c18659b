import { test } from 'node:test';
import { mergePairs } from '../../support/newsroom/merge-pairs.ts';

const PAIRS = 10_000;

test('of 10,000 random pairs of edits by two people every word is in the result or in a choice, and no sentence twice', (t) => {
  const { asked, mixed } = mergePairs(PAIRS);
  t.diagnostic(`${PAIRS} pairs: ${asked} with a question, ${mixed} blocks with words of both`);
});
