import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMarks, partsOf } from '#html/newsroom/marked.ts';

const titles = (text: string) => partsOf(text).flatMap(({ mark }) => (mark ? [mark.title] : []));

test('the parts of a text are the text', () => {
  for (const text of ['', 'plain', 'a\u200bb\u00ad\u202ec\u{e0041}', 'Таpe 👩‍🔧 é e\u0301', '\u0430\ttab\nline']) {
    assert.equal(
      partsOf(text)
        .map((part) => part.text)
        .join(''),
      text,
    );
  }
});

test('what does not show is named with its code point', () => {
  assert.deepEqual(titles('wo\u200brd, so\u00adft, 3\u00a0mm, \u202eabc\u202c, \u2066x\u2069, \ufeff'), [
    'Zero width space (U+200B)',
    'Soft hyphen (U+00AD)',
    'No-break space (U+00A0)',
    'Right-to-left override (U+202E)',
    'End of a direction (U+202C)',
    'Left-to-right isolate (U+2066)',
    'End of an isolate (U+2069)',
    'Zero width no-break space (U+FEFF)',
  ]);
  assert.deepEqual(titles('\u{e0049}\u{e0067}'), [
    'Tag character, a hidden letter (U+E0049)',
    'Tag character, a hidden letter (U+E0067)',
  ]);
  assert.deepEqual(titles('a\u2003b\u3164\u{e0100}\u{f0000}\u0007'), [
    'Space of another width (U+2003)',
    'Hangul filler (U+3164)',
    'Variation selector (U+E0100)',
    'Character that does not show (U+F0000)',
    'Control character (U+0007)',
  ]);
});

test('a letter that passes for a Latin one is marked in a word of two scripts', () => {
  assert.deepEqual(titles('p\u0430ypal'), ['Cyrillic, looks like the Latin a (U+0430)']);
  assert.deepEqual(titles('r\u03bfbot'), ['Greek, looks like the Latin o (U+03BF)']);
  assert.deepEqual(titles('\uff21BC'), ['Looks like A (U+FF21)']);
  assert.equal(titles('\u0441\u043e\u0440\u0443').length, 4, 'and in a word of such letters alone');
});

test('words that are truly of another script, accents and emoji are left as they are', () => {
  for (const text of [
    'Владимир строит дом',
    'Ελληνικά',
    'Überbau, façade, naïve',
    'e\u0301',
    '👩‍🔧 ❤️ 👍🏽',
    'tab\tand\nline',
  ]) {
    assert.deepEqual(titles(text), [], text);
  }
});

test('what there is of them is counted by kind, over all texts', async () => {
  const marks = await countMarks(['a\u200bb\u200bc', 'plain', 'd\u200be p\u0430y']);
  assert.deepEqual(
    marks.map(({ mark, count }) => [mark.label, count]),
    [
      ['ZWSP', 3],
      ['\u0430', 1],
    ],
  );
});
