import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelFractions, toScriptCharacters } from '#article/clean-text.ts';
import { removeActiveHtml } from './paste-elements.ts';
import { listChangedText, summarizeChanges } from './paste-notice.ts';
import { parsePlainText, toSymbolCharacters } from './plain-text.ts';

test('numbered lines become a list only when they count from 1', () => {
  const read = (text: string) => parsePlainText(text).map(({ type, text: words }) => [type, words]);
  assert.deepEqual(read('1. a\n2. b\n3) c'), [['list', '1. a\n2. b\n3. c']]);
  assert.deepEqual(read('1. a\n\n2. b'), [['list', '1. a\n2. b']]);
  assert.deepEqual(read('412. Then it stopped.\nAnd went on.'), [
    ['paragraph', '412. Then it stopped.'],
    ['paragraph', 'And went on.'],
  ]);
  assert.deepEqual(read('3. third\n4. fourth'), [
    ['paragraph', '3. third'],
    ['paragraph', '4. fourth'],
  ]);
  assert.deepEqual(read('- a\n1. b\n5. c'), [
    ['list', '- a'],
    ['list', '1. b'],
    ['paragraph', '5. c'],
  ]);
});

test('a sign that belongs to a number stays text', () => {
  const read = (text: string) => parsePlainText(text).map(({ type, text: words }) => [type, words]);
  for (const line of [
    '> 50 workers: 12 sites',
    '>50 workers',
    '>= 3 m',
    '> $ 5',
    '# 1 in the country',
    '#1 of 9',
    '- 5 °C',
  ])
    assert.deepEqual(read(line), [['paragraph', line]]);
  assert.deepEqual(read('> He said:\n> 50 workers left.'), [
    ['quote', 'He said:'],
    ['quote', '50 workers left.'],
  ]);
  assert.deepEqual(read('## 3 lessons\n- 5 cranes\n- 2 hoists'), [
    ['heading', '3 lessons'],
    ['list', '- 5 cranes\n- 2 hoists'],
  ]);
});

test('raised and lowered digits become the characters that show them', () => {
  const sup = (text: string) => toScriptCharacters(text, 'sup').text;
  const sub = (text: string) => toScriptCharacters(text, 'sub').text;
  assert.deepEqual(['6', '−3', '2n', ' 10 ', '6.5', '1/2', 'x'].map(sup), ['⁶', '⁻³', '²ⁿ', ' ¹⁰ ', '⁶.⁵', '¹/²', 'ˣ']);
  assert.deepEqual(['2', '10', 'max', 'i'].map(sub), ['₂', '₁₀', 'ₘₐₓ', 'ᵢ']);
});

test('raised letters that read the same stay normal; those without a character are marked and reported', () => {
  assert.deepEqual(toScriptCharacters('th', 'sup'), { text: 'th', isPlain: false });
  assert.deepEqual(toScriptCharacters('TM', 'sup'), { text: 'TM', isPlain: false });
  assert.deepEqual(toScriptCharacters('2Q', 'sup'), { text: '^(2Q)', isPlain: true });
  assert.deepEqual(toScriptCharacters('2,eq', 'sub'), { text: '_(2,eq)', isPlain: true });
  assert.deepEqual(toScriptCharacters('ck', 'sub'), { text: 'ck', isPlain: true });
});

test('a raised number over a lowered one is a fraction', () => {
  assert.equal(levelFractions('2¹/₂ in and ³⁄₄, 10⁶/s, x²'), '2 1⁄2 in and 3⁄4, 10⁶/s, x²');
});

test('letters of a symbol font become what that font shows', () => {
  assert.equal(toSymbolCharacters('m', 'Symbol'), 'μ');
  assert.equal(toSymbolCharacters('£ 5', 'Symbol'), '≤ 5');
  assert.equal(toSymbolCharacters('\uf0b3', 'Symbol'), '≥');
  assert.equal(toSymbolCharacters('à', 'Wingdings'), '→');
  assert.equal(toSymbolCharacters('K', 'Wingdings'), null);
});

test('removing an HTML comment does not remove the text after it', () => {
  const kept = '<p>After</p>';
  for (const gone of [
    '<!--[if gte vml 1]><v:shape style="x"/><![endif]-->',
    '<!-->',
    '<!--[if !vml]><!-->',
    '<style><!-- p {} --></style>',
    '<script>"<!--"</script>',
    '<!-- <style> -->',
    '<!--x--!>',
  ])
    assert.equal(removeActiveHtml(`${gone}${kept}<!--EndFragment-->`), kept);
  assert.equal(removeActiveHtml(`<p style='a:"b>c"' title="<!--">x</p>`), `<p data-style='a:"b>c"' title="<!--">x</p>`);
});

test('omissions and changes are counted, and their text is listed', () => {
  const changes = [
    { kind: 'table', words: '' },
    { kind: 'picture', words: '' },
    { kind: 'link', words: 'a (http://a.example/)' },
    { kind: 'link', words: 'b (mailto:b@example.org)' },
  ] as const;
  assert.equal(
    summarizeChanges(changes),
    'Left out: 1 picture, 2 links that are not https. Changed: 1 table, each row now one line.',
  );
  assert.deepEqual(listChangedText(changes), [
    'Link that is not https: a (http://a.example/)',
    'Link that is not https: b (mailto:b@example.org)',
  ]);
});
