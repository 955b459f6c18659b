import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyBlock, Copy } from '#article/copy.ts';
import { type CompareStep, compareCopies } from './compare.ts';
import { matchBlocks } from './compare-blocks.ts';
import { openDiffer, wordsIn } from './compare-lane.ts';

const block = (id: string, text: string, type: BodyBlock['type'] = 'paragraph'): BodyBlock => ({ id, type, text });
const copy = (blocks: BodyBlock[], over: Partial<Copy> = {}): Copy => ({
  headline: 'A layout robot on a live slab',
  dek: 'What to check.',
  section: 'robotics',
  slug: 'layout-robot',
  bodyBlocks: blocks,
  ...over,
});
const by = (revision: number, name: string, after: Copy): CompareStep => ({
  copy: after,
  hand: { revision, by: name, kind: 'editor' },
});
/** Pieces as text: `{-went r1-}{+came r2+}`. */
const shown = (pieces: { kind: string; text: string; hand: { revision: number } | null }[]) =>
  pieces
    .map(({ kind, text, hand }) =>
      kind === 'same' ? text : kind === 'added' ? `{+${text} r${hand?.revision}+}` : `{-${text} r${hand?.revision}-}`,
    )
    .join('');

test('joined words are the text again, and invisible characters stay with their word', () => {
  const text = 'The crew’s “slab”,\n\two\u200brd 3.5 mm — été!  ';
  assert.equal(wordsIn(text).join(''), text);
  assert.ok(wordsIn(text).includes('wo\u200brd'));
});

test('a changed word is separate from the words around it', () => {
  const { blocks } = compareCopies(copy([block('a', 'The crew ran it for six weeks.')]), [
    by(1, 'Dana', copy([block('a', 'The crew ran it for seven weeks.')])),
  ]);
  assert.equal(shown(blocks[0]?.pieces ?? []), 'The crew ran it for {-six r1-}{+seven r1+} weeks.');
  assert.equal(blocks[0]?.state, 'changed');
});

test('a sign removed before a space and one added behind it are one change', () => {
  const { blocks } = compareCopies(copy([block('a', 'It ran for six, seven or eight weeks on the slab.')]), [
    by(1, 'Dana', copy([block('a', 'It ran for six (seven or eight weeks on the slab.')])),
  ]);
  assert.equal(shown(blocks[0]?.pieces ?? []), 'It ran for six{-,  r1-}{+ ( r1+}seven or eight weeks on the slab.');
});

test('each word has the hand of the revision that added or removed it', () => {
  const { blocks } = compareCopies(copy([block('a', 'The crew ran the machine on a live slab for six weeks.')]), [
    by(1, 'Agent', copy([block('a', 'The crew ran the machine on a live slab for eight weeks.')])),
    by(2, 'Dana', copy([block('a', 'The old crew ran the machine on a live slab for eight weeks.')])),
    by(3, 'Ines', copy([block('a', 'The old crew ran the machine on a slab for eight weeks.')])),
  ]);
  assert.equal(
    shown(blocks[0]?.pieces ?? []),
    'The {+old  r2+}crew ran the machine on a {-live  r3-}slab for {-six r1-}{+eight r1+} weeks.',
  );
});

test('a word added and removed in between is not shown, and a restored block is the same block', () => {
  const first = copy([block('a', 'One line that stays.'), block('b', 'Another one that goes and comes.')]);
  const { blocks } = compareCopies(first, [
    by(1, 'Agent', copy([block('a', 'One new line that stays.')])),
    by(2, 'Dana', first),
  ]);
  assert.deepEqual(
    blocks.map(({ state, id }) => [state, id]),
    [
      ['same', 'a'],
      ['same', 'b'],
    ],
  );
});

test('added, removed, moved and retyped blocks are listed, each with its hand', () => {
  const { blocks } = compareCopies(
    copy([
      block('a', 'First paragraph of all.'),
      block('b', 'Second one, about cranes.'),
      block('c', 'Third one, about rebar.'),
      block('d', 'The end'),
    ]),
    [
      by(
        1,
        'Agent',
        copy([
          block('a', 'First paragraph of all.'),
          block('d', 'The end', 'heading'),
          block('b', 'Second one, about cranes.'),
          block('x', 'Something else entirely new.'),
        ]),
      ),
    ],
  );
  assert.deepEqual(
    blocks.map(({ state, id, moved, typeBefore, hand }) => [id, state, moved, typeBefore, hand?.by ?? null]),
    [
      ['a', 'same', false, null, null],
      ['d', 'changed', true, 'paragraph', 'Agent'],
      ['b', 'same', false, null, null],
      ['c', 'removed', false, null, 'Agent'],
      ['x', 'added', false, null, 'Agent'],
    ],
  );
});

test('renumbering the blocks is not a rewrite', () => {
  const before = ['One about cranes.', 'Two about rebar and tape.', 'Three.'].map((text, n) =>
    block(`b${n + 1}`, text),
  );
  const after = ['A new beginning.', 'One about cranes.', 'Two about rebar and chalk.', 'Three.'].map((text, n) =>
    block(`b${n + 1}`, text),
  );
  assert.deepEqual(matchBlocks(before, after), [-1, 0, 1, 2]);
});

test('repeated ids and repeated words are matched in their order', () => {
  const same = [block('x', 'again'), block('x', 'again'), block('x', 'again')];
  assert.deepEqual(matchBlocks(same, same), [0, 1, 2]);
});

test('texts that share only small words are shown one after the other', () => {
  const { blocks } = compareCopies(copy([block('a', 'The crane stood on the north side of the site in May.')]), [
    by(1, 'Dana', copy([block('a', 'A tape found the rest; the programs did not, on the second sheet.')])),
  ]);
  const changed = blocks.flatMap(({ pieces }) => pieces.map(({ kind }) => kind));
  assert.deepEqual(changed.toSorted(), ['added', 'removed']);
});

test('a text that only grew is shown with its additions', () => {
  const { blocks } = compareCopies(copy([block('a', 'The crew ran it.')]), [
    by(1, 'Dana', copy([block('a', 'The crew ran it for six weeks on a live slab, and wrote down each stop.')])),
  ]);
  assert.deepEqual(
    blocks[0]?.pieces.map(({ kind }) => kind),
    ['same', 'added', 'same'],
  );
});

test('fields, sources and tags are listed with the hand of the last change', () => {
  const source = { title: 'Record', url: 'https://example.org/a' };
  const [tag, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const blocks = [block('a', 'The same.')];
  const comparison = compareCopies(copy(blocks, { sources: [source], tagIds: [tag] }), [
    by(
      1,
      'Agent',
      copy(blocks, {
        headline: 'A layout robot on a wet slab',
        sources: [{ ...source, note: 'Sheet 3.' }],
        tagIds: [tag],
      }),
    ),
    by(
      2,
      'Dana',
      copy(blocks, {
        headline: 'A layout robot on a wet slab',
        slug: 'wet-slab',
        sources: [
          { ...source, note: 'Sheet 3.' },
          { ...source, url: 'https://example.org/b' },
        ],
        tagIds: [other],
        editorialPacket: { claimsReview: 'Counted.' },
      }),
    ),
  ]);
  assert.deepEqual(
    comparison.texts.map(({ name, pieces }) => [name, shown(pieces)]),
    [
      ['headline', 'A layout robot on a {-live r1-}{+wet r1+} slab'],
      ['claimsReview', '{+Counted. r2+}'],
    ],
  );
  assert.deepEqual(
    comparison.values.map(({ name, before, after, hand }) => [name, before, after, hand?.by]),
    [
      ['slug', 'layout-robot', 'wet-slab', 'Dana'],
      ['tagIds', tag, null, 'Dana'],
      ['tagIds', null, other, 'Dana'],
    ],
  );
  assert.deepEqual(
    comparison.sources.map(({ before, after, hand }) => [before?.url ?? null, after?.url, hand?.by]),
    [
      ['https://example.org/a', 'https://example.org/a', 'Agent'],
      [null, 'https://example.org/b', 'Dana'],
    ],
  );
});

test('a copy compared with itself has no change', () => {
  const { texts, values, sources, blocks } = compareCopies(copy([block('a', 'x')]), []);
  assert.deepEqual([texts, values, sources, blocks.map(({ state }) => state)], [[], [], [], ['same']]);
});

test('a differ has a budget for all its comparisons; after that, texts count as rewritten', () => {
  const differ = openDiffer();
  const words = (from: number) => Array.from({ length: 900 }, (_, n) => `w${from + n}`);
  const answers = Array.from({ length: 40 }, (_, n) => differ(words(n * 10_000), words(n * 10_000 + 5000)));
  assert.ok(answers.every((answer) => answer === null));
  assert.equal(differ(['a', 'b'], ['a', 'c']), null, 'nothing is left to spend');
  assert.deepEqual(
    openDiffer()(['a', 'b'], ['a', 'c'])?.map(({ kind }) => kind),
    ['same', 'removed', 'added'],
  );
});
