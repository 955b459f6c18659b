import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldForSearch, partsOf, tokenize } from './tokenize.ts';

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
  test(`"${text.replace(/\p{Cc}/gu, '·')}" is folded to "${folded}"`, () => assert.equal(foldForSearch(text), folded));
}

test('folding any text gives letters, digits and single spaces, and folding the result changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'grapheme-composite' }),
  );
  fc.assert(
    fc.property(text, (any) => {
      const folded = foldForSearch(any);
      assert.match(folded, /^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u);
      assert.equal(foldForSearch(folded), folded);
    }),
    { numRuns: 2000 },
  );
});

test('folding the result for any single character changes nothing', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    const folded = foldForSearch(String.fromCodePoint(point));
    if (foldForSearch(folded) !== folded) assert.fail(`U+${point.toString(16)}`);
  }
});

test('the tokenizer returns each word once, in order of first occurrence', () => {
  assert.deepEqual(tokenize('Slab on slab', 'a slab, ON grade'), ['slab', 'on', 'a', 'grade']);
  assert.deepEqual(tokenize('', ' \n'), []);
});

test('the tokenizer cuts a very long word after 64 whole characters', () => {
  const [word = ''] = tokenize('𝒳'.normalize('NFC').repeat(5) + '𐐀'.repeat(100));
  assert.equal([...word].length, 64);
  assert.ok(word.isWellFormed());
  assert.deepEqual(tokenize('b'.repeat(64)), tokenize('b'.repeat(65)));
});

test('the tokenizer returns only the first 20,000 words of a very long text', () => {
  const long = Array.from({ length: 30_000 }, (_, index) => `w${index}`).join(' ');
  assert.equal(tokenize(long).length, 20_000);
  assert.deepEqual(
    tokenize(long),
    tokenize(long)
      .slice()
      .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
  );
  const wide = Array.from({ length: 20_000 }, (_, index) => `${'語'.repeat(50)}${index}`).join(' ');
  assert.ok(Buffer.byteLength(tokenize(wide).join('')) <= 500_000);
});

test('a long text is read in parts, which together are the text, and no character is cut', () => {
  for (const sample of ['é', 'e\u0301', '𝒳', '語', '4', 'plain words ', '`[a](https://e.org/4)`', '🏗']) {
    for (const before of ['', 'x']) {
      const long = before + sample.repeat(200_000);
      const parts = [...partsOf(long)];
      assert.equal(parts.join(''), long);
      assert.ok(parts.length > 1 && parts.every((part) => part.length < 67_000 && part.isWellFormed()), sample);
      assert.ok(
        parts.slice(1).every((part) => !/^\p{M}/u.test(part)),
        sample,
      );
    }
  }
});
