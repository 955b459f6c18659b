import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBrief } from '#ads/creatives/brief-check.ts';
import { countWords } from '#core/text.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

test('a Field Brief takes 1 to 40 words and one https address, and no other address or hidden character', () => {
  const found = (text: string, url = 'https://supplier.example/rent') =>
    checkBrief({ text, url }, 40).map(({ code }) => code);
  assert.deepEqual(found(words(40)), []);
  assert.deepEqual(found(words(41)), ['words']);
  assert.deepEqual(found(' \n '), ['words']);
  for (const url of [
    '',
    'http://supplier.example/',
    'https://',
    'https://user@supplier.example/',
    'https://user:word@supplier.example/',
    'https:\\\\evil.example',
    'javascript:alert(1)',
    'https://supplier.example/ https://other.example/',
    `https://supplier.example/${'x'.repeat(2000)}`,
    'https://localhost/',
  ])
    assert.deepEqual(found(words(5), url), ['address'], url);
  assert.deepEqual(found('See http://other.example for more'), ['address-in-copy']);
  assert.deepEqual(found('See www.other.example for more'), ['address-in-copy']);
  assert.deepEqual(found(words(5), 'https://supplier.example/?cb=[CACHEBUSTER]'), ['macro']);
  assert.deepEqual(found(words(5), '%%CLICK_URL_UNESC%%https://supplier.example/'), ['macro']);
  assert.deepEqual(found('Hello {{first_name}}'), ['macro']);
  assert.deepEqual(found('Left \u202eright'), ['characters']);
  assert.deepEqual(found('one\u200btwo'), ['characters']);
});

test('a dash separates two words, a hyphen joins them, and a sign alone is not a word', () => {
  assert.equal(countWords('A state-of-the-art robot — rented, with an operator & a van.'), 9);
  assert.equal(countWords('one—two–three--four'), 4);
  assert.equal(countWords('… – &'), 0);
});
