import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSpans, sameSpans, type TextRun, writeSpans } from './spans.ts';

const words = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '*', '_', '`', '[', ']', '(', ')', '\\', '"', '.', '-', '1', 'é', '<', '&'),
  minLength: 1,
  maxLength: 8,
});
const span: fc.Arbitrary<TextRun> = fc.record(
  {
    text: words,
    em: fc.boolean(),
    strong: fc.boolean(),
    code: fc.boolean(),
    link: fc.constantFrom('https://example.org/', 'https://example.org/a_(b)?c=*d*'),
  },
  { requiredKeys: ['text'] },
);

test('writing runs never loses or adds a word', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), (spans) => {
      const plain = (list: readonly TextRun[]) =>
        list
          .map(({ text }) => text)
          .join('')
          .replace(/\s+/g, ' ')
          .trim();
      assert.equal(plain(readSpans(writeSpans(spans))), plain(spans));
    }),
    { numRuns: 3000 },
  );
});

test('runs of plain words with marks on whole words are written so that they read back the same', () => {
  const word = fc.constantFrom('slab', 'crew', 'pour', 'robot', '3 mm', 'a*b', 'the_log', '[x]');
  const marked = fc.record(
    { text: word, em: fc.boolean(), strong: fc.boolean(), link: fc.constantFrom('https://example.org/') },
    { requiredKeys: ['text'] },
  );
  fc.assert(
    fc.property(fc.array(marked, { minLength: 1, maxLength: 6 }), (list) => {
      const spans = list.flatMap((run): TextRun[] => [run, { text: ' ' }]).slice(0, -1);
      assert.ok(sameSpans(readSpans(writeSpans(spans)), spans), writeSpans(spans));
    }),
    { numRuns: 2000 },
  );
});

test('text that needs no backslash gets none', () => {
  assert.equal(writeSpans([{ text: '5 * 3 = 15, file_name.ts, [sic]' }]), '5 * 3 = 15, file_name.ts, [sic]');
  assert.equal(writeSpans([{ text: 'A ' }, { text: 'live', em: true }, { text: ' slab' }]), 'A *live* slab');
  assert.equal(writeSpans([{ text: '*not emphasis*' }]), '\\*not emphasis\\*');
});

test('white space at the end of a mark is moved out of it', () => {
  assert.equal(writeSpans([{ text: 'bold ', strong: true }, { text: 'plain' }]), '**bold** plain');
});

test('code keeps its backticks', () => {
  assert.equal(writeSpans([{ text: 'a`b', code: true }]), '``a`b``');
  assert.deepEqual(readSpans('``a`b``'), [{ text: 'a`b', code: true }]);
});
