import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPublished, listPublished } from '#article/published.ts';
import type { PlacedAd } from '#http/placed-ad.ts';
import { readExtras } from '#reading/article-extras.ts';
import { articleHtml } from '#reading/pages/article-html.ts';
import { homeHtml } from '#reading/pages/home-html.ts';
import { goLive, goLiveAgain, save } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// Correction marks and ads between the blocks of an article.

const PATH = '/robotics/layout-robot-pilot';
const EMPTY = {
  lead: null,
  isArchiveOnly: false,
  seconds: [],
  latest: [],
  briefs: [],
  strips: [],
  number: null,
  correction: null,
};
const NOTE = 'An earlier version gave the crew size as twelve; the crew was nine people.';

const paragraphs = (...texts: string[]) =>
  texts.map((text, at) => ({ id: `b${at}`, type: 'paragraph' as const, text }));

/** The blocks that a correction marks, each with its number: the first one follows the note, the others have the mark beside them. */
async function marked(site: TestSite): Promise<string[]> {
  const page = await (await site.fetch(PATH)).text();
  const [, text = ''] = page.split('<div class="body">');
  const noted = text.matchAll(/<div class="correction" id="correction-(\d+)">[\s\S]*?<\/div>\s*<p[^>]*>([^<]*)<\/p>/g);
  const found = text.matchAll(/<div class="revised"><a class="mark"[^>]*>(\d+)<\/a>\s*<p[^>]*>([^<]*)<\/p>/g);
  return [...noted, ...found].map(([, number, words]) => `${number} ${words}`);
}

test('blocks changed by the latest correction have its mark, and the first of them follows the note', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, { bodyBlocks: paragraphs('One', 'Twelve people', 'Three') });
  assert.deepEqual(await marked(site), []);
  await goLiveAgain(site, article, {
    bodyBlocks: paragraphs('New', 'One', 'Nine people', 'Three'),
    correctionNote: NOTE,
  });
  assert.deepEqual(await marked(site), ['1 New', '1 Nine people']);
  const page = await (await site.fetch(PATH)).text();
  assert.match(page, /<a href="#correction-1"><span class="mark" aria-hidden="true">1<\/span> Corrected 6 Sep<\/a>/);
  assert.equal(page.match(/ id="correction-1"/g)?.length, 1);
  assert.doesNotMatch(page, /#changed/);
});

test('a correction that changed no block marks no block, and its note stands before the text', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, { bodyBlocks: paragraphs('One') });
  await goLiveAgain(site, article, { bodyBlocks: paragraphs('One'), dek: 'Nine people.', correctionNote: NOTE });
  assert.deepEqual(await marked(site), []);
  const page = await (await site.fetch(PATH)).text();
  assert.doesNotMatch(page, /#changed/);
  assert.match(page, /<div class="correction" id="correction-1">[\s\S]*<div class="body">/);
});

test('after a later publication, blocks with unchanged text keep their mark and other blocks get none', async (t) => {
  const site = await openSite(t);
  const first = await goLive(site, { bodyBlocks: paragraphs('Twelve', 'Two') });
  const second = await goLiveAgain(site, first, { bodyBlocks: paragraphs('Nine', 'Two'), correctionNote: NOTE });
  await goLiveAgain(site, second, { bodyBlocks: paragraphs('Before', 'Nine', 'Other'), correctionNote: NOTE });
  assert.deepEqual(await marked(site), ['1 Nine']);
});

test('a later correction of another article changes no mark', async (t) => {
  const site = await openSite(t);
  const first = await goLive(site, { bodyBlocks: paragraphs('Twelve', 'Two') });
  await goLiveAgain(site, first, { bodyBlocks: paragraphs('Nine', 'Two'), correctionNote: NOTE });
  const other = await goLive(site, { slug: 'another', bodyBlocks: paragraphs('Four') });
  const kept = await save(site, other, { slug: 'another', dek: 'Another.' });
  await goLiveAgain(site, kept, { slug: 'another', bodyBlocks: paragraphs('Five'), correctionNote: NOTE });
  assert.deepEqual(await marked(site), ['1 Nine']);
});

test('only the latest of several corrections has marks', async (t) => {
  const site = await openSite(t);
  const first = await goLive(site, { bodyBlocks: paragraphs('Twelve', 'Two') });
  const second = await goLiveAgain(site, first, { bodyBlocks: paragraphs('Nine', 'Two'), correctionNote: NOTE });
  await goLiveAgain(site, second, { bodyBlocks: paragraphs('Nine', 'Zwei'), correctionNote: `${NOTE} And two.` });
  assert.deepEqual(await marked(site), ['2 Zwei']);
});

const AD: PlacedAd = {
  label: 'ADVERTISEMENT',
  picture: '/media/ad.png',
  width: 1200,
  height: 800,
  alt: 'A saw, and "more" <of> it',
  url: 'https://advertiser.example/?a=1&b=2',
};

async function pageWith(site: TestSite, ad: PlacedAd | null): Promise<string> {
  const found = await findPublished(site.deps.db.read, 'robotics', 'layout-robot-pilot');
  assert.ok(found && !('movedTo' in found));
  const beside = await readExtras(site.deps.db.read, found);
  return articleHtml(site.publication, found, beside, ad);
}

test('an article shows its ad once, labelled, with reserved space, and not between a heading and its text', async (t) => {
  const site = await openSite(t);
  const heading = { id: 'h', type: 'heading' as const, text: 'What stopped it' };
  await goLive(site, { bodyBlocks: [...paragraphs('One', 'Two'), heading, ...paragraphs('Three', 'Four')] });
  const page = await pageWith(site, AD);
  const [before = '', after = ''] = page.split('<aside class="ad');
  assert.match(before, /<p[^>]*>Three<\/p>\s*$/);
  assert.match(
    after,
    /<p class="label">ADVERTISEMENT<\/p>\s*<a class="about" href="\/standards#sponsors">About ads here/,
  );
  assert.match(after, /width="1200" height="800" alt="A saw, and &quot;more&quot; &lt;of&gt; it" loading="lazy"/);
  assert.match(after, /rel="sponsored noopener"/);
  assert.match(after, /<p[^>]*>Four<\/p>/);
  assert.equal(page.split('class="ad ').length, 2);
});

const list = { id: 'l', type: 'list' as const, text: 'The source\nThe method\nThe date' };
const quote = { id: 'q', type: 'quote' as const, text: 'It drew the line we asked for.' };
const subheading = { id: 's', type: 'subheading' as const, text: 'How it went' };
for (const [what, texts, after] of [
  ['words in an order and their list', [...paragraphs('One', 'Two', 'Three are wanted, in this order.'), list], null],
  ['a colon and its list', [...paragraphs('One', 'Two', 'Three are wanted:'), list, ...paragraphs('Four')], 'Four'],
  ['a colon and its paragraph', paragraphs('One', 'Two', 'He *said*:', 'Four', 'Five'), 'Four'],
  ['a colon in quotation marks and what follows', paragraphs('One', 'Two', 'The sign read “now:”', 'Four'), 'Four'],
  [
    'a paragraph and its quotation',
    [...paragraphs('One', 'Two', 'So she said.'), quote, ...paragraphs('Four')],
    'Four',
  ],
  ['words and numbered paragraphs', paragraphs('One', 'Two', 'In order.', '1. Draw', '2. Cut', 'Six'), '2. Cut'],
  ['a subheading and its text', [...paragraphs('One', 'Two'), subheading, ...paragraphs('Four', 'Five')], 'Four'],
] as const) {
  test(`an ad never separates ${what}`, async (t) => {
    const site = await openSite(t);
    await goLive(site, { bodyBlocks: [...texts] });
    const [before = '', below = ''] = (await pageWith(site, AD)).split('<aside class="ad');
    if (after === null)
      assert.match(below, /^[\s\S]*?<\/aside>\s*<\/div>\s*<section class="checked/, 'it follows the text');
    else assert.match(before, new RegExp(`<p[^>]*>${after}</p>\\s*$`));
  });
}

test('a short article shows its ad after its text', async (t) => {
  const site = await openSite(t);
  await goLive(site, { bodyBlocks: paragraphs('One') });
  assert.match(await pageWith(site, AD), /<p[^>]*>One<\/p>\s*<aside class="ad/);
});

test('without a booked ad, the article page and the home page contain no ad markup', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  assert.equal(await pageWith(site, null), await (await site.fetch(PATH)).text());
  assert.doesNotMatch(await (await site.fetch('/')).text(), /class="ad/);
});

test('the home page shows the band ad below the supplier directory', async (t) => {
  const site = await openSite(t);
  const { articles } = await listPublished(site.deps.db.read, { limit: 1 });
  assert.deepEqual(articles, []);
  const { html } = await import('hono/html');
  const directory = html`<section id="directory"></section>`;
  const page = await homeHtml(site.publication, { ...EMPTY, directory, band: AD });
  assert.match(page, /<section id="directory"><\/section>\s*<aside class="ad/);
});

test('the preview of a correction marks the blocks that it will change', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const article = await goLive(site, { bodyBlocks: paragraphs('One', 'Twelve people') });
  await save(site, article, { bodyBlocks: paragraphs('One', 'Nine people'), correctionNote: NOTE });
  const preview = await readPage(site, editor, `/newsroom/articles/${article.id}/revisions/1/preview`);
  assert.match(
    preview,
    /<div class="correction" id="correction">[\s\S]*?Corrected at publication[\s\S]*?<\/div>\s*<p[^>]*>Nine people<\/p>/,
  );
  assert.equal(preview.split('class="correction"').length, 2);
});

test('every block has its own address, and a story with three headings lists its headings', async (t) => {
  const site = await openSite(t);
  const words = (text: string) => ({ type: 'paragraph' as const, text });
  const blocks = [
    { id: 'a', ...words('One') },
    { id: 'a', ...words('Two') },
    { id: 'a-2', ...words('Three') },
    { id: ' two words"><i> ', ...words('Four') },
    { id: '', ...words('Five') },
    { id: 'list', type: 'list' as const, text: '- x\n- y' },
    { id: 'quote', type: 'quote' as const, text: 'Six' },
    { id: 'who', type: 'heading' as const, text: 'Who *signs*' },
    { id: 'what?', type: 'heading' as const, text: 'What runs' },
    { id: 'sub', type: 'subheading' as const, text: 'A part' },
    { id: '', type: 'heading' as const, text: 'Without an id' },
  ];
  const article = await goLive(site, { bodyBlocks: blocks });
  const page = await (await site.fetch(PATH)).text();
  const ids = [...page.matchAll(/ id="(b-[^"]*)"/g)].map(([, id]) => id);
  const expected = [
    'b-a',
    'b-a-2',
    'b-a-2-2',
    'b-two-words&quot;&gt;&lt;i&gt;',
    'b-list',
    'b-quote',
    'b-who',
    'b-what?',
  ];
  assert.deepEqual(ids, [...expected, 'b-sub']);
  assert.match(page, /<p>Five<\/p>/);
  const [, contents = ''] = /In this story<\/h2>\s*<ol>(.*)<\/ol>/.exec(page) ?? [];
  assert.equal(contents, '<li><a href="#b-who">Who signs</a></li><li><a href="#b-what%3F">What runs</a></li>');
  await goLiveAgain(site, article, { bodyBlocks: blocks.filter(({ id }) => id !== 'what?') });
  assert.doesNotMatch(await (await site.fetch(PATH)).text(), /In this story/, 'two headings are too few for a list');
});
