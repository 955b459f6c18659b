import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmSettlement, refuseSettlement, reopenFigure } from '#editorial/settle/settle.ts';
import { listSettlements } from '#evidence/figures/ledger.ts';
import { call } from '../../support/mcp.ts';
import { bearer, draft, json, openSite, type Person, type TestSite } from '../../support/site.ts';

// An agent learns over MCP and REST which settlements an editor refused or reopened, and why.

const RECORD = 'https://example.org/pilot-record';
const REASON = 'The record says 421, not 412.';
const COPY = {
  headline: 'A robot on a slab',
  dek: 'It set out points.',
  bodyBlocks: [{ id: 'a', type: 'paragraph', text: 'The robot set out 412 points.' }],
};
const ENTRY = {
  path: 'bodyBlocks.0.text',
  figure: '412',
  settlement: 'sourced',
  source: RECORD,
  locator: 'Table 2',
  quote: '412 points were set out',
};

type Entry = { code: string; severity: string; message: string; path: string; [more: string]: unknown };

const sent = (...figures: unknown[]) =>
  draft({ ...COPY, editorialPacket: { claimsReview: JSON.stringify({ figures }) } });
const codes = (gate: Entry[]) => gate.map(({ code }) => code).filter((code) => /^(figure|claims)_/.test(code));
const find = (gate: Entry[], code: string) => gate.find((entry) => entry.code === code) as Entry;

async function file(site: TestSite, token: string): Promise<{ id: string; proposal: string }> {
  const { id, gate } = (await call(site, token, 'create_article', sent(ENTRY))).data;
  assert.deepEqual(codes(gate), ['figure_unconfirmed']);
  const [row] = await listSettlements(site.deps.db.read, id);
  return { id, proposal: row?.id ?? '' };
}

async function open(t: Parameters<typeof openSite>[0]) {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana: Person = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const filed = await file(site, token);
  const read = async (): Promise<Entry[]> => (await call(site, token, 'get_article', { id: filed.id })).data.gate;
  return { site, dana, token, read, ...filed };
}

test('get_article shows an agent a refused settlement with the reason and the role of the editor who refused it', async (t) => {
  const { site, dana, id, proposal, read } = await open(t);
  site.pass(60);
  await refuseSettlement(site.deps, dana, { articleId: id, id: proposal, because: REASON });
  const entry = find(await read(), 'figure_open');
  assert.deepEqual(entry.refused, {
    settlement: 'sourced',
    by: 'editor',
    at: '2026-09-06T13:01:00.000Z',
    because: REASON,
    proposedRevision: 0,
  });
  assert.equal(entry.message.includes(REASON), false, 'the reason is data, not a sentence of the service');
  assert.match(entry.message, /refused/);
  assert.doesNotMatch(JSON.stringify(await read()), /Dana/, 'the answer has the role of the editor, not the name');
});

test('an entry sent again after its refusal is answered as refused before, over MCP and REST', async (t) => {
  const { site, dana, token, id, proposal, read } = await open(t);
  await refuseSettlement(site.deps, dana, { articleId: id, id: proposal, because: REASON });
  const again = { ...sent(ENTRY), articleId: id, baseRevision: 0 };
  const overMcp = (await call(site, token, 'save_revision', again)).data.gate;
  const answer = await site.fetch(`/api/admin/articles/${id}/revisions`, {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify({ ...sent(ENTRY), baseRevision: 1 }),
  });
  for (const gate of [overMcp, (await json(answer)).gate, await read()] as Entry[][]) {
    assert.deepEqual(codes(gate), ['figure_open', 'claims_review_refused_before']);
    const told = find(gate, 'claims_review_refused_before');
    assert.equal(told.path, 'editorialPacket.claimsReview.figures.0');
    assert.equal(told.figure, '412');
    assert.equal((told.refused as { because: string }).because, REASON);
    assert.match(told.message, /refused this entry before/);
  }
  const other = { ...ENTRY, locator: 'Table 3' };
  const { gate } = (await call(site, token, 'save_revision', { ...sent(other), articleId: id, baseRevision: 2 })).data;
  assert.deepEqual(codes(gate), ['figure_unconfirmed'], 'a different proposal is accepted');
});

test('a refusal without a reason has the reason null, and a refusal by a chief has the role chief', async (t) => {
  const { site, id, proposal, read } = await open(t);
  await refuseSettlement(site.deps, await site.person('chief'), { articleId: id, id: proposal, because: null });
  const { refused } = find(await read(), 'figure_open') as { refused?: { by: string; because: string | null } };
  assert.deepEqual([refused?.by, refused?.because], ['chief', null]);
});

test('get_article shows an agent a settled figure that an editor reopened, with the reason', async (t) => {
  const { site, dana, id, proposal, read } = await open(t);
  await confirmSettlement(site.deps, dana, { articleId: id, revision: 0, id: proposal });
  await reopenFigure(site.deps, dana, { articleId: id, id: proposal, because: 'The record was withdrawn.' });
  const entry = find(await read(), 'figure_open');
  assert.equal((entry.reopened as { because: string }).because, 'The record was withdrawn.');
  assert.equal(entry.refused, undefined);
});
