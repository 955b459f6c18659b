import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportArticle, ImportItem } from '#exchange/import/import-item.ts';
import { openSource } from '#exchange/import/read/source.ts';
import { bodyToCopy } from '#exchange/import/read/to-blocks.ts';
import { readItems, sourceOf } from '../../support/exchange/memory-source.ts';

// Reads exports of other systems; test/fixtures/imports/README.md says how each was made.

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'imports');

const readFixture = async (name: string) => readItems(await openSource(join(FIXTURES, name)));

function articles(items: readonly ImportItem[]): Record<string, ImportArticle> {
  const found = items.flatMap((item) => ('article' in item ? [item.article] : []));
  return Object.fromEntries(found.map((article) => [article.slug ?? article.title, article]));
}

function counts(items: readonly ImportItem[]): Record<string, number> {
  const kinds = items.map((item) =>
    'other' in item
      ? item.other.kind
      : !('article' in item)
        ? 'refused'
        : item.article.isPage
          ? 'page'
          : item.article.status,
  );
  return Object.fromEntries(
    [...new Set(kinds)].sort().map((kind) => [kind, kinds.filter((one) => one === kind).length]),
  );
}

test('a real export of Ghost 6 gives its posts with tags, authors, pictures and old addresses', async () => {
  const { format, items } = await readFixture('ghost-6.json');
  assert.equal(format, 'ghost');
  assert.deepEqual(counts(items), { draft: 1, members: 1, page: 2, paid: 1, published: 3, scheduled: 1 });
  const arm = articles(items)['the-arm'];
  assert.deepEqual(arm && { ...arm, sourceId: '', updatedAt: '', body: '' }, {
    sourceId: '',
    title: 'The arm & the “belt”',
    excerpt: 'An arm learned to sort 412 parcels an hour.',
    body: '',
    slug: 'the-arm',
    status: 'published',
    publishedAt: '2020-05-04T09:30:00.000Z',
    updatedAt: '',
    authors: ['Alice Example'],
    tags: ['Robotics', 'Warehouses'],
    categories: ['Robotics'],
    hero: {
      address: '__GHOST_URL__/content/images/2020/05/arm.jpg',
      alt: 'A robot arm above a belt',
      caption: 'The arm in May. Photo: Bob',
      credit: '',
    },
    oldPaths: ['/the-arm/'],
  });
  const made = bodyToCopy(arm?.body ?? { kind: 'html', text: '' }, { url: 'https://ghost.example/' });
  assert.deepEqual(
    made.blocks.map(({ type }) => type),
    ['paragraph', 'heading', 'quote', 'list', 'list', 'subheading', 'paragraph'],
  );
  assert.match(made.exhibits ?? '', /^table: .+\nafter: b-\d\n\| .+ \| .+ \|\n/);
  assert.deepEqual(
    made.lost.map(({ kind }) => kind),
    ['picture', 'embed', 'form'],
  );
  assert.equal(made.pictures[0]?.address, 'https://ghost.example/content/images/2020/05/belt.jpg');
});

test('a Ghost post without HTML is read from its Lexical or Mobiledoc document; either shape of the file is read', async () => {
  const lexical = JSON.stringify({
    root: {
      type: 'root',
      children: [
        {
          type: 'paragraph',
          children: [
            { type: 'text', text: 'a ', format: 0 },
            { type: 'extended-text', text: 'b', format: 1 },
          ],
        },
        { type: 'image', src: 'x.jpg', alt: 'X' },
      ],
    },
  });
  const mobiledoc = JSON.stringify({
    markups: [['a', ['href', 'https://a.example/']]],
    cards: [['html', { html: '<p>card</p>' }]],
    sections: [
      [
        1,
        'p',
        [
          [0, [], 0, 'see '],
          [0, [0], 1, 'here'],
        ],
      ],
      [10, 0],
      [3, 'ul', [[[0, [], 0, 'one']]]],
    ],
  });
  const posts = [
    { id: 1, title: '{"[', slug: 'l', lexical },
    { id: '2', title: 'M \\"', slug: 'm', mobiledoc },
    { id: '3', title: 'Empty' },
  ];
  const { items } = await readItems(
    sourceOf({ 'a.json': JSON.stringify({ meta: { version: '6' }, data: { posts, members: [{ id: 'x' }] } }) }),
  );
  assert.deepEqual(counts(items), { draft: 2, member: 1, refused: 1 });
  const texts = (slug: string) =>
    bodyToCopy(articles(items)[slug]?.body ?? { kind: 'html', text: '' }, { url: null }).blocks.map(({ text }) => text);
  assert.deepEqual(texts('l'), ['a **b**']);
  assert.deepEqual(texts('m'), ['see [here](https://a.example/)', 'card', '- one']);
});

test('a real export of WordPress gives its posts; pages, comments, pictures and menus are counted', async () => {
  const { format, items } = await readFixture('wordpress-6.xml');
  assert.equal(format, 'wordpress');
  assert.deepEqual(counts(items), {
    attachment: 3,
    comment: 2,
    draft: 1,
    menu: 1,
    page: 3,
    private: 2,
    published: 3,
    scheduled: 1,
  });
  const { 'the-arm': arm, 'old-style': classic } = articles(items);
  assert.deepEqual(arm && { ...arm, sourceId: '', body: '' }, {
    sourceId: '',
    title: 'The arm & the “belt”',
    excerpt: 'An arm learned to sort 412 parcels an hour.',
    body: '',
    slug: 'the-arm',
    status: 'published',
    publishedAt: '2020-05-04T09:30:00.000Z',
    updatedAt: '2020-05-04T09:30:00.000Z',
    authors: ['Bob Ångström'],
    tags: ['arms', 'warehouses'],
    categories: ['Robotics'],
    hero: {
      address: 'https://wordpress.example/wp-content/uploads/2020/05/arm.jpg',
      alt: 'A robot arm above a belt',
      caption: 'The arm in May. Photo: Bob',
      credit: '',
    },
    oldPaths: ['/2020/05/the-arm/', '/2020/05/the-robot-arm/', '/?p=7'],
  });
  assert.deepEqual(classic?.categories, ['Energy & Grid']);
  const made = bodyToCopy(classic?.body ?? { kind: 'html', text: '' }, { url: 'https://wordpress.example/' });
  assert.deepEqual(
    made.blocks.map(({ text }) => text),
    [
      'First paragraph without tags.',
      'Second one, with a line break & an ampersand.',
      '- one\n- two',
      'He said [sic] so [1].',
    ],
  );
  assert.deepEqual(
    made.lost.map(({ kind }) => kind),
    ['picture', 'picture', 'picture', 'shortcode', 'embed', 'embed'],
  );
  assert.equal(made.pictures[0]?.caption, 'A belt, at rest');
});

test('footnotes of WordPress, titles of Hugo figures, and the texts for search engines of Yoast and Ghost are kept', async () => {
  const item = `<item><title>The arm</title><wp:post_id>7</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[<!-- wp:paragraph --><p>It sorts<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup>.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->]]></content:encoded><wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"content":"By our <em>count</em>.","id":"n1"}]]]></wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value>%%title%% %%page%% %%sep%% %%sitename%%</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_yoast_wpseo_metadesc</wp:meta_key><wp:meta_value>What an arm does.</wp:meta_value></wp:postmeta></item>`;
  const xml = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c"><channel><title>Gazette</title>${item}</channel></rss>`;
  const [arm] = Object.values(articles((await readItems(sourceOf({ 'a.xml': xml }))).items));
  assert.deepEqual(arm?.search, { title: 'The arm – Gazette', description: 'What an arm does.', excerpt: '' });
  const made = bodyToCopy(arm?.body ?? { kind: 'html', text: '' }, { url: null });
  assert.deepEqual(
    made.blocks.map(({ text }) => text),
    ['It sorts¹.', '1. By our *count*.'],
  );
  assert.deepEqual(made.lost, []);

  const markdown =
    '---\ntitle: A\n---\n{{< figure src="/a.png" alt="An arm" title="The arm" caption="In May" attr="Bo" >}}\n';
  const { items } = await readItems(sourceOf({ 'content/posts/a.md': markdown }));
  const { body = { kind: 'html' as const, text: '' } } = Object.values(articles(items))[0] ?? {};
  assert.equal(bodyToCopy(body, { url: 'https://old.example' }).pictures[0]?.caption, 'The arm. In May. Bo');

  const posts = [{ id: '1', title: 'A', slug: 'a', status: 'published', visibility: 'public', html: '<p>Text.</p>' }];
  const posts_meta = [{ post_id: '1', meta_title: 'A for searching', meta_description: 'D.', og_description: 'S.' }];
  const ghost = await readItems(sourceOf({ 'g.json': JSON.stringify({ meta: {}, data: { posts, posts_meta } }) }));
  assert.deepEqual(articles(ghost.items).a?.search, { title: 'A for searching', description: 'D.', excerpt: 'S.' });
});

test('a WordPress file with a DOCTYPE, and one that is cut off, are refused', async () => {
  const start = '<?xml version="1.0"?>\n';
  const rss = '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A & B</title>';
  const bomb = `${start}<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${rss}<item><title>&b;</title></item></channel></rss>`;
  await assert.rejects(readItems(sourceOf({ 'a.xml': bomb })), { kind: 'validation_failed', message: /DOCTYPE/ });
  await assert.rejects(readItems(sourceOf({ 'a.xml': `${start}${rss}<item><title>x` })), {
    kind: 'validation_failed',
    message: /line 2/,
  });
});

test('folders of Hugo, Jekyll and Astro give their posts, with shortcodes lost in place', async () => {
  const hugo = await readFixture('hugo');
  assert.equal(hugo.format, 'markdown');
  assert.deepEqual(counts(hugo.items), { draft: 1, other: 1, page: 1, published: 1 });
  const { 'first-arm': arm, bundle } = articles(hugo.items);
  assert.deepEqual(arm?.oldPaths, ['/2020/05/the-arm/', '/old/arm.html', '/posts/first-arm/']);
  assert.deepEqual(bundle?.oldPaths, ['/special/place/']);
  assert.deepEqual(arm?.hero, {
    address: '/images/arm.jpg',
    alt: 'A robot arm above a belt',
    caption: 'The arm in May',
    credit: '',
  });
  const made = bodyToCopy(arm?.body ?? { kind: 'html', text: '' }, {
    url: 'https://old.example',
    title: arm?.title ?? '',
  });
  assert.deepEqual(
    made.lost.map(({ kind, address }) => `${kind} ${address}`),
    [
      'picture https://old.example/images/belt.jpg',
      'embed https://www.youtube.com/watch?v=abcdef',
      'shortcode {{% notice tip %}}',
    ],
  );
  assert.deepEqual(
    made.blocks.map(({ text }) => text.slice(0, 20)),
    ['The arm sorted **412', 'It never sleeps.', '`if free {`'],
  );
  assert.match(made.exhibits ?? '', /^table: Table\nafter: b-1\n\| Year \| Parcels \|\n\| 2/);

  const jekyll = await readFixture('jekyll');
  assert.deepEqual(counts(jekyll.items), { draft: 1, other: 2, page: 1, published: 1, refused: 1 });
  const { 'the-arm': post } = articles(jekyll.items);
  assert.deepEqual([post?.publishedAt, post?.categories], ['2020-05-04T09:30:00.000+02:00', ['robotics', 'news']]);
  assert.deepEqual(post?.oldPaths, ['/old/the-arm/', '/robotics/news/2020/05/04/the-arm.html']);

  const astro = await readFixture('astro');
  assert.deepEqual(articles(astro.items).grid?.updatedAt, '2022-08-01T00:00:00.000Z');
});

test('exports of Substack and Medium give their posts, paid ones as paid and unfinished ones as drafts', async () => {
  const substack = await readFixture('substack');
  assert.equal(substack.format, 'substack');
  assert.deepEqual(counts(substack.items), {
    draft: 2,
    member: 1,
    other: 1,
    paid: 1,
    published: 1,
    refused: 1,
  });
  const { 'the-arm': arm } = articles(substack.items);
  assert.deepEqual(arm?.oldPaths, ['/p/the-arm']);
  const made = bodyToCopy(arm?.body ?? { kind: 'html', text: '' }, { url: null });
  assert.equal(made.blocks[0]?.text, 'The arm sorted **412** parcels an hour¹.');
  assert.deepEqual(
    made.lost.map(({ kind }) => kind),
    ['picture', 'form', 'embed'],
  );

  const medium = await readFixture('medium');
  assert.equal(medium.format, 'medium');
  assert.deepEqual(counts(medium.items), { draft: 1, published: 1 });
  const { 'the-arm': story } = articles(medium.items);
  assert.deepEqual(
    [story?.authors, story?.oldPaths],
    [['Bob Ångström'], ['/@bob/the-arm-0a1b2c3d4e5f', '/p/0a1b2c3d4e5f']],
  );
  const text = bodyToCopy(story?.body ?? { kind: 'html', text: '' }, { url: null, title: story?.title ?? '' });
  assert.equal(
    text.blocks[0]?.text,
    'The arm sorted **412** parcels an hour, says [the report](https://example.org/report).',
  );
});

test('a page of Substack is read as a page, and one without text is named', async () => {
  const files = {
    'posts.csv':
      'post_id,post_date,is_published,type,audience,title,subtitle\n' +
      '7.imprint,2021-01-05T08:00:00.000Z,true,page,everyone,Imprint,Who we are\n' +
      '8.empty,,false,page,everyone,Empty,\n',
    'posts/7.imprint.html': '<p>Printed by the crew.</p>',
  };
  const { items } = await readItems(sourceOf(files));
  const { imprint } = articles(items);
  assert.equal(imprint?.isPage, true);
  assert.deepEqual([imprint?.title, imprint?.excerpt, imprint?.oldPaths], ['Imprint', 'Who we are', ['/p/imprint']]);
  assert.match(imprint?.body.text ?? '', /Printed by the crew/);
  assert.deepEqual(
    items.flatMap((item) => ('refused' in item ? [item.refused] : [])),
    [{ sourceId: '8.empty', title: 'Empty', why: 'The file has no text of this page.' }],
  );
});

test('front matter that repeats a value without end, runs code or is too long is refused, the other files are read', async () => {
  const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((one, at) => `${one}: &${one} [${`*${'abcdefghi'[at]},`.repeat(9)}]`).join('\n')}\n---\nx`;
  const files = {
    'a.md': bomb,
    'b.md': `---\nt: !!js/function "x"\ntitle: ok\n---\nB`,
    'c.md': `+++\nx = "${'y'.repeat(70_000)}"\n+++\n`,
    'd.md': '---\ntitle: D\n',
  };
  const { items } = await readItems(sourceOf(files));
  assert.deepEqual(counts(items), { published: 1, refused: 3 });
});
