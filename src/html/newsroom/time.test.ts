import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, isZone, timesOf } from '#core/wall-time.ts';
import { inZone } from './time.ts';

test('a local time is printed in UTC, in summer and in winter', () => {
  assert.deepEqual(timesOf('2026-11-21T09:00', 'UTC'), ['2026-11-21T09:00:00.000Z']);
  assert.deepEqual(timesOf('2026-11-21T09:00', 'America/New_York'), ['2026-11-21T14:00:00.000Z']);
  assert.deepEqual(timesOf('2026-07-21T09:00', 'America/New_York'), ['2026-07-21T13:00:00.000Z']);
  assert.deepEqual(timesOf('2026-07-21T09:00', 'Asia/Kolkata'), ['2026-07-21T03:30:00.000Z']);
  assert.deepEqual(timesOf('2026-07-01T00:00', 'Pacific/Auckland'), ['2026-06-30T12:00:00.000Z']);
});

test('a local time that clocks skip is no time, and one that they show twice is two', () => {
  assert.deepEqual(timesOf('2026-03-08T02:30', 'America/New_York'), []);
  assert.deepEqual(timesOf('2026-03-08T03:00', 'America/New_York'), ['2026-03-08T07:00:00.000Z']);
  assert.deepEqual(timesOf('2026-11-01T01:30', 'America/New_York'), [
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T06:30:00.000Z',
  ]);
  assert.deepEqual(timesOf('2026-03-29T02:15', 'Europe/Berlin'), []);
  assert.deepEqual(timesOf('2026-10-25T02:15', 'Europe/Berlin'), [
    '2026-10-25T00:15:00.000Z',
    '2026-10-25T01:15:00.000Z',
  ]);
});

test('an invalid text gives no time', () => {
  for (const word of ['', 'tomorrow', '2026-11-21', '2026-13-01T00:00', '2026-02-30T10:00', '2026-11-21T25:00'])
    assert.equal(timesOf(word, 'UTC'), null, word);
});

test('a day begins at midnight of its zone, or after the hour that clocks skip, and no text fails', () => {
  assert.equal(dayStart('2026-09-06', 'America/Chicago'), '2026-09-06T05:00:00.000Z');
  assert.equal(dayStart('2026-09-06', 'Asia/Kathmandu'), '2026-09-05T18:15:00.000Z');
  assert.equal(dayStart('2026-09-06', 'America/Santiago'), '2026-09-06T04:00:00.000Z', 'clocks skip midnight there');
  for (const odd of ['2026-99-99', '2026-02-30', '0000-01-01', '9999-12-31'])
    assert.match(dayStart(odd, 'America/Chicago'), /T\d\d:\d\d:00\.000Z$/, odd);
});

test('a time goes to a zone and back', () => {
  for (const zone of Intl.supportedValuesOf('timeZone').filter((_, index) => index % 40 === 0)) {
    const at = '2026-09-06T13:37:00.000Z';
    assert.deepEqual(timesOf(inZone(at, zone).replace(' ', 'T'), zone), [at], zone);
  }
});

test('a zone is one of the database of zones', () => {
  for (const zone of ['UTC', 'America/New_York', 'Europe/Berlin']) assert.ok(isZone(zone), zone);
  for (const zone of ['', 'Mars/Olympus', '<b>', 'here']) assert.ok(!isZone(zone), zone);
});
