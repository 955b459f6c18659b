import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BLOCK_TYPES, type BodyBlock } from '#article/copy.ts';
import { bodyHtml, printHtml, scriptJson } from './html.ts';
import { foldSpace, listItems, plainText } from './inline.ts';

/** The only markup body text may become. */
const ALLOWED =
  /<(?:\/?(?:p|h2|h3|blockquote|ul|ol|li|em|strong|code|a)|(?:p|h2|h3|blockquote|ul|ol) dir="auto"|a href="https:\/\/[^"<>@/]+\/[^"<>]*")>/g;

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<script>',
        '</p>',
        '<img src=x onerror=alert(1)>',
        '"',
        "'",
        '&',
        '&lt;',
        '`',
        '*',
        '_',
        '[a](',
        ')',
      ),
      fc.constantFrom(
        'javascript:alert(1)',
        'https://a.example/"><b>',
        'http://a.example',
        'https://u:p@a.example/',
        ' ',
        '\n',
        '\\',
      ),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('any text becomes only our own markup around its own words', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...BLOCK_TYPES), async (text, type) => {
      const markup = await print([{ id: 'b', type, text }]);
      const left = markup.replace(ALLOWED, '');
      assert.doesNotMatch(left, /[<>"']/);
      const said = type === 'list' ? listItems(text).items.map(plainText).join('') : plainText(text);
      assert.equal(foldSpace(decode(left)).replaceAll(' ', ''), foldSpace(said).replaceAll(' ', ''));
    }),
    { numRuns: 2000 },
  );
});

test('each kind of block has its element', async () => {
  const rows: [BodyBlock['type'], string, string][] = [
    ['paragraph', 'a\nb', '<p>a b</p>'],
    ['heading', 'a\nb', '<h2>a b</h2>'],
    ['subheading', 'a\n\nb', '<h3>a b</h3>'],
    ['quote', 'a', '<blockquote><p>a</p></blockquote>'],
    ['list', 'a\nb', '<ul><li>a</li><li>b</li></ul>'],
    ['paragraph', ' \n\t', ''],
    ['list', '- ', ''],
    ['paragraph', 'סרט', '<p dir="auto">סרט</p>'],
  ];
  for (const [type, text, markup] of rows) assert.equal((await print([{ id: 'b', type, text }])).trim(), markup);
});

test('in a list each line is an item and a leading mark is dropped', async () => {
  const rows = [
    ['- a\n* b\nc', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
    ['1. a\n2. b\n10. c', '<ol><li>a</li><li>b</li><li value="10">c</li></ol>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['3. a\n2. b\n1. c', '<ol start="3"><li>a</li><li value="2">b</li><li value="1">c</li></ol>'],
    ['1. a\n1. b\n1. c', '<ol><li>a</li><li>b</li><li>c</li></ol>'],
    ['2019. a\n2020. b', '<ol><li>a</li><li>b</li></ol>'],
    ['1. a\nb', '<ul><li>a</li><li>b</li></ul>'],
    ['1) a\n2) b', '<ul><li>1) a</li><li>2) b</li></ul>'],
    ['- - a', '<ul><li>- a</li></ul>'],
    ['-a\n*b*\n1.c', '<ul><li>-a</li><li><em>b</em></li><li>1.c</li></ul>'],
    ['a\n\n\nb\n- ', '<ul><li>a</li><li>b</li></ul>'],
  ];
  for (const [text = '', markup] of rows) assert.equal((await print([{ id: 'b', type: 'list', text }])).trim(), markup);
});

test('a link to anything but a plain https address stays text', async () => {
  const addresses = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'http://a.example',
    'https://user:password@a.example/',
    'https://user@a.example/',
    '//a.example',
    '/newsroom',
    'mailto:a@b.example',
    '',
    '<>',
  ];
  for (const address of addresses) assert.doesNotMatch(await print([paragraph(`[a](${address})`)]), /<a /, address);
  assert.equal(
    (await print([paragraph('[a](https://a.example/b "title")')])).trim(),
    '<p><a href="https://a.example/b">a</a></p>',
  );
});

test('raw HTML, references, pictures and bare addresses are text', async () => {
  const text =
    '<b onclick="x">a</b> &copy; ![p](https://a.example/p.png) <https://a.example> https://a.example ~~b~~ www.a.example';
  const markup = (await print([paragraph(text)])).trim();
  assert.equal(
    markup,
    '<p>&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt; &amp;copy; !<a href="https://a.example/p.png">p</a> &lt;https://a.example&gt; https://a.example ~~b~~ www.a.example</p>',
  );
});

test('JSON inside a script element ends it nowhere', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.constant('</script><!--\u2028')), (text) => {
      const json = String(scriptJson({ text }));
      assert.doesNotMatch(json, /[<>&\u2028\u2029]/);
      assert.deepEqual(JSON.parse(json), { text });
    }),
  );
});

function paragraph(text: string): BodyBlock {
  return { id: 'b', type: 'paragraph', text };
}

function print(blocks: BodyBlock[]): Promise<string> {
  return printHtml(bodyHtml(blocks));
}

function decode(markup: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return markup.replace(/&([a-z0-9#]+);/g, (_, name: string) => named[name] ?? assert.fail(name));
}
