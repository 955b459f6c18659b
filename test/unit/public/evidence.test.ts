import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Copy } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { addAuthorOrTag, linkByline } from '#people/bylines.ts';
import { goLive, save } from '../../support/live.ts';
import { call } from '../../support/mcp.ts';
import { copy, form, json, openSite, type TestSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// Settled figures for readers and agents: as JSON, on the page, in Markdown, and counted over all articles.

const PATH = '/robotics/layout-robot-pilot';
const EVIDENCE = '/api/public/articles/robotics/layout-robot-pilot/evidence';
const SOURCE = 'https://example.org/pilot-record';

const BODY = [
  { id: 'b1', type: 'paragraph', text: 'The crew marked **412 points** in [397 holes](https://example.org/holes).' },
  { id: 'b2', type: 'heading', text: 'Of 412 points, 15 drifted' },
  {
    id: 'b3',
    type: 'list',
    text: '1. 15 points drifted\n2. Maria Lopez counted 60 of them\n3. On 3 May 2026 it rained',
  },
  { id: 'b4', type: 'quote', text: 'We lost 5% of the day, $900 in all.' },
] as const;

/** One settlement for each number of the body. */
function settledBy({ text, blockId }: LedgerFigure, figures: readonly LedgerFigure[]): SettlementMethod {
  if (text.startsWith('412') || text.startsWith('397'))
    return { kind: 'sourced', source: SOURCE, locator: 'Sheet 3, column F', quote: '412 <points> & more' };
  if (text.startsWith('60')) return { kind: 'quoted', who: 'Maria Lopez', when: '3 May 2026' };
  if (text.startsWith('15') && blockId === 'b2') {
    const [all, good] = ['412', '397'].map((words) => figures.find((figure) => figure.text.startsWith(words))?.anchor);
    return { kind: 'computed', formula: 'a - b', inputs: { a: all ?? '', b: good ?? '' } };
  }
  if (/May/.test(text)) return { kind: 'exempt', class: 'date' };
  return { kind: 'signed', reason: 'I stood beside it with a tape, and counted.' };
}

async function publishSettled(site: TestSite, over: Partial<Copy> = {}): Promise<string> {
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks: BODY, ...over }));
  await settleEach(site.deps, CLI, { articleId: id, revision: 0, settledBy });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

test('the evidence of a published article says how each figure was settled, without names or notes', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  await publishSettled(site);
  const response = await site.fetch(EVIDENCE);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('link') ?? '', /layout-robot-pilot>; rel="canonical"/);
  assert.ok(response.headers.get('etag'));
  const text = await response.text();
  const { counts, figures, revision, sources, sentences } = JSON.parse(text);
  assert.equal(revision, 0);
  assert.equal(counts.open, 0);
  assert.equal(counts.figures, figures.length);
  const first = figures.find((figure: { text: string }) => figure.text.startsWith('412'));
  assert.deepEqual(
    [first.settlement, first.block, sources[first.source].url, first.locator, first.quote],
    ['sourced', 'b1', SOURCE, 'Sheet 3, column F', '412 <points> & more'],
  );
  assert.match(sentences[first.sentence], /The crew marked/);
  const computed = figures.find((figure: { settlement: string }) => figure.settlement === 'computed');
  assert.equal(computed.computedFrom.formula, 'a - b');
  assert.match(computed.computedFrom.figures[0].text, /^412/);
  assert.deepEqual(figures.find((figure: { said: unknown }) => figure.said)?.said, {
    who: 'Maria Lopez',
    when: '3 May 2026',
  });
  assert.doesNotMatch(text, /stood beside it|The command line|anchor/);
  assert.equal(await (await site.fetch(EVIDENCE.replace('/public', '/v1/public'))).text(), text);
});

test('evidence answers 404 for unpublished articles, moves with its article, and changes only when published', async (t) => {
  const site = await openSite(t);
  assert.equal((await site.fetch(EVIDENCE)).status, 404);
  const article = await goLive(site, { bodyBlocks: BODY });
  const before = await (await site.fetch(EVIDENCE)).text();
  const saved = await save(site, article, { bodyBlocks: BODY.slice(0, 1), slug: 'moved' });
  assert.equal(await (await site.fetch(EVIDENCE)).text(), before);
  await publish(site.deps, CLI, article.id, {
    revisionNumber: saved.revision,
    choice: { noneBecause: 'No fact changes.' },
  });
  const moved = await site.fetch(EVIDENCE, { redirect: 'manual' });
  assert.equal(moved.status, 301);
  assert.match(moved.headers.get('location') ?? '', /\/api\/public\/articles\/robotics\/moved\/evidence$/);
  assert.equal((await json(await site.fetch(EVIDENCE.replace('layout-robot-pilot', 'moved')))).revision, 1);
});

test('on the page each settled figure opens its note, and the counts are below the article', async (t) => {
  const site = await openSite(t);
  await publishSettled(site);
  const page = await (await site.fetch(PATH)).text();
  const button = (id: string, words: string) =>
    `<button type="button" class="n" id="${id}" popovertarget="p1">${words}</button>`;
  assert.ok(page.includes(`<strong>${button('r1', '412')} points</strong>`), page);
  assert.ok(page.includes(`Of ${button('r1-2', '412')} points`), 'a number that is stated again opens the same note');
  const [, note = ''] = /<aside class="proof[^"]*" id="p1" role="note" popover>([\s\S]*?)<\/aside>/.exec(page) ?? [];
  assert.match(
    note,
    /<p class="from"><a href="https:\/\/example.org\/pilot-record">Site record of the pilot<\/a><\/p>\s*<p>Sheet 3, column F<\/p>/,
  );
  assert.match(note, /<dt id="n1">412<\/dt><dd><q>412 &lt;points&gt; &amp; more<\/q><\/dd>/);
  assert.match(
    page,
    /<a href="https:\/\/example.org\/holes">397 holes<\/a><button[^>]*popovertarget="p1" aria-label="397[^"]*: how it was checked">\*</,
    'no button within a link',
  );
  assert.doesNotMatch(page, />3 May 2026<\/button>/);
  for (const words of [
    'in the quoted words of a source',
    'computed here',
    'said by a person who is named',
    'chosen or signed by the editor',
  ])
    assert.match(page, new RegExp(`<li><b>\\d+</b> ${words}</li>`));
  assert.match(page, /<a href="#numbers">\d+ numbers checked<\/a>/);
  for (const [, id = ''] of page.matchAll(/popovertarget="([^"]*)"/g))
    assert.ok(page.includes(` id="${id}" role="note" popover>`), id);
  assert.match(
    page,
    /<p class="from"><span>Computed here<\/span><\/p>\s*<dl><dt id="n\d+">15<\/dt><dd>412 − 397<\/dd>/,
  );
  assert.match(page, /"isPartOf":\{"@type":"CreativeWork","name":"Site record of the pilot"/);
  assert.doesNotMatch(page, /[\ue000\ue001]/);
});

test('in Markdown each settled figure has a footnote, which is defined once', async (t) => {
  const site = await openSite(t);
  await publishSettled(site, { sources: [{ title: 'Site record of the pilot', url: SOURCE, note: 'Of 3 crews.' }] });
  const text = await (await site.fetch(`${PATH}.md`)).text();
  assert.match(text, /\*\*412( points)?\[\^n1\]/);
  assert.match(text, /^\[\^n1\]: \[1\] Sheet 3, column F: “412 \\<points> & more” \(source not opened\)$/m);
  assert.match(text, /\[397 holes\]\(https/);
  assert.doesNotMatch(text, /[\ue000\ue001]/);
  const defined = [...text.matchAll(/^\[\^(n\d+)\]:/gm)].map(([, name]) => name);
  assert.equal(new Set(defined).size, defined.length);
  const used = [...text.matchAll(/\[\^(n\d+)\](?!:)/g)].map(([, name = '']) => name);
  assert.deepEqual(new Set(used), new Set(defined), 'each footnote is defined, and each definition is used');
  assert.match(text, /^- 3, in the sources: signed by the editor$/m);
});

test('an article published before settlements existed shows no evidence', async (t) => {
  const site = await openSite(t);
  const { id } = await goLive(site, { bodyBlocks: BODY });
  await site.deps.db.write(async (tx) => {
    await tx.updateTable('article').set({ live_revision: 1 }).where('id', '=', id).execute();
    const { number: _, ...row } = await tx
      .selectFrom('revision')
      .selectAll()
      .where('article_id', '=', id)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('revision')
      .values({ ...row, number: 1 })
      .execute();
  });
  const { counts, figures } = await json(await site.fetch(EVIDENCE));
  assert.deepEqual([counts, figures], [null, []]);
  const page = await (await site.fetch(PATH)).text();
  assert.doesNotMatch(page, /id="numbers"|popovertarget/);
  assert.doesNotMatch(await (await site.fetch(`${PATH}.md`)).text(), /## Numbers|\[\^/);
});

test('figures, locators, quotes and names are escaped as text in every format', async (t) => {
  const site = await openSite(t);
  const attack = '"><script>alert(1)</script>[x](javascript:alert(2))';
  const bodyBlocks = [{ id: attack, type: 'paragraph' as const, text: `**412**(${attack}) 397[^n1] \`55 mm\` \ue000` }];
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks }));
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: ({ text }) =>
      text.startsWith('412')
        ? { kind: 'sourced', source: SOURCE, locator: attack, quote: attack }
        : { kind: 'quoted', who: attack, when: attack },
  });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const page = await (await site.fetch(PATH)).text();
  assert.doesNotMatch(page.replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, ''), /<script/);
  const markdown = await (await site.fetch(`${PATH}.md`)).text();
  assert.doesNotMatch(markdown, /(?<!\\)<script|(?<!\\)\]\(javascript/);
  assert.equal((await site.fetch(EVIDENCE)).status, 200);
});

test('get_article returns the figures of the live revision', async (t) => {
  const site = await openSite(t);
  const id = await publishSettled(site);
  const token = await site.grantToken(await site.person('editor'));
  const { figures } = (await call(site, token, 'get_article', { id, fields: ['figures'] })).data;
  const told = (await json(await site.fetch(EVIDENCE))).figures;
  const waysOf = (list: { text: string; settlement: string }[]) => list.map((f) => [f.text, f.settlement]);
  assert.deepEqual(waysOf(figures), waysOf(told));
});

test('the method page counts the figures of live articles in a chart, a table and Markdown', async (t) => {
  const site = await openSite(t);
  assert.match(await (await site.fetch('/method')).text(), /Nothing is published yet/);
  await publishSettled(site);
  const { counts } = await json(await site.fetch(EVIDENCE));
  const page = await (await site.fetch('/method')).text();
  assert.match(page, new RegExp(`<desc id="settled-words">Sourced ${counts.sourced}, Computed ${counts.computed}, `));
  assert.match(page, new RegExp(`<th scope="row">All</th><td>${counts.figures}</td>`));
  assert.match(await (await site.fetch('/method.md')).text(), new RegExp(`\\| Signed \\| ${counts.signed} \\|`));
  for (const path of ['/standards', '/', PATH])
    assert.match(await readPage(site, await site.person('editor'), path), /href="\/method"/, path);
});

test('readers see who signed for a number and why only if the editor signed for them to see', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const editor = await site.person('editor', 'Dana of the newsroom');
  const byline = await addAuthorOrTag(site.deps, CLI, 'author', 'Dana Whitfield');
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: 'It took 14 hours and 9 people.' }];
  const { id } = await createDraft(site.deps, editor, copy({ bodyBlocks }));
  const { figures } = await readLedgerOf(site.deps.db.read, editor, id, 0);
  for (const { anchor, text } of figures) {
    const forReaders = text === '14 hours' && { kind: 'signed', readers: 'yes' };
    const fields = {
      revision: '0',
      figure: anchor,
      kind: 'signed',
      reason: `Counted on the slab: ${text}.`,
      ...forReaders,
    };
    const sent = await site.fetch(`/newsroom/articles/${id}/figures/settle`, form(editor, fields));
    assert.equal(sent.status, 303, await sent.text());
  }
  await linkByline(site.deps, CLI, editor.id, byline.id);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  const text = await (await site.fetch(EVIDENCE)).text();
  const told = JSON.parse(text).figures.filter(({ field }: { field?: string }) => field === undefined);
  assert.deepEqual(
    told.map(({ settlement, signed }: { settlement: string; signed: unknown }) => [settlement, signed]),
    [
      ['signed', { by: 'Dana Whitfield', reason: 'Counted on the slab: 14 hours.' }],
      ['signed', undefined],
    ],
  );
  const page = await (await site.fetch(PATH)).text();
  assert.match(
    page,
    /<span>Counted on the slab: 14 hours<\/span><\/p>\s*<p>Signed by Dana Whitfield<\/p>\s*<p class="alone"><b id="n1">14 hours</,
  );
  assert.match(page, /<span>Signed by the editor<\/span><\/p>\s*<p class="alone"><b id="n2">9[^<]*</);
  const markdown = await (await site.fetch(`${PATH}.md`)).text();
  assert.match(markdown, /^\[\^n1\]: signed by Dana Whitfield: Counted on the slab: 14 hours\.$/m);
  assert.doesNotMatch(text + page + markdown, /Dana of the newsroom|slab: 9/);
});
