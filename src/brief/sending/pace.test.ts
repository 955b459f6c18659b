import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace } from './pace.ts';

test('a domain that defers gets half as many emails for 15 minutes', () => {
  let at = 0;
  const pace = createPace({ perMinute: 6000, domainPerMinute: 60 }, () => at);
  const taken = () => {
    let turns = 0;
    while (pace.take('a')) turns++;
    return turns;
  };
  assert.equal(taken(), 10, 'ten seconds at once');
  assert.deepEqual(pace.blocked(), ['a']);
  at += 4000;
  assert.equal(taken(), 4);
  pace.slowDown('a');
  at += 4000;
  assert.equal(taken(), 2);
  at += 15 * 60_000;
  taken();
  at += 4000;
  assert.equal(taken(), 4);
});
