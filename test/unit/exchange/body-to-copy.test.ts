import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockSchema } from '#article/copy.ts';
import { readExhibits } from '#article/exhibits.ts';
import type { BodyContext } from '#exchange/import/read/body-context.ts';
import { bodyToCopy } from '#exchange/import/read/to-blocks.ts';
import { readInline } from '#html/inline.ts';
import { HOSTILE_BODIES } from '../../support/exchange/hostile-bodies.ts';

// Each row of the table of what is found and what it becomes.

const SITE: BodyContext = { url: 'https://old.example' };

function read(text: string, kind: 'html' | 'markdown' = 'html', context: BodyContext = SITE) {
  return bodyToCopy({ kind, text }, context);
}

function blocks(text: string, kind: 'html' | 'markdown' = 'html'): [string, string][] {
  return read(text, kind).blocks.map(({ type, text: words }) => [type, words]);
}

test('paragraphs, headings, quotes, lists, links and marks become blocks with inline Markdown', () => {
  const html =
    '<h2>Two</h2><h3>Three</h3><p>One <em>soft</em> <strong>loud</strong> <code>x = 1</code> <a href="https://a.example/b">word</a>.</p>' +
    '<blockquote><p>Said.</p><p>Twice.</p></blockquote><ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol>';
  assert.deepEqual(blocks(html), [
    ['heading', 'Two'],
    ['subheading', 'Three'],
    ['paragraph', 'One *soft* **loud** `x = 1` [word](https://a.example/b).'],
    ['quote', 'Said.'],
    ['quote', 'Twice.'],
    ['list', '- a\n- b'],
    ['list', '1. c\n2. d'],
  ]);
  assert.deepEqual(read(html).changed, []);
});

test('other headings change their level, and a first heading that repeats the headline is left out', () => {
  const { blocks: made, changed } = read('<h1>A</h1><h4>B</h4><h6>C</h6><p>x</p>');
  assert.deepEqual(
    made.map(({ type }) => type),
    ['heading', 'subheading', 'subheading', 'paragraph'],
  );
  assert.deepEqual(changed, [{ kind: 'heading', count: 3 }]);
  const repeated = read('# My  Title\n\nText', 'markdown', { ...SITE, title: 'My Title' });
  assert.deepEqual(
    repeated.blocks.map(({ text }) => text),
    ['Text'],
  );
});

test('a numbered list keeps the numbers that readers saw, and the report names a list that cannot', () => {
  for (const [html, text, kinds] of [
    ['<ol start=3><li>a<li>b</ol>', '3. a\n4. b', []],
    ['<ol><li>a<li value=5>b<li>c</ol>', '1. a\n5. b\n6. c', []],
    ['<ol reversed><li>a<li>b<li>c</ol>', '3. a\n2. b\n1. c', []],
    ['<ol reversed start=9><li>a<li>b</ol>', '9. a\n8. b', []],
    ['<ol start=3><li>a<ul><li>b</ul><li>c</ol>', '- 3. a\n- – b\n- 4. c', ['nested list']],
    ['<ol><li>a<li value=1>b</ol>', '1. a\n1. b', ['list with other numbers']],
    ['<ol start=1999><li>a</ol>', '1999. a', ['list with other numbers']],
    ['<ol type=a><li>a</ol>', '1. a', ['letters of a list, now numbers']],
  ] as const) {
    const { blocks: made, changed } = read(html);
    assert.deepEqual(
      made.map((block) => block.text),
      [text],
    );
    assert.deepEqual(
      changed.map(({ kind }) => kind),
      kinds,
      html,
    );
  }
  assert.equal(read('Intro\n\n3. a\n4. b', 'markdown').blocks[1]?.text, '3. a\n4. b');
});

test('a nested list becomes one list with dashes, and keeps the numbers of numbered lists', () => {
  const { blocks: made, changed } = read('<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>');
  assert.deepEqual(
    made.map(({ text }) => text),
    ['- 1. a\n- – b\n- – c\n- 2. d'],
  );
  assert.deepEqual(changed, [{ kind: 'nested list', count: 1 }]);
});

test('a table of short words stays a table after its paragraph, with its caption', () => {
  const table =
    '<table><tr><th>City<th>Count</tr><tr><td>Oslo | <i>east</i><td><b>12</b></tr><tr><td>-<td></tr><tr><td>table: x<td>4';
  const tableIn = (html: string) => readExhibits(read(html).exhibits ?? '');
  const caption = '<figcaption>Counted <b>twice</b></figcaption>';
  const html = `<p>a<p>Counted:<figure>${table}</table>${caption}</figure><p>b`;
  const found = tableIn(html);
  assert.ok(Array.isArray(found), String(found));
  assert.deepEqual(
    found.map(({ kind, caption, after, head, rows }) => [
      kind,
      caption.text,
      after,
      head.map(({ text }) => text),
      rows.map((row) => row.map(({ text }) => text)),
    ]),
    [
      [
        'table',
        'Counted twice',
        'b-2',
        ['City', 'Count'],
        [
          ['Oslo | east', '12'],
          ['–', ''],
          ['table: x', '4'],
        ],
      ],
    ],
  );
  assert.deepEqual(blocks(html), [
    ['paragraph', 'a'],
    ['paragraph', 'Counted:'],
    ['paragraph', 'b'],
  ]);
  assert.deepEqual(read(html).changed, []);
  for (const [words, name] of [
    ['<caption>All <b>cities</b></caption>', 'All cities'],
    ['', 'Table'],
  ] as const) {
    const [exhibit] = tableIn(`<p>a${table.replace('<table>', `<table>${words}`)}</table><p>b`);
    assert.equal(typeof exhibit === 'object' && exhibit.caption.text, name);
  }
  assert.equal(
    read(`<p>a${table.replace('12', '<a href="https://b.example/">12</a>')}`).exhibits,
    null,
    'a link stays a link',
  );
  assert.equal(read(`<p>a${table.replace('12', 'word '.repeat(50))}`).exhibits, null);
});

test('another table becomes a list row by row; a table with one column becomes paragraphs', () => {
  const table = '<table><tr><th>City<th>Count</tr><tr><td>Oslo<td><b>12</b></tr><tr><td></td><td>3</tr></table>';
  assert.deepEqual(blocks(table), [
    ['list', '- City · Count\n- Oslo · **12**'],
    ['paragraph', '3'],
  ]);
  assert.deepEqual(read(table).changed, [{ kind: 'table', count: 1 }]);
  assert.deepEqual(blocks('<table><tr><td><h2>A</h2><p>b</p></td></tr></table>'), [
    ['heading', 'A'],
    ['paragraph', 'b'],
  ]);
  assert.deepEqual(blocks('| A | B |\n|---|---|\n| 1 | 2 |', 'markdown'), [['list', '- A · B\n- 1 · 2']]);
});

test('http, relative and own links become what the caller decides, or plain words', () => {
  const html =
    '<p><a href="http://a.example/x">one</a> <a href="/2020/post/">two</a> <a href="mailto:a@b.c">three</a> <a href="#n">four</a></p>';
  const plain = read(html);
  assert.equal(plain.blocks[0]?.text, 'one [two](https://old.example/2020/post/) three four');
  assert.deepEqual(plain.changed, [{ kind: 'link', count: 3 }]);
  assert.deepEqual(plain.links, [
    { address: 'http://a.example/x', target: null, words: 'one' },
    { address: 'https://old.example/2020/post/', target: 'https://old.example/2020/post/', words: 'two' },
  ]);
  const resolved = read(html, 'html', {
    ...SITE,
    resolveLink: (address) =>
      address.startsWith('http:') ? address.replace('http:', 'https:') : 'javascript:alert(1)',
  });
  assert.equal(resolved.blocks[0]?.text, '[one](https://a.example/x) two three four');
});

test('pictures are listed with their texts, and lost in place', () => {
  const {
    blocks: made,
    pictures,
    lost,
  } = read(
    '<p>Before</p><figure><img src="__GHOST_URL__/content/images/a.jpg" alt="A cat"><figcaption>A <b>cat</b> by me</figcaption></figure>' +
      '<p>After <img data-src="/wp-content/uploads/b.png" src="data:image/gif;base64,AAAA" alt=""></p><p><img src="https://t.example/p.gif" width="1" height="1">End</p>',
  );
  assert.deepEqual(
    made.map(({ text }) => text),
    ['Before', 'After', 'End'],
  );
  const at = (oldPath: string) => ({ address: `https://old.example${oldPath}`, oldPath });
  assert.deepEqual(pictures, [
    { ...at('/content/images/a.jpg'), alt: 'A cat', caption: 'A cat by me', credit: '' },
    { ...at('/wp-content/uploads/b.png'), alt: '', caption: '', credit: '' },
  ]);
  assert.deepEqual(lost, [
    { kind: 'picture', address: 'https://old.example/content/images/a.jpg', block: 1, picture: pictures[0] },
    { kind: 'picture', address: 'https://old.example/wp-content/uploads/b.png', block: 1, picture: pictures[1] },
  ]);
});

test('embeds, frames, forms and struck words are lost in place, with their address', () => {
  const { blocks: made, lost } = read(
    '<p>A</p><iframe src="https://video.example/1"><p>no</p></iframe><figure class="wp-block-embed"><div>https://video.example/2</div></figure>' +
      '<form action="/search"><input name=q><button>Go</button></form><p>It costs <s>5</s> 6</p>' +
      '<blockquote class="twitter-tweet"><p>Words</p><a href="https://social.example/3">x</a></blockquote>' +
      '<div class="youtube-wrap" data-attrs="{&quot;videoId&quot;:&quot;abc&quot;}"><iframe src="https://video.example/4"></iframe></div>',
  );
  assert.deepEqual(
    made.map(({ text }) => text),
    ['A', 'It costs 6'],
  );
  assert.deepEqual(
    lost.map(({ kind, address }) => `${kind} ${address}`),
    [
      'embed https://video.example/1',
      'embed https://video.example/2',
      'form /search',
      'struck words 5',
      'embed https://social.example/3',
      'embed https://www.youtube.com/watch?v=abc',
    ],
  );
});

test('what readers saw on a card of Ghost stays as text, or is quoted with its address', () => {
  const seen = (html: string) => {
    const { blocks: made, lost } = read(html, 'html', { url: null });
    return [made.map(({ text }) => text), lost.map(({ kind, address, words }) => [kind, address, words ?? ''])];
  };
  const bookmark =
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A title</div><div class="kg-bookmark-description">What it says.</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://a.example/i.png"><span class="kg-bookmark-author">Ann</span><span class="kg-bookmark-publisher">The A</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://a.example/t.jpg"></div></a><figcaption>Read it</figcaption></figure>';
  assert.deepEqual(seen(bookmark), [['[A title](https://a.example/b)', 'What it says.', 'Ann · The A', 'Read it'], []]);
  assert.deepEqual(
    seen(
      '<figure class="kg-card kg-embed-card"><iframe src="https://video.example/1"></iframe><figcaption>The <b>film</b></figcaption></figure>',
    ),
    [['The film'], [['embed', 'https://video.example/1', '']]],
  );
  const audio =
    '<div class="kg-card kg-audio-card"><img class="kg-audio-thumbnail" src="https://a.example/t.png"><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/talk.mp3"></audio><div class="kg-audio-title">The talk</div><div class="kg-audio-player"><button><svg><path/></svg></button><span>0:00</span></div></div></div>';
  assert.deepEqual(seen(audio), [['The talk'], [['embed', '/content/media/talk.mp3', '']]]);
  const file =
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://old.example/files/plan.pdf"><div class="kg-file-card-contents"><div class="kg-file-card-title">The plan</div><div class="kg-file-card-filename">plan.pdf</div></div><div class="kg-file-card-icon"><svg viewBox="0 0 24 24"></svg></div></a></div>';
  const own = read(file, 'html', { ...SITE, resolveLink: () => null });
  assert.deepEqual(own.lost, [
    { kind: 'file', address: 'https://old.example/files/plan.pdf', words: 'The plan plan.pdf', block: 1 },
  ]);
  const lost = read(file.replace('https://old.example', '__GHOST_URL__'), 'html', {
    url: null,
    resolveLink: () => null,
  }).lost;
  assert.deepEqual(
    lost.map(({ address }) => address),
    ['/files/plan.pdf'],
    'a path while nobody knows the address of the site',
  );
  const signup =
    '<div class="kg-card kg-signup-card" style="background: #fff; display: none;"><h2>Join us</h2><p>Every week.</p><form><input name="email"><button>Go<svg><style>.x{color:red}</style></svg></button></form></div>';
  assert.deepEqual(seen(signup), [[''], [['form', 'Join us Every week. Go', '']]]);
  assert.deepEqual(seen('<p>A <svg width="24" height="24"></svg> sign</p>')[1], []);
});

test('a caption of a table or a quote stays a paragraph, and code keeps its lines', () => {
  assert.deepEqual(blocks('<figure><blockquote>Q</blockquote><figcaption>Who</figcaption></figure>'), [
    ['quote', 'Q'],
    ['paragraph', 'Who'],
  ]);
  assert.deepEqual(blocks('```\na = 1\nb = 2\n```\n\n    one', 'markdown'), [
    ['list', '- `a = 1`\n- `b = 2`'],
    ['paragraph', '`one`'],
  ]);
});

test('two line breaks separate paragraphs, raised digits stay raised, and what looks like Markdown stays text', () => {
  assert.deepEqual(blocks('a<br>b<br><br>10<sup>6</sup> *not* [x](y) &lt;b&gt;'), [
    ['paragraph', 'a b'],
    ['paragraph', '10⁶ \\*not\\* \\[x\\](y) <b>'],
  ]);
});

test('a body without text gives one empty paragraph', () => {
  assert.deepEqual(blocks('<img src="https://a.example/b.png">'), [['paragraph', '']]);
});

for (const [name, make] of Object.entries(HOSTILE_BODIES)) {
  for (const kind of ['html', 'markdown'] as const) {
    test(`hostile ${kind}: ${name} gives text that can be stored`, () => {
      const { blocks: made, pictures } = read(make(), kind);
      for (const block of made) assert.ok(blockSchema.safeParse(block).success, block.text.slice(0, 100));
      const marks = made.flatMap(({ text }) => readInline(text));
      assert.ok(marks.every((mark) => !('href' in mark) || mark.href.startsWith('https:')));
      assert.doesNotMatch(JSON.stringify(made), /alert\((?!3)/);
      assert.ok(pictures.every(({ address }) => /^https?:/.test(address)));
    });
  }
}

test('an element with too many attributes, and a body that is too long, are refused', () => {
  const many = `<p ${Array.from({ length: 300_000 }, (_, at) => `a${at}`).join(' ')}>x`;
  for (const text of [many, 'x'.repeat(5_000_000)]) assert.throws(() => read(text), { kind: 'validation_failed' });
});
