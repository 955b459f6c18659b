import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicArticle } from '#article/pages/article-json.ts';
import { CLI } from '#core/actor.ts';
import { listArticles } from '#editorial/article-record.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { searchRanked } from '#search/ranked-search.ts';
import { writeIndex } from '#search/search-index.ts';
import { goLive, goLiveAgain, save } from '../../support/live.ts';
import { BASE, copy, json, openSite, type TestSite } from '../../support/site.ts';

const INDEX = '/api/public/articles';

test('q searches headline, dek, body, byline, tags and source titles of an article, and nothing else', async (t) => {
  const site = await openSite(t);
  const author = await addAuthorOrTag(site.deps, CLI, 'author', 'Ines Calloway');
  const tag = await addAuthorOrTag(site.deps, CLI, 'tag', 'Tagged');
  await goLive(site, {
    headline: 'Headliner',
    dek: 'Dekliner',
    authorId: author.id,
    tagIds: [tag.id],
    bodyBlocks: [
      { id: 'blockid', type: 'heading', text: 'Bodyhead' },
      { id: 'b', type: 'list', text: '- first\n- second' },
    ],
    sources: [{ title: 'Sourcetitle', url: 'https://address.example/', publisher: 'Imprint', note: 'Marginal' }],
    editorialPacket: { sourceNotes: 'Secretive' },
    sponsorshipDisclosure: 'Sponsored',
  });
  for (const q of [
    'headliner',
    'dekliner',
    'calloway',
    'bodyhead',
    'second',
    'sourcetitle',
    'tagged',
    'ines first HEADLINER',
  ])
    assert.equal((await found(site, q)).length, 1, q);
  for (const q of ['blockid', 'address', 'imprint', 'marginal', 'secretive', 'sponsored', 'layout', 'robotics'])
    assert.equal((await found(site, q)).length, 0, q);
});

test('an article must contain every word of q, in any order; case, accents and punctuation do not matter', async (t) => {
  const site = await openSite(t);
  await goLive(site, { slug: 'both', headline: 'Überprüfung: crane no. 3' });
  await goLive(site, { slug: 'one', headline: 'A crane' });
  assert.deepEqual(await found(site, 'crane UBERPRUFUNG'), ['both']);
  assert.deepEqual((await found(site, 'cRaNe!')).toSorted(), ['both', 'one']);
  assert.deepEqual(await found(site, '"crane" (3)'), ['both']);
  assert.deepEqual(await found(site, 'crane tower'), []);
});

for (const word of ['OR', 'xor', 'NOT', 'near', 'null', 'true', '0', '007', '1e5', 'true']) {
  test(`q treats "${word}" as an ordinary word`, async (t) => {
    const site = await openSite(t);
    await goLive(site, { slug: 'with', headline: `Told ${word} twice` });
    await goLive(site, { slug: 'without', headline: 'Told twice' });
    assert.deepEqual(await found(site, word), ['with']);
  });
}

test('search finds words that a database would tokenize differently', async (t) => {
  const site = await openSite(t);
  const odd = [
    '12a',
    'a12',
    '3d',
    'ÅÄÖ',
    'Ⅳ',
    '①',
    'x²',
    'ﬀ',
    '混凝土',
    'бетон',
    'σκυρόδεμα',
    '𝒳𝒴',

    'ꟻ',
    '𞤀𞤢',
    'ⵣ',
  ];
  for (const [index, word] of odd.entries())
    await goLive(site, { slug: `piece-${index}`, headline: `The ${word} piece` });
  for (const [index, word] of odd.entries()) assert.deepEqual(await found(site, word), [`piece-${index}`], word);
});

test('search finds only the live revision: no later draft, no earlier revision, no unpublished article', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, { headline: 'Plaster' });
  await save(site, article, { headline: 'Stucco' });
  assert.equal((await found(site, 'plaster')).length, 1);
  assert.equal((await found(site, 'stucco')).length, 0);
  const again = await goLiveAgain(site, { ...article, revision: 1 }, { headline: 'Render' });
  assert.equal((await found(site, 'plaster')).length, 0);
  assert.equal((await found(site, 'render')).length, 1);
  await unpublish(site.deps, CLI, article.id);
  assert.equal((await found(site, 'render')).length, 0);
  await goLiveAgain(site, again, { headline: 'Mortar' });
  assert.equal((await found(site, 'mortar')).length, 1);
});

test('a refused publication leaves the search index unchanged', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, { headline: 'Plaster' });
  await save(site, article, { headline: 'Stucco', section: 'gardening' });
  await assert.rejects(goLiveAgain(site, { ...article, revision: 1 }, { headline: 'Stucco', section: 'gardening' }));
  assert.equal((await found(site, 'stucco')).length, 0);
  assert.equal((await found(site, 'plaster')).length, 1);
});

test('equally good results are newest first, and pages have no gap and no repeat, also for equal publication times', async (t) => {
  const site = await openSite(t);
  for (let index = 0; index < 60; index++) {
    await goLive(site, { slug: `piece-${index}`, headline: index % 3 === 0 ? 'Odd one' : 'Common piece' });
    if (index % 11 === 10) site.pass(0.4);
  }
  const all = (await json(await site.fetch(`${INDEX}?limit=1000`))).articles
    .filter((one: PublicArticle) => one.headline === 'Common piece')
    .map((one: PublicArticle) => one.slug);
  for (const limit of [1, 7, 39, 40, 100]) {
    const seen: string[] = [];
    for (let path: string | null = `${INDEX}?q=common&limit=${limit}`; path !== null; ) {
      const answer: Response = await site.fetch(path);
      const { articles, nextCursor } = await json(answer);
      seen.push(...articles.map((one: PublicArticle) => one.slug));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
      assert.equal(path === null, nextCursor === null);
    }
    assert.deepEqual(seen, all, `limit ${limit}`);
  }
});

test('equally good results with a clock that went back are still ordered by publication time', async (t) => {
  const site = await openSite(t);
  await goLive(site, { slug: 'second' });
  site.pass(-3600);
  await goLive(site, { slug: 'first' });
  site.pass(7200);
  await goLive(site, { slug: 'third' });
  assert.deepEqual(await found(site, 'crew'), ['third', 'second', 'first']);
});

test('two articles of one millisecond whose ids begin alike are both in the index', async (t) => {
  const { deps } = await openSite(t);
  const publishedAt = '2026-09-06T12:00:00.000Z';
  const words = { headline: ['crane'], dek: [], names: [], anywhere: ['crane'] };
  const ids = ['abcdef00-1', 'abcdef00-2', 'abcdef00-3'];
  const entries = ids.map((articleId) => ({ articleId, publishedAt, modifiedAt: publishedAt, words }));
  for (const entry of entries) await deps.db.write((tx) => writeIndex(tx, entry));
  const { ranked } = await searchRanked(deps.db.read, { q: 'crane', limit: 10 });
  assert.deepEqual(ranked.map(({ id }) => id).toSorted(), ids);
});

test('q can be combined with section and updatedSince', async (t) => {
  const site = await openSite(t);
  const old = await goLive(site, { slug: 'old' });
  await goLive(site, { slug: 'people', section: 'people' });
  site.pass(3600);
  await goLive(site, { slug: 'new' });
  await goLive(site, { slug: 'field', section: 'field-operations' });
  await goLiveAgain(site, old, { slug: 'old' });
  const since = '&updatedSince=2026-09-06T14:00:00Z';
  assert.deepEqual((await found(site, 'crew', '&section=robotics')).toSorted(), ['new', 'old']);
  assert.deepEqual(await found(site, 'crew', '&section=field-operations'), ['field']);
  assert.deepEqual((await found(site, 'crew', since)).toSorted(), ['field', 'new', 'old']);
  assert.deepEqual(await found(site, 'crew', `&section=robotics${since}`), ['new', 'old']);
  assert.deepEqual(await found(site, 'crew', '&section=software'), []);
  assert.deepEqual(await found(site, 'nothing', since), []);
});

test('the canonical and next links of search results keep q', async (t) => {
  const site = await openSite(t);
  await goLive(site, { slug: 'one' });
  await goLive(site, { slug: 'two' });
  const answer = await site.fetch(`/api/v1/public/articles?limit=1&q=crew%20%22live%22`);
  const { nextCursor } = await json(answer);
  const own = `${BASE}${INDEX}?q=crew+%22live%22&limit=1`;
  assert.equal(answer.headers.get('link'), `<${own}>; rel="canonical", <${own}&cursor=${nextCursor}>; rel="next"`);
});

for (const [why, q] of [
  ['empty', ''],
  ['blank', '   '],
  ['without a word', '"*" & | ! ( ) : - ^ {}'],
  ['an emoji', '👷'],
  ['NUL', '\u0000'],
  ['longer than 200 characters', 'a'.repeat(201)],
  ['far too long', 'word '.repeat(20_000)],
  ['more than 16 words', Array.from({ length: 17 }, (_, index) => `w${index}`).join(' ')],
] as const) {
  test(`an invalid q answers 400: ${why}`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    const answer = await site.fetch(`${INDEX}?q=${encodeURIComponent(q)}`);
    assert.equal(answer.status, 400);
    const { code, error } = await json(answer);
    assert.equal(code, 'bad_request');
    assert.match(error, /The parameter q: must /);
  });
}

test('search accepts a q of 200 characters beyond the basic plane, and of 16 words', async (t) => {
  const site = await openSite(t);
  assert.deepEqual(await found(site, '𐐀'.repeat(200)), []);
  assert.deepEqual(await found(site, Array.from({ length: 16 }, (_, index) => `w${index}`).join(' ')), []);
});

for (const q of [
  'crew"',
  '"crew',
  "crew'); drop table search; --",
  "crew' | 'x",
  'crew AND',
  'NOT crew',
  'crew*',
  '^crew',
  'headline:crew',
  '{headline dek} : crew',
  'NEAR(crew slab)',
  'crew:*A & !slab',
  'crew <-> slab',
  'crew\\',
  'crew\u0000slab',
  'crew ＂slab＂',
  'crew 👷 slab',
  '_people crew',
  '%crew_',
]) {
  test(`q "${q.replace('\u0000', '\\0')}" is searched without a query language`, async (t) => {
    const site = await openSite(t);
    await goLive(site, { headline: 'Crew and slab, not near; a drop' });
    const answer = await site.fetch(`${INDEX}?q=${encodeURIComponent(q)}`);
    assert.equal(answer.status, 200, await answer.clone().text());
    const expected = /headline|dek|table|\bx|_people/.test(q) ? 0 : 1;
    assert.equal((await json(answer)).articles.length, expected);
  });
}

test('a q that is not valid UTF-8 causes no server error', async (t) => {
  const site = await openSite(t);
  for (const q of ['%ff%fe', '%ed%a0%80', 'crew%c3', '%', '%zz'])
    assert.ok([200, 400].includes((await site.fetch(`${INDEX}?q=${q}`)).status), q);
});

test('search finds an article of the maximum size by its first words', async (t) => {
  const site = await openSite(t);
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
  await goLive(site, { bodyBlocks: [{ id: 'b', type: 'paragraph', text: `${words} ${'x'.repeat(200_000)}` }] });
  assert.equal((await found(site, 'w0 w9ix')).length, 1);
  const swollen = '\ufdfa'.repeat(300_000);
  await goLive(site, { slug: 'swollen', bodyBlocks: [{ id: 'b', type: 'paragraph', text: swollen }] });
  assert.deepEqual(await found(site, 'صلى'), ['swollen']);
});

test('the search over all articles, drafts included, ignores case and accents and has pages', async (t) => {
  const site = await openSite(t);
  for (let index = 0; index < 5; index++) {
    const headline = index % 2 === 0 ? 'Überprüfung der Kräne' : 'Nothing of the kind';
    await createDraft(site.deps, CLI, copy({ slug: `piece-${index}`, headline, dek: `Number ${index}` }));
    site.pass(1);
  }
  const list = (q: string, cursor?: string) =>
    listArticles(site.deps.db.read, CLI, { q, limit: 2, ...(cursor && { cursor }) });
  const first = await list('krane UBERPRUFUNG');
  assert.deepEqual(
    first.articles.map((one) => one.slug),
    ['piece-4', 'piece-2'],
  );
  const second = await list('krane UBERPRUFUNG', first.nextCursor ?? assert.fail());
  assert.deepEqual([second.articles.map((one) => one.slug), second.nextCursor], [['piece-0'], null]);
  assert.deepEqual(await list('nobody'), { articles: [], nextCursor: null });
  assert.deepEqual(await list('%'), { articles: [], nextCursor: null });
});

async function found(site: TestSite, q: string, more = ''): Promise<string[]> {
  const answer = await site.fetch(`${INDEX}?q=${encodeURIComponent(q)}${more}`);
  assert.equal(answer.status, 200, q);
  return (await json(answer)).articles.map((one: PublicArticle) => one.slug);
}
