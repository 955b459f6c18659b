import { test } from 'node:test';
import { readPlain } from '#evidence/open/read-plain.ts';
import { findWordings } from '#evidence/wordings/find-wordings.ts';
import { searchWordings } from '#evidence/wordings/search-wordings.ts';
import { assertLinear } from './processor-time.ts';

test('hostile texts and sources take time linear in their length', () => {
  const block = (text: string) => [{ id: 'b', type: 'paragraph' as const, text }];
  for (const part of ['“', '"a ', 'Aa ', 'ISO 1', 'A.', 'Aa of the and ', '« '])
    assertLinear(`find ${part}`, 16_384, (size) => findWordings({ dek: '', bodyBlocks: block(part.repeat(size / 8)) }));
  const sought = Array.from({ length: 60 }, (_, at) => ({
    kind: 'quotation' as const,
    text: `word the word the word ${at}`,
  }));
  const names = Array.from({ length: 60 }, (_, at) => ({
    kind: 'name' as const,
    text: `Word Worm${'x'.repeat(at % 5)}`,
  }));
  for (const part of ['word the ', 'Word. ', 'the\n\n'])
    assertLinear(`search ${part}`, 65_536, (size) =>
      searchWordings(readPlain(part.repeat(size / 4)), [...sought, ...names]),
    );
});
