import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlain } from '#evidence/open/read-plain.ts';
import { findWordings } from '#evidence/wordings/find-wordings.ts';
import { searchWordings } from '#evidence/wordings/search-wordings.ts';

// Which words of an article are quotations and names, and what a source says about them.

function found(...texts: string[]) {
  const bodyBlocks = texts.map((text, at) => ({ id: `b${at}`, type: 'paragraph' as const, text }));
  return findWordings({ dek: 'A dek without any.', bodyBlocks });
}

const texts = (kind: string, ...given: string[]) =>
  found(...given).flatMap((wording) => (wording.kind === kind ? [wording.text] : []));

function search(source: string, kind: 'quotation' | 'name', text: string) {
  const [lookup] = searchWordings(readPlain(source), [{ kind, text }]);
  assert.ok(lookup);
  return lookup;
}

test('words between quotation marks are a quotation from four words on, in the marks of several languages', () => {
  assert.deepEqual(
    texts(
      'quotation',
      'She said: “The robot stopped *twice* that day.” They call it “the dog”.',
      '"It ran for nine hours," he says.',
    ),
    ['The robot stopped twice that day.', 'It ran for nine hours,'],
  );
  assert.deepEqual(texts('quotation', '„Der Kran stand drei Stunden“, « La grue est restée là »'), [
    'Der Kran stand drei Stunden',
    'La grue est restée là',
  ]);
});

test('a block that is a quotation counts whole, without its marks and its speaker', () => {
  const text = '“We lost the morning. Nobody came.”\n— Dana Ruiz, superintendent';
  const wordings = findWordings({ dek: '', bodyBlocks: [{ id: 'q', type: 'quote', text }] });
  assert.deepEqual(
    wordings.map(({ kind, text: words }) => [kind, words]),
    [
      ['quotation', 'We lost the morning. Nobody came.'],
      ['name', 'Dana Ruiz'],
    ],
  );
});

test('a block set large without marks and without a speaker is of the article itself', () => {
  const quote = (text: string) => findWordings({ dek: '', bodyBlocks: [{ id: 'q', type: 'quote', text }] });
  assert.deepEqual(quote('A camera can count the ladders. It cannot dig.'), []);
  assert.deepEqual(
    quote('It ran for nine hours\n— The foreman').map(({ text }) => text),
    ['It ran for nine hours'],
  );
});

test('a name has two words with a capital, or is the number of a standard; the first word of a sentence does not count', () => {
  assert.deepEqual(
    texts(
      'name',
      'The Bureau of Labor Statistics counted. In March Boston Dynamics, and Ludwig van der Rohe’s heirs, cited ISO 19650-1 and ASTM C1116. Dana Ruiz of the Portland Cement Association did. But Alice left. AI and BIM stay.',
    ),
    [
      'Bureau of Labor Statistics',
      'Boston Dynamics',
      'Ludwig van der Rohe',
      'Dana Ruiz',
      'Portland Cement Association',
      'ISO 19650-1',
      'ASTM C1116',
    ],
  );
});

const SOURCE = `Field notes

The robot stopped twice that day, said Dana Ruiz of Boston Dynamics. It ran for nine hours before the battery, which had
been charged overnight, was empty. The standard is ISO 19650-1.`;

test('a quotation is found word by word, over line ends, with three dots and words in brackets for others', () => {
  const { state, says, passage } = search(SOURCE, 'quotation', 'The robot stopped twice that day');
  assert.deepEqual([state, says], ['found', 'The robot stopped twice that day']);
  assert.match(passage ?? '', /said Dana Ruiz/);
  assert.equal(search(SOURCE, 'quotation', 'It ran for nine hours … was empty.').state, 'found');
  assert.equal(search(SOURCE, 'quotation', '[The machine] ran for nine hours before the battery').state, 'found');
  assert.equal(search(SOURCE, 'quotation', 'was empty … It ran for nine hours').state, 'near');
});

test('a changed quotation shows what the source says; another one is not there', () => {
  const near = search(SOURCE, 'quotation', 'The robot stopped three times that day');
  assert.deepEqual([near.state, near.says], ['near', 'The robot stopped twice that day']);
  assert.equal(search(SOURCE, 'quotation', 'Nobody on the site had ever seen one').state, 'not_found');
});

test('a name is compared letter by letter; where the source spells it otherwise, the result has the spelling of the source', () => {
  assert.equal(search(SOURCE, 'name', 'Boston Dynamics').state, 'found');
  assert.deepEqual(
    ['Boston Dynamic', 'Dana Ruis', 'ISO 19560-1', 'ISO 19650-2', 'Dana Scully', 'Boston Robotics'].map((name) => {
      const { state, says } = search(SOURCE, 'name', name);
      return [name, state, says];
    }),
    [
      ['Boston Dynamic', 'near', 'Boston Dynamics'],
      ['Dana Ruis', 'near', 'Dana Ruiz'],
      ['ISO 19560-1', 'near', 'ISO 19650-1'],
      ['ISO 19650-2', 'not_found', undefined],
      ['Dana Scully', 'not_found', undefined],
      ['Boston Robotics', 'not_found', undefined],
    ],
  );
});
