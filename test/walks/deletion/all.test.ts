import { test } from 'node:test';
import { DELETIONS, runTests, takeOut } from './take-out.ts';

test('without all of them at once, types hold and every test that is left passes', (t) => {
  runTests(takeOut(DELETIONS, t), []);
});
