import { test } from 'node:test';
import type { BodyBlock, Copy } from '#article/copy.ts';
import { compareCopies } from '#editorial/review/compare.ts';
import { assertTook, processorTime } from './processor-time.ts';

const block = (id: string, text: string): BodyBlock => ({ id, text, type: 'paragraph' });
const copy = (bodyBlocks: BodyBlock[]): Copy => ({
  ...{ headline: 'A layout robot on a live slab', dek: 'What to check.', section: 'robotics', slug: 'layout-robot' },
  bodyBlocks,
});
const hand = { revision: 1, by: 'Agent', kind: 'editor' } as const;

test('hostile copies are compared in bounded time', () => {
  const word = (n: number) => String.fromCharCode(97 + (n % 26), 97 + ((n * 7) % 26));
  const long = (shift: number) => Array.from({ length: 150_000 }, (_, n) => word(n * 3 + shift * n)).join(' ');
  const hostile: [BodyBlock[], BodyBlock[]][] = [
    [[block('a', long(0))], [block('a', long(1))]],
    [[block('a', long(0).slice(0, 59_000))], [block('a', long(5).slice(0, 59_000))]],
    [
      Array.from({ length: 20_000 }, (_, n) => block('a', `t${n}`)),
      Array.from({ length: 20_000 }, (_, n) => block('a', `t${20_000 - n}`)),
    ],
    [Array.from({ length: 20_000 }, () => block('a', 'a')), Array.from({ length: 20_000 }, () => block('a', 'b'))],
  ];
  for (const [before, after] of hostile) {
    const took = processorTime(() => compareCopies(copy(before), [{ copy: copy(after), hand }]));
    assertTook(took, 4000, `took ${Math.round(took)} ms`);
  }
});
