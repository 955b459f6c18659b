import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ArticleSummary, getRevisionRow } from '#article/article-rows.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import { isDeclared } from '#http/declared.ts';
import { quoteWords } from '#quote/quote-words.ts';
import { goLive, goLiveAgain, save } from '../../support/live.ts';
import { callPublic } from '../../support/mcp.ts';
import { add, drawing } from '../../support/pictures.ts';
import { BASE, copy, json, openSite, type TestSite } from '../../support/site.ts';

const PATH = '/api/v1/public/quote';
const TEXT =
  'The crew ran the machine on a *live* slab for six weeks and marked **412 points**, see [the log](https://example.org/log), of which 5\u00a0% didn’t fit.';
const BLOCKS = [
  { id: 'b1', type: 'paragraph', text: TEXT },
  { id: 'b2', type: 'list', text: '1. Standing water after the wash\n2. A pallet jack that nobody saw' },
];

test('a quote is checked against every revision that was ever live, and never against a draft', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, { bodyBlocks: BLOCKS });
  await createDraft(site.deps, CLI, copy({ slug: 'draft', headline: 'Nobody has ever read this secret headline' }));
  assert.equal((await check(site, 'Nobody has ever read this secret headline')).match, 'not_found');

  const found = await check(
    site,
    "“The crew ran the machine … marked 412 points, see the log, of which 5% didn't fit. Standing water",
  );
  assert.equal(found.match, 'verbatim');
  assert.equal(found.stands, 'true');
  assert.equal(found.changed, null);
  assert.equal(found.article, article.id);
  assert.equal(found.url, `${BASE}/robotics/layout-robot-pilot#b-b1`);
  assert.equal(found.permalink, `${BASE}/robotics/layout-robot-pilot/r/0#b-b1`);
  assert.equal(
    found.passage,
    'The crew ran the machine … marked 412 points, see the log, of which 5\u00a0% didn’t fit. Standing water',
  );
  assert.deepEqual(
    found.figures.map(({ text }: { text: string }) => text),
    ['412', '5'],
  );

  const wrong = await check(site, '“on a live slab for six weeks and marked 421”');
  assert.equal(wrong.match, 'near');
  assert.deepEqual(wrong.changed.words, [{ quoted: '421', article: '412', isNumber: true }]);

  const four = [{ ...BLOCKS[0], text: TEXT.replace('six', 'four') }, BLOCKS[1]];
  const note = 'The pilot ran for four weeks, not six as we wrote.';
  const next = await save(site, article, { bodyBlocks: four, correctionNote: note });
  assert.equal((await check(site, 'on a live slab for four weeks')).match, 'near', 'the correction is not published');
  await publish(site.deps, CLI, article.id, { revisionNumber: next.revision });
  const old = await check(site, 'on a live slab for six weeks and marked');
  assert.deepEqual([old.match, old.stands, old.revision], ['verbatim', 'corrected', 0]);
  assert.deepEqual(
    { ...old.changed.since, at: '' },
    { at: '', type: 'corrected', revision: 1, note, now: 'on a live slab for four weeks and marked' },
  );
  assert.equal((await check(site, 'on a live slab for four weeks and marked')).stands, 'true');

  const page = `/quote?text=${encodeURIComponent('on a live slab for six weeks and <b>marked')}`;
  const html = await (await site.fetch(page)).text();
  assert.ok(
    html.includes('but corrected it later') && html.includes('<mark>on a live slab for six weeks and marked</mark>'),
  );
  assert.ok(!html.includes('<b>marked'));
  const markdown = await (await site.fetch(page.replace('?', '.md?'))).text();
  assert.ok(markdown.includes('**on a live slab for six weeks and marked**'), markdown);
  const data = await site.fetch(page, { headers: { Accept: 'application/json' } });
  assert.equal(data.headers.get('Cache-Control'), 'no-store');
  assert.equal((await json(data)).stands, 'corrected');

  const later = { bodyBlocks: four.slice(0, 1), correctionNote: note, slug: 'moved' };
  await goLiveAgain(site, next, later);
  const changed = await check(site, 'A pallet jack that nobody saw');
  assert.deepEqual([changed.match, changed.stands, changed.revision], ['verbatim', 'changed', 1]);
  assert.equal(changed.url, `${BASE}/robotics/moved`);
  assert.equal(changed.permalink, `${BASE}/robotics/moved/r/1#b-b2`);

  await unpublish(site.deps, CLI, article.id, { notice: 'We took this back: the log was wrong.' });
  const gone = await check(site, 'on a live slab for four weeks and wrote');
  assert.deepEqual([gone.match, gone.stands, gone.passage, gone.headline], ['near', 'withdrawn', null, null]);
  const right = await check(site, 'on a live slab for four weeks and marked');
  assert.deepEqual(right, gone, 'one cannot find the words again by trying them');
  assert.equal(gone.changed.since.note, 'We took this back: the log was wrong.');
});

test('the quote check names the permanent address of the live revision, in JSON and on its page', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, { bodyBlocks: BLOCKS });
  await goLiveAgain(site, article, { bodyBlocks: BLOCKS, dek: 'What the second week showed.' });
  const text = 'on a live slab for six weeks and marked';
  const found = await check(site, text);
  const permalink = `${BASE}/robotics/layout-robot-pilot/r/1#b-b1`;
  assert.deepEqual([found.revision, found.permalink], [1, permalink]);
  const page = await (await site.fetch(`/quote?text=${encodeURIComponent(text)}`)).text();
  assert.match(page, /\/r\/1#b-b1">Permanent link to revision 1</);
});

test('an agent that follows llms.txt finds the quote check, and with its answer the article and the permanent revision', async (t) => {
  const site = await openSite(t);
  await goLive(site, { bodyBlocks: BLOCKS });
  const overview = await (await site.fetch('/llms.txt')).text();
  const [, check = ''] = /`http[^`]*?(\/api[^`?]*\/quote\?text=)/.exec(overview) ?? [];
  const { match, stands, permalink, url } = await json(
    await site.fetch(check + encodeURIComponent('on a live slab for six weeks')),
  );
  assert.deepEqual([match, stands], ['verbatim', 'true']);
  const hasRevisions = isDeclared('/:section/:slug/r/:revision');
  for (const address of hasRevisions ? [permalink, url] : [url])
    assert.equal((await site.fetch(address.slice(BASE.length).replace(/#.*/, ''))).status, 200);
});

test('check_quote says whether words stand, which words differ, and what to do next', async (t) => {
  const site = await openSite(t);
  const body = (text: string) => ({ bodyBlocks: [{ id: 'p1', type: 'paragraph', text }] });
  const first = await goLive(site, body('The robot stopped nine times on the third day of the pilot.'));
  const ask = (text: string) => callPublic(site, 'check_quote', { text });
  const stands = await ask('The robot stopped nine times on the third day');
  assert.deepEqual([stands.match, stands.stands, stands.figuresLeft], ['verbatim', 'true', 0]);
  assert.match(stands.next, /The article says it today\. Cite url/);
  assert.match((await ask('The robot stopped seven times on the third day')).next, /words it in another way/);
  await goLiveAgain(site, first, body('The robot never stopped, said the foreman of the site.'));
  const changed = await ask('The robot stopped nine times on the third day');
  assert.equal(changed.stands, 'changed');
  assert.match(changed.next, /does not say it any more/);
  assert.match((await callPublic(site, 'fetch', { id: changed.permalink })).text, /stopped nine times/);
  await unpublish(site.deps, CLI, first.id);
  assert.match((await ask('The robot never stopped, said the foreman')).next, /withdrawn: do not cite/);
  assert.match((await ask('Words that no article of this site has')).next, /No article has these words/);
});

test('check_quote refuses a quote that it cannot check, and writes nothing once its index is up to date', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const text = 'The crew ran the machine on a live slab';
  await callPublic(site, 'check_quote', { text });
  site.deps.db.write = () => assert.fail('a public tool wrote');
  for (const [wrong, words] of [
    ['three words only', /at least 4 words; this text has 3/],
    ['slab '.repeat(2000), /at most/],
  ] as const) {
    const refused = await callPublic(site, 'check_quote', { text: wrong });
    assert.deepEqual([refused.code, typeof refused.hint], ['bad_request', 'string']);
    assert.match(refused.error, words);
  }
  assert.equal((await callPublic(site, 'check_quote', { text })).match, 'verbatim');
});

test('every sentence that fetch gives of an article is found word by word, beside the body too', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor');
  const heroAssetId = await add(site, dana, await drawing(), {
    title: 'The machine',
    alt: 'A wheeled machine draws a line on a wet concrete slab.',
    credit: 'Drawing by the newsroom, after a photograph of the crew',
  });
  const correctionNote = 'An earlier version said that the crew was twelve people.';
  const pictureCaption = 'The machine on the third morning, before the rain began.';
  const { id } = await goLive(site, { bodyBlocks: BLOCKS, heroAssetId, pictureCaption, correctionNote });
  const { read } = site.deps.db;
  const signed = { kind: 'signed', reason: 'Counted on the site.', forReaders: false } as const;
  const next = await save(site, { id, revision: 0 } as ArticleSummary, {
    ...{ bodyBlocks: BLOCKS, heroAssetId, pictureCaption, correctionNote },
  });
  const { figures } = await readLedger(read, await getRevisionRow(read, id, next.revision));
  for (const { anchor } of figures)
    await settleFigure(site.deps, dana, { articleId: id, revision: next.revision, anchor }, signed);
  await publish(site.deps, CLI, id, { revisionNumber: next.revision });
  const { text } = await callPublic(site, 'fetch', { id });
  const body = text.split('## Numbers')[0];
  assert.match(body, /412\[\^n\d+\]/, 'it has marks of footnotes');
  const sentences = [
    correctionNote,
    pictureCaption,
    ...body.split('\n').filter((line: string) => /\b412\b/.test(line)),
  ];
  sentences.push(
    'A wheeled machine draws a line on a wet concrete slab.',
    'Drawing by the newsroom, after a photograph',
  );
  for (const sentence of sentences) {
    const found = await check(site, sentence);
    assert.deepEqual([found.match, found.stands, found.article], ['verbatim', 'true', id], sentence);
  }
});

test('of several articles with the same words, the check names one where they still stand', async (t) => {
  const site = await openSite(t);
  const words = 'The foreman counted the anchors twice before the crane moved a single panel.';
  const blocks = [{ id: 'b1', type: 'paragraph', text: words }];
  const others = await Promise.all(['one', 'two'].map((slug) => goLive(site, { slug, bodyBlocks: blocks })));
  const standing = await goLive(site, { slug: 'three', bodyBlocks: blocks });
  await unpublish(site.deps, CLI, others[0]?.id ?? '');
  await goLiveAgain(site, others[1] as (typeof others)[0], {
    slug: 'two',
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'Nobody counted anything.' }],
  });
  const found = await check(site, words);
  assert.deepEqual([found.match, found.stands, found.article], ['verbatim', 'true', standing.id]);
});

test('a quote that cannot be checked is refused, and checks have a budget', async (t) => {
  const site = await openSite(t);
  for (const [query, error] of [
    ['', 'The parameter text is missing.'],
    ['?text=one+two+three', 'A quote has at least 4 words; this text has 3.'],
    [`?text=${'word+'.repeat(401)}`, 'A quote has at most 400 words; this text has 401.'],
    [`?text=${'x'.repeat(4001)}`, 'A quote has at most 4000 characters.'],
    [`?text=${'one+two+…+'.repeat(11)}`, 'A quote has at most 9 ellipses.'],
    ['?text=a&text=b', 'The parameter text is sent twice.'],
  ]) {
    const refused = await site.fetch(PATH + query);
    assert.equal(refused.status, 400);
    assert.equal((await json(refused)).error, error);
  }
  const body = JSON.stringify({ text: 'no article has these words' });
  const headers = { 'Content-Type': 'application/json' };
  const posted = await site.fetch(PATH, { method: 'POST', body, headers });
  assert.equal((await json(posted)).match, 'not_found');
  assert.equal(posted.headers.get('Cache-Control'), 'no-store');
  assert.equal((await site.fetch(PATH, { method: 'POST', body: '{"texts":1}', headers })).status, 422);
  let last = posted;
  for (let nth = 0; nth < 120 && last.status === 200; nth++) last = await site.fetch(`${PATH}?text=a+b+c+d`);
  assert.equal(last.status, 429);
  assert.ok(!JSON.stringify(site.log).includes('these words'));
});

for (const [text, words] of [
  ['“It’s 10–12\u00a0%,” he said — “or so…”', ["It's", '10', '-', '12', '%', 'he', 'said', 'or', 'so']],
  ['10 - 12 and 10-12, −5 and -5', ['10', '-', '12', 'and', '10', '-', '12', '-5', 'and', '-5']],
  ['a 12" pipe, “twelve”, $5.50.', ['a', '12"', 'pipe', 'twelve', '$5.50']],
  ['un**believ**able `code`, [the log](https://a.example/(x)).', ['unbelievable', 'code', 'the', 'log']],
  ['so\u00adft \u200bhyphen 3½ m² ﬁne', ['soft', 'hyphen', '3½', 'm²', 'fine']],
  ['鉄筋、床', ['鉄', '筋', '床']],
  ['a < b & c', ['a', '<', 'b', '&', 'c']],
] as const) {
  test(`the words of ${text} are ${words.join(' ')}`, () =>
    assert.deepEqual(
      quoteWords(text).map(({ exact }) => exact),
      words,
    ));
}

async function check(site: TestSite, text: string) {
  return json(await site.fetch(`${PATH}?text=${encodeURIComponent(text)}`));
}
