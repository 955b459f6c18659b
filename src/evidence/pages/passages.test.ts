import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyBlock } from '#article/copy.ts';
import type { SettledLine } from '#evidence/settlement-labels.ts';
import { passagesOf } from './passages.ts';

const SENTENCE = 'The crew measured the deck with a tape and wrote it down. ';

/** Paragraphs of this many sentences, each with this many numbers. */
function passagesFrom(...paragraphs: [id: string, sentences: number, numbers: number][]) {
  const blocks = paragraphs.map(([id, sentences]): BodyBlock => {
    return id === 'heading'
      ? { id, type: 'heading', text: 'A heading' }
      : { id, type: 'paragraph', text: SENTENCE.repeat(sentences) };
  });
  const lines = new Map(
    paragraphs.map(([, , numbers], at) => [
      blocks[at],
      Array.from({ length: numbers }, (_, nth) => ({
        number: 100 * at + nth,
        text: `${nth} feet`,
        how: {
          settlement: 'sourced',
          source: { title: 'A rule', url: `https://${at}.example/` },
          locator: `Paragraph ${nth}`,
          computedFrom: [],
        },
      })),
    ]),
  );
  return passagesOf(
    blocks,
    (block) => (lines.get(block) ?? []) as unknown as SettledLine[],
    () => 0,
  ).map((passage) => [
    passage.blocks.map(({ id }) => id).join(' '),
    passage.notes.map(({ lines: own, isShort }) => `${own.length}${isShort ? ' short' : ''}`).join(', '),
  ]);
}

test('each paragraph with notes is a passage, with the paragraphs without notes that follow it', () => {
  assert.deepEqual(passagesFrom(['a', 6, 2], ['b', 4, 0], ['c', 6, 2]), [
    ['a b', '2'],
    ['c', '2'],
  ]);
});

test('notes that are longer than their text share a passage with the next paragraph, but not across a heading', () => {
  assert.deepEqual(passagesFrom(['a', 2, 4], ['b', 6, 2], ['heading', 1, 0], ['c', 6, 1]), [
    ['a b', '4, 2'],
    ['heading', ''],
    ['c', '1'],
  ]);
});

test('where notes do not fit beside their section, the longest are short', () => {
  assert.deepEqual(passagesFrom(['a', 4, 20], ['heading', 1, 0], ['b', 6, 1]), [
    ['a', '20 short'],
    ['heading', ''],
    ['b', '1'],
  ]);
});
