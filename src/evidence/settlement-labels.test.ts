import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceFigure } from './figures/evidence.ts';
import { openedWords, withDays } from './settlement-labels.ts';

test('a number says on which day of a zone it was found in its source', () => {
  const finding = { by: 'address', at: '2026-11-28T20:36:00.000Z', agreement: 'same' };
  const figure = { settlement: 'sourced', found: finding } as EvidenceFigure;
  const words = (zone: string) => withDays([figure], zone).map(openedWords);
  assert.deepEqual(words('UTC'), ['found there on 28 November 2026']);
  assert.deepEqual(words('Pacific/Auckland'), ['found there on 29 November 2026']);
});
