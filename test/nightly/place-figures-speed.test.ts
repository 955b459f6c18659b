import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFieldsOf } from '#evidence/figures/fields.ts';
import { placeFigures } from '#evidence/figures/place-figures.ts';
import { assertLinear, assertTook } from './processor-time.ts';

const place = (text: string) =>
  placeFigures(textFieldsOf({ headline: 'H', dek: 'D', bodyBlocks: [{ id: 'a', type: 'paragraph', text }] }, null));

test('20,000 figures in one draft are placed in a second, in linear time', () => {
  const sentence = 'The crew set 412 points, 397 of them within 3 mm, and 15 were off. ';
  const took = assertLinear('figures', 20_000, (figures) =>
    assert.equal(place(sentence.repeat(figures / 4)).figures.length, figures),
  );
  assertTook(took, 1000, `${took} ms`);
});

test('hostile text takes time linear in its length', () => {
  for (const part of ['1', '1,', 'a.1', 'Between ', `${'a'.repeat(64)}@`, 'one ', '$', 'two hundred ', '1 x ']) {
    const textOf = (characters: number) => part.repeat(characters / part.length);
    const took = assertLinear(part, 480_000, (characters) => place(textOf(characters)));
    assertTook(took, 1500, `${part}: ${took} ms`);
  }
});
