import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFieldsOf } from './fields.ts';
import { isPartOfName, NUMBERED, nameAround } from './numbered-names.ts';
import { placeFigures } from './place-figures.ts';

function figuresOf(dek: string) {
  return placeFigures(textFieldsOf({ headline: 'A headline', dek, bodyBlocks: [] }, null)).figures;
}

/** The figures of a text that are left when the names are taken out. */
function left(dek: string, listed: readonly string[] = []): string[] {
  return figuresOf(dek)
    .filter((figure) => !isPartOfName(figure, listed))
    .map(({ text }) => text);
}

for (const { examples } of NUMBERED)
  for (const name of examples)
    test(`the numbers of “${name}” are part of a name, and others beside it are not`, () => {
      assert.ok(figuresOf(name).length > 0);
      assert.deepEqual(left(name), []);
      assert.deepEqual(left(`In 12 firms, as ${name} says, 340 workers`), ['12', '340']);
      assert.deepEqual(left(`${name}, ${name}.`), []);
    });

test('a quantity is no name, whatever precedes it', () => {
  assert.deepEqual(left('EN 40 % of them'), ['40 %']);
  assert.deepEqual(left('EN 40 percent of them'), ['40 percent']);
  assert.deepEqual(left('ISO 40 million'), ['40 million']);
  assert.deepEqual(left('DIN 40 EUR, BS €40, UL 40 kg and UL 40 hours'), ['40 EUR', '€40', '40 kg', '40 hours']);
  assert.deepEqual(left('EN 40m, ISO 40k and IEC 40B'), ['40m', '40k', '40B']);
  assert.deepEqual(left('WHEN 40 met MISO 50'), ['40', '50']);
  assert.deepEqual(left('RFC 8628 workers'), []);
  assert.deepEqual(left('the 8628 of rfc 8628'), ['8628', '8628']);
});

test('a name of the list counts as whole words, as it is written there', () => {
  const listed = ['Spot 2', 'Form 300A'];
  assert.deepEqual(left('Spot 2 and Form 300A, Spot\u00a02.', listed), []);
  assert.deepEqual(left('2 robots: Spot 2’s legs', listed), ['2']);
  assert.deepEqual(left('Hotspot 2, Spot 2.5, Spot 25, spot 2, Form 300', listed), ['2', '2.5', '25', '2', '300']);
  assert.deepEqual(left('Spot 2 million, Spot 2 %, Spot 2 metres', listed), ['2 million', '2 %', '2 metres']);
  assert.deepEqual(left('40 million', ['40 million']), ['40 million']);
});

test('the name of a number is proposed with the capitalised word before it', () => {
  const names = (text: string) => figuresOf(text).map(nameAround);
  assert.deepEqual(names('The robot Spot 2 filled in Form 300A.'), ['Spot 2', 'Form 300A']);
  assert.deepEqual(names('It took 40.'), ['40']);
});
