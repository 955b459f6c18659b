import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFigures } from '#evidence/figures/find-figures.ts';
import { assertTook, processorTime } from './processor-time.ts';

test('searching 3,000 words for figures takes less than 20 ms', () => {
  const lines = readFileSync(join(import.meta.dirname, '../fixtures/figures/tuning.txt'), 'utf8').split('\n');
  const text = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join(' ')
    .replaceAll(/\[([^|\]]+)\|\w+\]/g, '$1');
  const words = Array.from({ length: 4 }, () => text)
    .join(' ')
    .split(' ')
    .slice(0, 3000)
    .join(' ');
  const times = Array.from({ length: 15 }, () => {
    return processorTime(() => findFigures(words));
  });
  assertTook(Math.min(...times), 20, `${Math.min(...times)} ms`);
});
