import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import type { BodyBlock } from '#article/copy.ts';
import { text } from '#core/text.ts';
import { foldSpace, listItems, plainText } from '#html/inline.ts';
import { bodyMarkdown, escapeHeading, escapeMarkdown, inlineMarkdown, markdownAddress } from './markdown.ts';

const commonmark = new MarkdownIt('commonmark', { html: false });

type Block = BodyBlock['type'];
const TAGS: Record<Exclude<Block, 'list'>, string> = {
  paragraph: 'p',
  heading: 'h2',
  subheading: 'h3',
  quote: 'blockquote',
};

/** Every mark that Markdown knows, in short runs, between words. */
const marks = fc
  .array(
    fc.constantFrom(
      '*',
      '**',
      '_',
      '__',
      '`',
      '``',
      '[',
      ']',
      '](',
      '](https://a.example/b)',
      '(',
      ')',
      '<',
      '>',
      '!',
      '#',
      '##',
      '-',
      '+',
      '=',
      '|',
      ':',
      '~~~',
      '1.',
      '2)',
      '&',
      '&amp;',
      '&#35;',
      '\\',
      ' ',
      '  ',
      '\n',
      '\t',
      '\u00a0',
      'a',
      'bc',
      'é',
      '<b>',
      '<!--',
      'http://x.example',
      'https://y.example/(z)?a&lt=1',
      '[x]: https://z.example',
      '---',
      '***',
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));
const anyText = fc.string({ unit: 'binary' }).filter((value) => text({ lines: true }).safeParse(value).success);
const hostile = fc.oneof(marks, anyText);

test('any text in any block reads back from Markdown as the same words in the same kind of block', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...(Object.keys(TAGS) as (keyof typeof TAGS)[])), (value, type) => {
      const markdown = bodyMarkdown([{ id: 'b', type, text: value }]);
      const words = foldSpace(plainText(value));
      if (words === '') return;
      assert.equal(topTags(markdown), TAGS[type]);
      assert.equal(wordsOf(markdown), words);
    }),
    { numRuns: 5000 },
  );
});

test('any text in a list reads back as its items', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 5 }), (lines) => {
      const value = lines.join('\n');
      const { items, ordered } = listItems(value);
      const markdown = bodyMarkdown([{ id: 'b', type: 'list', text: value }]);
      if (items.length === 0) return assert.equal(markdown, '');
      const tokens = commonmark.parse(markdown, {});
      assert.equal(tokens[0]?.tag, ordered ? 'ol' : 'ul');
      assert.equal(tokens.filter((token) => token.type === 'list_item_open').length, items.length);
      assert.equal(wordsOf(markdown), items.map((item) => foldSpace(plainText(item))).join('\n'));
    }),
    { numRuns: 3000 },
  );
});

test('a headline of signs that would close a heading reads back', () => {
  for (const words of ['#', '# #', '#######', 'a #', 'a ########'])
    assert.equal(wordsOf(`# ${escapeHeading(words)}`), words);
});

test('any headline and any line reads back as it was written, marks and all', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const words = foldSpace(value);
      if (words === '') return;
      assert.equal(wordsOf(`# ${escapeHeading(value)}`), words);
      assert.equal(topTags(`# ${escapeHeading(value)}`), 'h1');
      assert.equal(wordsOf(escapeMarkdown(value)), words);
      assert.equal(topTags(escapeMarkdown(value)), 'p');
      assert.equal(wordsOf(`- [${escapeMarkdown(value)}](https://a.example/): b`), `${words}: b`);
    }),
    { numRuns: 5000 },
  );
});

test('no text makes a link to anywhere but https, or a picture', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      for (const token of inlineTokens(bodyMarkdown([{ id: 'b', type: 'paragraph', text: value }]))) {
        assert.notEqual(token.type, 'image');
        if (token.type === 'link_open') assert.match(String(token.attrGet('href')), /^https:\/\/[^@/]+\//);
      }
    }),
    { numRuns: 3000 },
  );
});

test('emphasis, strong, code and links keep their marks', () => {
  const rows = [
    ['*a* and **b** and `c`', '*a* and **b** and `c`'],
    ['_a_ and __b__', '*a* and **b**'],
    ['see [the record](https://a.example/b)', 'see [the record](https://a.example/b)'],
    ['[a *b*](https://a.example/)', '[a *b*](https://a.example/)'],
    ['``a`b``', '``a`b``'],
    ['`` `a` ``', '`` `a` ``'],
    ['look![here](https://a.example/)', 'look\\![here](https://a.example/)'],
    ['[](https://a.example/)', '[https://a.example/](https://a.example/)'],
    ['[x](https://a.example/b_(c))', '[x](https://a.example/b_(c))'],
  ];
  for (const [from, to] of rows) assert.equal(inlineMarkdown(from ?? ''), to);
});

test('marks that touch and would read as others give way to the words', () => {
  assert.equal(wordsOf(inlineMarkdown('_a_*b*')), 'ab');
});

test('a no-break space stays one', () => {
  assert.equal(inlineMarkdown('10\u00a0m\n  of slab'), '10\u00a0m of slab');
});

test('an address stays the same address inside a link', () => {
  for (const address of [
    'https://a.example/?a=1&lt;=2',
    'https://a.example/?q=&copy;',
    "https://a.example/it's",
    'https://a.example/#a_b*c',
    'https://a.example/a_(b)',
    'https://a.example/a_(b_(c))',
    'https://a.example/a)b(',
  ])
    assert.equal(inlineTokens(`[x](${markdownAddress(address)})`)[0]?.attrGet('href'), address);
});

test('numbers, signs and words that no reader takes for marks keep their bare spelling', () => {
  const plain = [
    '0.3048 meter',
    '1.5 mm of rain',
    '1200/3937 meter',
    '3)a',
    '-5 °C at dawn',
    '+3.5 percent',
    '#4 rebar',
    'file_name_of_plan',
    'a > b',
  ];
  for (const text of plain) {
    assert.equal(escapeMarkdown(text), text);
    assert.equal(inlineMarkdown(text), text);
  }
});

test('what would start a list, a heading, a rule or a quotation is escaped', () => {
  for (const text of ['1. a', '12) a', '3.', '- a', '-', '---', '+ a', '* a', '# a', '######', '> a', '>a', '= a'])
    assert.equal(topTags(escapeMarkdown(text)), 'p', text);
});

test('an address with parentheses is the same bytes in Markdown as elsewhere', () => {
  assert.equal(markdownAddress('https://a.example/a_(b)'), 'https://a.example/a_(b)');
});

test('two lists one after the other stay two', () => {
  const list = (value: string): BodyBlock => ({ id: 'l', type: 'list', text: value });
  const tags = (blocks: BodyBlock[]) => topTags(bodyMarkdown(blocks));
  assert.equal(tags([list('a\nb'), list('c')]), 'ul ul');
  assert.equal(tags([list('1. a\n2. b'), list('1. c'), list('1. d')]), 'ol ol ol');
  assert.equal(tags([list('a'), { id: 'p', type: 'paragraph', text: 'b' }, list('c')]), 'ul p ul');
});

function topTags(markdown: string): string {
  return commonmark
    .parse(markdown, {})
    .filter((token) => token.level === 0 && token.nesting >= 0)
    .map((token) => token.tag)
    .join(' ');
}

/** The words a reader sees, a line for each block. */
function wordsOf(markdown: string): string {
  return commonmark
    .parse(markdown, {})
    .filter((token) => token.type === 'inline')
    .map((token) =>
      foldSpace((token.children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('')),
    )
    .join('\n');
}

function inlineTokens(markdown: string) {
  return commonmark.parse(markdown, {}).flatMap((token) => token.children ?? []);
}
