import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClockWatch } from './clock-watch.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

test('a clock that is days wrong for a moment is not believed, and one that stays there is after ten minutes', () => {
  let [passed, ahead] = [0, 0];
  const warnings: string[] = [];
  const isPlausible = createClockWatch(
    () => passed + ahead,
    (message) => warnings.push(message),
    () => passed,
  );
  const after = (milliseconds: number, step: number) => {
    passed += milliseconds;
    ahead += step;
    return isPlausible();
  };
  assert.equal(after(MINUTE, 0), true);
  assert.equal(after(MINUTE, 7.5 * 3_600_000), true, 'a step of hours is a time zone or a short sleep');
  assert.equal(after(5000, 40 * DAY), false);
  assert.equal(after(5000, 0), false);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /stepped by 960 hours/);
  assert.equal(after(5000, -40 * DAY), true, 'it was set right');
  assert.equal(after(MINUTE, -3 * DAY), false);
  assert.equal(after(9 * MINUTE, 0), false);
  assert.equal(after(MINUTE, 0), true, 'it stayed there');
  assert.equal(after(MINUTE, 0), true);
});
