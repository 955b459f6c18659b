import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { confirmSettlement } from '#editorial/settle/settle.ts';
import { call } from '../../support/mcp.ts';
import { bearer, draft, json, openSite, type TestSite } from '../../support/site.ts';

// Agents propose settlements with a draft or a revision, and a dry run stores nothing.

const RECORD = 'https://example.org/pilot-record';
type Entry = {
  code: string;
  severity: string;
  message: string;
  path: string;
  figure?: string;
  occurrence?: number;
  exempt?: string;
  figures?: Record<string, { figure: string; occurrence?: number }[]>;
};

const TEN = {
  headline: 'Twelve robots on one slab',
  dek: 'They set out 96% of the points.',
  bodyBlocks: [
    { id: 'a', type: 'paragraph', text: 'Of 412 points 397 were within 3 mm. The other 15 were set out by hand.' },
    { id: 'b', type: 'list', text: '1. It took 8 hours.\n2. It cost $1,200, said the site manager.' },
    { id: 'c', type: 'paragraph', text: 'Chapter 5 of the manual tells how to test the instruments, since 2012.' },
  ],
};

/** Proposes a settlement for each open figure, from the gate entries alone. */
function answerGate(gate: Entry[]): Record<string, unknown>[] {
  const claims: Record<string, unknown>[] = [];
  for (const { code, path, figure = '', occurrence, exempt } of gate) {
    if (code !== 'figure_open') continue;
    const at = { path, figure, ...(occurrence && { occurrence }) };
    if (exempt) claims.push({ ...at, settlement: 'exempt', class: exempt });
    else if (figure.startsWith('$'))
      claims.push({ ...at, settlement: 'quoted', who: 'The site manager', when: '3 June 2026' });
    else if (figure === '96%') claims.push({ ...at, settlement: 'computed', formula: 'within / points * 100' });
    else if (figure === '15') claims.push({ ...at, settlement: 'computed', formula: 'points - within' });
    else {
      const name = figure === '412' ? { name: 'points' } : figure === '397' ? { name: 'within' } : {};
      claims.push({
        ...at,
        ...name,
        settlement: 'sourced',
        source: RECORD,
        locator: 'Table 2',
        quote: `Counted: ${figure}.`,
      });
    }
  }
  return claims;
}

const review = (figures: unknown) => ({ claimsReview: JSON.stringify({ figures }) });
const gateOf = (codes: string[]) =>
  [...new Set(codes)].filter((code) => code.startsWith('figure') || code.startsWith('claims'));
const codesOf = (gate: Entry[]) => gateOf(gate.map(({ code }) => code));

async function rows(site: TestSite) {
  const tables = ['article', 'revision', 'journal', 'settlement', 'idempotency', 'address'] as const;
  return Promise.all(
    tables.map(async (table) => (await site.deps.db.read.selectFrom(table).selectAll().execute()).length),
  );
}

test('an agent proposes ten figures from the gate alone, and the article goes live after an editor confirms them', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const token = await site.grantToken(dana);
  const filed = (await call(site, token, 'create_article', { ...draft(TEN), gateEntries: 'all' })).data;
  const open = filed.gate.filter(({ code }: Entry) => code === 'figure_open');
  assert.equal(open.length, 10);
  assert.ok(
    open.every(({ severity, message }: Entry) => severity === 'block' && message.includes('Settle it as sourced')),
  );
  const { path, figure, block, sentence } = open.find((entry: Entry) => entry.figure === '397');
  assert.deepEqual(
    [path, figure, block, sentence],
    ['bodyBlocks.0.text', '397', 'a', 'Of 412 points 397 were within 3 mm.'],
  );

  const revised = {
    ...draft({ ...TEN, editorialPacket: review(answerGate(filed.gate)) }),
    articleId: filed.id,
    baseRevision: 0,
    gateEntries: 'all',
  };
  const tried = (await call(site, token, 'save_revision', { ...revised, dryRun: true })).data;
  assert.deepEqual(codesOf(tried.gate), ['figure_unconfirmed']);
  const saved = (await call(site, token, 'save_revision', revised)).data;
  assert.deepEqual(saved.gate, tried.gate);
  assert.equal(saved.gate.filter(({ code }: Entry) => code === 'figure_unconfirmed').length, 10);
  await assert.rejects(publish(site.deps, dana, filed.id, { revisionNumber: 1 }), { kind: 'gate_blocked' });

  const proposed = await site.deps.db.read.selectFrom('settlement').selectAll().execute();
  assert.ok(proposed.every((row) => row.proposed_by_kind === 'agent' && row.confirmed_at === null));
  const inputsFirst = [...proposed].sort(
    (one, other) => Number(one.kind === 'computed') - Number(other.kind === 'computed'),
  );
  for (const { id } of inputsFirst) await confirmSettlement(site.deps, dana, { articleId: filed.id, revision: 1, id });
  await publish(site.deps, dana, filed.id, { revisionNumber: 1 });
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 200);
});

test('sending the same claimsReview form again adds no proposal', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const first = (await call(site, token, 'create_article', { ...draft(TEN), gateEntries: 'all' })).data;
  const packet = review(answerGate(first.gate));
  for (const baseRevision of [0, 1, 2]) {
    await call(site, token, 'save_revision', {
      ...draft({ ...TEN, editorialPacket: packet }),
      articleId: first.id,
      baseRevision,
    });
  }
  assert.equal((await site.deps.db.read.selectFrom('settlement').selectAll().execute()).length, 10);
});

test('any other text in claimsReview stays a note without a warning', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  for (const [index, claimsReview] of [
    '412 points: counted in the log.',
    '{curly} words',
    '[see the log]',
    '"412" is counted in the log.',
    '12',
    '',
  ].entries()) {
    const sent = draft({ slug: `note-${index}`, editorialPacket: { claimsReview } });
    const { gate } = (await call(site, token, 'create_article', sent)).data;
    assert.deepEqual(codesOf(gate), [], claimsReview);
  }
});

test('the gate warns about each invalid entry of a claimsReview form, and no invalid entry is stored', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const sourced = { settlement: 'sourced', source: RECORD, locator: 'Table 2', quote: 'Counted.' };
  const here = { path: 'bodyBlocks.0.text', figure: '412' };
  const lies: [unknown, string][] = [
    [{ ...sourced, path: 'bodyBlocks.9.text', figure: '412' }, 'claims_review_unknown_figure'],
    [{ ...sourced, path: '__proto__', figure: '412' }, 'claims_review_unknown_figure'],
    [{ ...sourced, ...here, figure: '413' }, 'claims_review_unknown_figure'],
    [{ ...sourced, ...here, occurrence: 2 }, 'claims_review_unknown_figure'],
    [{ ...sourced, ...here, occurrence: 0 }, 'claims_review_malformed'],
    [{ ...sourced, ...here, quote: undefined }, 'claims_review_malformed'],
    [{ ...sourced, ...here, source: 'https://example.org/another' }, 'claims_review_refused'],
    [{ ...here, settlement: 'signed', reason: 'I vouch for this myself.' }, 'claims_review_malformed'],
    [{ ...here, name: 'f1', settlement: 'computed', formula: 'f1 * 1' }, 'claims_review_refused'],
    [{ ...here, settlement: 'computed', formula: 'f9 * 1' }, 'claims_review_refused'],
    [{ ...here, settlement: 'computed', formula: '1 / 0 +' }, 'claims_review_refused'],
    [{ ...here, settlement: 'exempt', class: 'measure' }, 'claims_review_malformed'],
    ['412', 'claims_review_malformed'],
    [null, 'claims_review_malformed'],
  ];
  for (const [index, [entry, code]] of lies.entries()) {
    const sent = draft({ ...TEN, slug: `lie-${index}`, editorialPacket: review([entry]) });
    const { gate } = (await call(site, token, 'create_article', sent)).data;
    const told = gate.filter((one: Entry) => one.code.startsWith('claims_review'));
    assert.deepEqual(
      told.map((one: Entry) => [one.code, one.severity]),
      [[code, 'warn']],
      JSON.stringify(entry),
    );
    assert.equal(told[0].path, 'editorialPacket.claimsReview.figures.0');
  }
  const list = [{ ...sourced, ...here }];
  for (const [index, claimsReview] of [
    '{"figures": [',
    '{"figures": {}}',
    '{"figures": [], "more": 1}',
    '{"other": 1}',
    '[]',
    JSON.stringify(list),
    JSON.stringify(JSON.stringify({ figures: list })),
    `[{"figure": "412", `,
  ].entries()) {
    const { gate } = (
      await call(site, token, 'create_article', draft({ slug: `broken-${index}`, editorialPacket: { claimsReview } }))
    ).data;
    assert.deepEqual(codesOf(gate), ['claims_review_unreadable'], claimsReview);
  }
  assert.equal((await site.deps.db.read.selectFrom('settlement').selectAll().execute()).length, 0);
});

test('thousands of figures and entries get an answer of bounded length', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const text = 'The crew set 412 of 415 points within 3 mm in 9 days. '.repeat(5000);
  const entry = { path: 'bodyBlocks.0.text', figure: '412', occurrence: 7777, settlement: 'exempt', class: 'name' };
  const sent = draft({
    bodyBlocks: [{ id: 'a', type: 'paragraph', text }],
    editorialPacket: review(Array.from({ length: 3000 }, () => entry)),
  });
  const init = { method: 'POST', headers: bearer(token), body: JSON.stringify(sent) };
  const { gate } = await json(await site.fetch('/api/admin/articles?dryRun=true', init));
  assert.ok(gate.length < 310, `${gate.length} entries`);
  const rest = gate.find(({ figures }: Entry) => figures);
  assert.match(rest.message, /^19800 more numbers are open\. The field `figures` names 1000 of them/);
  assert.equal(rest.figures['bodyBlocks.0.text'].length, 1000);
  assert.ok(gate.some(({ code }: Entry) => code === 'claims_review_too_many'));
});

test('a dry run returns the result of the write with 200, and stores nothing', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const before = await rows(site);
  const post = (path: string, payload: unknown) =>
    site.fetch(path, {
      method: 'POST',
      headers: bearer(token, { 'Idempotency-Key': 'once' }),
      body: JSON.stringify(payload),
    });
  const tried = await post('/api/admin/articles?dryRun=true', draft(TEN));
  assert.equal(tried.status, 200);
  assert.equal(tried.headers.get('location'), null);
  assert.equal(tried.headers.get('cache-control'), 'no-store');
  const told = await json(tried);
  assert.equal(told.dryRun, true);
  assert.deepEqual(await rows(site), before);
  assert.equal((await call(site, token, 'create_article', { ...draft(TEN), dryRun: true })).data.dryRun, true);
  assert.deepEqual(await rows(site), before);

  const created = await post('/api/admin/articles', draft(TEN));
  assert.equal(created.status, 201);
  const { id, gate, dryRun } = await json(created);
  assert.deepEqual([gate, dryRun], [told.gate, undefined]);
  const between = await rows(site);
  const path = `/api/admin/articles/${id}/revisions?dryRun=true`;
  assert.equal((await post(path, { ...draft(TEN), baseRevision: 0 })).status, 200);
  assert.equal((await post(path, { ...draft(TEN), baseRevision: 4 })).status, 409);
  assert.equal((await post('/api/admin/articles?dryRun=true', draft(TEN))).status, 409);
  assert.equal((await post('/api/admin/articles?dryRun=1', draft({ slug: 'other' }))).status, 400);
  assert.equal((await post('/api/admin/articles?dryRun=true', { headline: '' })).status, 422);
  assert.deepEqual(await rows(site), between);
});
