import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText, wordsOf } from './tokenize.ts';

for (const [text, folded] of [
  ['Rebar, placed at 08:30', 'rebar placed at 08 30'],
  ['Überprüft: 3½ %', 'uberpruft 31 2'],
  ['Straße STRASSE', 'strasse strasse'],
  ['ﬁne Ｆｉｎｅ ﬁｎｅ', 'fine fine fine'],
  ['İstanbul ISTANBUL ıstanbul', 'istanbul istanbul istanbul'],
  ['ΟΔΟΣ οδός ΟΔΟΣ’Α', 'οδοσ οδοσ οδοσ α'],
  ["O'Brien's_crane-3 (take two)", 'o brien s crane 3 take two'],
  ['a\u0000b\u0007c\td\ne', 'a b c d e'],
  ['👷 🏗️ —', ''],
  ['"rebar" AND NOT (x* OR ^y) : {z} & | ! <->', 'rebar and not x or y z'],
  ['鉄筋コンクリート、床', '鉄筋コンクリート 床'],
  ['', ''],
] as const) {
  test(`"${text.replace(/\p{Cc}/gu, '·')}" is folded to "${folded}"`, () => assert.equal(foldText(text), folded));
}

test('whatever the text, what comes is letters, digits and single blanks, and folding again changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'grapheme-composite' }),
  );
  fc.assert(
    fc.property(text, (any) => {
      const folded = foldText(any);
      assert.match(folded, /^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u);
      assert.equal(foldText(folded), folded);
    }),
    { numRuns: 2000 },
  );
});

test('every single character folds to something that folds to itself', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    const folded = foldText(String.fromCodePoint(point));
    if (foldText(folded) !== folded) assert.fail(`U+${point.toString(16)}`);
  }
});

test('words are told once each, in the order they come', () => {
  assert.deepEqual(wordsOf('Slab on slab', 'a slab, ON grade'), ['slab', 'on', 'a', 'grade']);
  assert.deepEqual(wordsOf('', ' \n'), []);
});

test('of a very long word the beginning counts, in whole characters', () => {
  const [word = ''] = wordsOf('𝒳'.normalize('NFC').repeat(5) + '𐐀'.repeat(100));
  assert.equal([...word].length, 64);
  assert.ok(word.isWellFormed());
  assert.deepEqual(wordsOf('b'.repeat(64)), wordsOf('b'.repeat(65)));
});

test('of a very long text the words that come first count', () => {
  const long = Array.from({ length: 30_000 }, (_, index) => `w${index}`).join(' ');
  assert.equal(wordsOf(long).length, 20_000);
  assert.deepEqual(
    wordsOf(long),
    wordsOf(long)
      .slice()
      .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
  );
  const wide = Array.from({ length: 20_000 }, (_, index) => `${'語'.repeat(50)}${index}`).join(' ');
  assert.ok(Buffer.byteLength(wordsOf(wide).join('')) <= 500_000);
});
