import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type MarkedPiece, markedPassage, markWords } from './search-marks.ts';
import { hitsOf, parseQuery } from './search-query.ts';

const shown = (pieces: MarkedPiece[] | null) =>
  pieces?.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('') ?? null;

for (const [q, text, marked] of [
  ['robots', 'A robot, and robotic arms.', 'A [robot], and [robotic] arms.'],
  ['uberprufung', 'Überprüfung <b>', '[Überprüfung] <b>'],
  ['"tower crane" wind', 'Tower cranes in the wind', '[Tower] [cranes] in the [wind]'],
  ['exosk', 'An exoskeleton', 'An [exoskeleton]'],
  ['溶接', '自動溶接の現場', '自動[溶接]の現場'],
  ['the', 'Nothing', 'Nothing'],
] as const)
  test(`${q} marks "${marked}"`, () => assert.equal(shown(markWords(text, hitsOf(parseQuery(q)))), marked));

test('a passage shows the most different words, cut between words', () => {
  const filler = 'word '.repeat(200);
  const texts = [`A crane. ${filler}`, `${filler}The crane lifts in wind. ${filler}`];
  const passage = shown(markedPassage(texts, hitsOf(parseQuery('crane wind'))));
  assert.match(passage ?? '', /^… word .*The \[crane\] lifts in \[wind\]\. word .*word …$/);
  assert.equal(markedPassage(texts, hitsOf(parseQuery('robot'))), null);
});

test('a word that only the address of a link has does not hide the passage that shows it', () => {
  const texts = ['See [the log](https://robot.example/log).', 'The robot drew the walls.'];
  assert.equal(shown(markedPassage(texts, hitsOf(parseQuery('robot')))), 'The [robot] drew the walls.');
  assert.equal(markedPassage(texts.slice(0, 1), hitsOf(parseQuery('robot'))), null);
});

test('the pieces of any text are the text', () => {
  const asked = { ...hitsOf(parseQuery('床')), isHit: (word: string) => word.length % 2 === 0 };
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(
        markWords(text, asked)
          .map((piece) => piece.text)
          .join(''),
        text,
      );
    }),
    { numRuns: 300 },
  );
});
