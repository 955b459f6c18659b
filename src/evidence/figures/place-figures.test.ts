import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFieldsOf } from './fields.ts';
import { placeFigures, sentencesOf } from './place-figures.ts';

type Block = { id: string; text: string; type: 'paragraph' | 'list' };
const paragraph = (id: string, text: string): Block => ({ id, text, type: 'paragraph' });

function placed(blocks: Block[], more: { headline?: string; correctionNote?: string } = {}) {
  return placeFigures(textFieldsOf({ headline: 'A headline', dek: 'A dek.', bodyBlocks: blocks, ...more }, null))
    .figures;
}

test('sentences end where a reader would end them', () => {
  const split = (text: string) => sentencesOf(text).map(({ from, to }) => text.slice(from, to));
  assert.deepEqual(split('It spans approx. 3.5 m. Rebar No. 4 was used. J. Smith signed.'), [
    'It spans approx. 3.5 m.',
    'Rebar No. 4 was used.',
    'J. Smith signed.',
  ]);
  assert.deepEqual(split('He said “stop.” They stopped! Why? Nobody knew…'), [
    'He said “stop.”',
    'They stopped!',
    'Why?',
    'Nobody knew…',
  ]);
  assert.deepEqual(split('See Fig. 3 and Sec. 2.1. The U.S. survey foot is longer.\nA line of its own'), [
    'See Fig. 3 and Sec. 2.1.',
    'The U.S. survey foot is longer.',
    'A line of its own',
  ]);
  assert.deepEqual(split('It cost $4 vs. $5 on Jan. 3. Then it rained.'), [
    'It cost $4 vs. $5 on Jan. 3.',
    'Then it rained.',
  ]);
});

test('a figure keeps its anchor when its block is moved or another sentence of it is changed', () => {
  const [before] = placed([paragraph('a', 'It rained. The slab is 120 m² large.'), paragraph('b', 'Nothing.')]);
  const [moved] = placed([
    paragraph('b', 'Nothing.'),
    paragraph('a', 'It rained hard, 12 mm in all. The slab is 120 m² large.'),
  ]).slice(-1);
  assert.equal(moved?.text, '120 m²');
  assert.equal(moved?.anchor, before?.anchor);
});

test('a figure gets another anchor when it, its sentence or its block changes', () => {
  const [before] = placed([paragraph('a', 'The slab is 120 m² large.')]);
  for (const blocks of [
    [paragraph('a', 'The slab is 121 m² large.')],
    [paragraph('a', 'The slab was 120 m² large.')],
    [paragraph('b', 'The slab is 120 m² large.')],
  ]) {
    assert.notEqual(placed(blocks)[0]?.anchor, before?.anchor);
  }
});

test('blocks with the same id differ by position, and the same text in one sentence by occurrence', () => {
  const figures = placed([paragraph('a', '12 pipes, 12 pumps.'), paragraph('a', '12 pipes, 12 pumps.')]);
  assert.equal(figures.length, 4);
  assert.equal(new Set(figures.map(({ anchor }) => anchor)).size, 4);
  assert.deepEqual(
    figures.map(({ path, inBlock }) => [path, inBlock]),
    [
      ['bodyBlocks.0.text', 1],
      ['bodyBlocks.0.text', 2],
      ['bodyBlocks.1.text', 1],
      ['bodyBlocks.1.text', 2],
    ],
  );
});

test('list marks and link targets have no figures; headline and correction note do', () => {
  const list: Block = { id: 'l', type: 'list', text: '1. First of all\n2. See [the log](https://example.org/2024/12)' };
  assert.deepEqual(placed([list]), []);
  const figures = placed([list], { headline: 'Twelve robots', correctionNote: 'It was 13, not twelve robots.' });
  assert.deepEqual(
    figures.map(({ field, text }) => [field, text]),
    [
      ['headline', 'Twelve'],
      ['correctionNote', '13'],
      ['correctionNote', 'twelve'],
    ],
  );
});

test('20,000 figures in one draft are placed, and more are reported', () => {
  const sentence = 'The crew set 412 points, 397 of them within 3 mm, and 15 were off. ';
  assert.equal(placed([paragraph('a', sentence.repeat(5000))]).length, 20_000);
  const endless = placeFigures(
    textFieldsOf({ headline: 'H', dek: 'D', bodyBlocks: [paragraph('a', '1 '.repeat(500_000))] }, null),
  );
  assert.equal(endless.figures.length, 20_000);
  assert.equal(endless.hasMore, true);
});
