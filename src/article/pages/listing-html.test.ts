import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byMonth } from './listing-html.ts';

test('stories are under the month of their day in the zone, which links to a month page that has one of them', () => {
  const stories = ['2026-11-30T20:36:00.000Z', '2026-11-30T09:00:00.000Z', '2026-10-31T12:00:00.000Z'].map(
    (publishedAt) => ({
      publishedAt,
    }),
  );
  const months = (zone: string) =>
    byMonth(stories, zone).map(({ month, path, stories: some }) => [month, path, some.length]);
  assert.deepEqual(months('UTC'), [
    ['November 2026', '/archive/2026-11', 2],
    ['October 2026', '/archive/2026-10', 1],
  ]);
  assert.deepEqual(months('Pacific/Auckland'), [
    ['December 2026', '/archive/2026-11', 1],
    ['November 2026', '/archive/2026-11', 2],
  ]);
});
