import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { compileFinder } from '#evidence/figures/find-figures.ts';
import { bearer, draft, fromPage, json, openSite } from '../support/site.ts';
import { slowness } from './processor-time.ts';

// The longest accepted articles do not delay other requests. We measure the processor time of this thread between two
// turns of the event loop, because other work on the machine does not lengthen it.

/** Milliseconds of processor time in one turn, on a quiet machine. */
const LONGEST_TURN = 20;
/** Garbage collection, and the step of ten milliseconds in which some systems count processor time. */
const TOLERANCE = 2;

const paragraph = (text: string) => ({ bodyBlocks: [{ id: 'b1', type: 'paragraph', text }] });
/** Bytes of text that fit into a request of 1 MiB together with its other fields. */
const LONGEST_TEXT = 1_000_000;
const filled = (part: string) => part.repeat(Math.floor(LONGEST_TEXT / Buffer.byteLength(part)));

/** 950 formulas, each of fifty names. */
function formulas(): Record<string, unknown> {
  const sentences = Array.from({ length: 1050 }, (_, at) => `Row ${at} took ${at + 1000} hours.`);
  const names = Array.from({ length: 50 }, (_, at) => ({
    path: 'bodyBlocks.0.text',
    figure: `${at + 1000} hours`,
    name: `n${at}`,
  }));
  const sum = names.map(({ name }) => name).join('+');
  const computed = Array.from({ length: 950 }, (_, at) => ({
    path: 'bodyBlocks.0.text',
    figure: `${at + 1050} hours`,
    settlement: 'computed',
    formula: sum,
  }));
  const claimsReview = JSON.stringify({ figures: [...names, ...computed] });
  return { ...paragraph(sentences.join(' ')), editorialPacket: { claimsReview } };
}

/** The comparison marks each of these 250,000 look-alike characters: a page of 25 MB, which is sent in one turn. */
const EVERY_CHARACTER_MARKED = 'digits of another script';

const WORST: Record<string, () => Record<string, unknown>> = {
  'a thousand formulas of fifty names': formulas,
  'sentences with a number each': () => paragraph(filled('It took 4 h. ')),
  'the words “one in”': () => paragraph(filled('one in ')),
  [EVERY_CHARACTER_MARKED]: () => paragraph(filled('４ ')),
  'number words of another language': () => paragraph(filled('zwei und ')),
  'letters with accents': () => paragraph(filled('é')),
  'backticks and brackets': () => paragraph(filled('`[a](https://e.org/4)')),
  'plain prose': () => paragraph(filled('The crew set out the slab and wrote down every stop. ')),
};

/** The longest turn of the event loop during `work`, in milliseconds of processor time of this thread. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work().finally(() => {
    isOver = true;
  });
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(longest, (user + system) / 1000);
}

async function open(t: TestContext) {
  await compileFinder(); // as a server does in its first seconds
  const site = await openSite(t, { FIGURES_GATE: 'warn', RATE_LIMITS: 'off' });
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const send = (path: string, payload: Record<string, unknown>) =>
    site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(payload) });
  const view = (path: string) => site.fetch(path, { headers: fromPage(editor) });
  return { site, editor, send, view };
}

for (const [what, payload] of Object.entries(WORST))
  test(`no step on the longest article blocks the event loop: ${what}`, async (t) => {
    const first = await overlongSteps(t, what, payload);
    // A garbage collection can fall into one turn, but hardly into the same step of a second article.
    const second = first.length === 0 ? [] : await overlongSteps(t, what, payload);
    assert.deepEqual(
      second.filter(([step]) => first.some(([one]) => one === step)),
      [],
    );
  });

/** The steps with a turn that is too long, and the milliseconds of that turn. */
async function overlongSteps(
  t: TestContext,
  what: string,
  payload: () => Record<string, unknown>,
): Promise<[string, number][]> {
  const { site, editor, send, view } = await open(t);
  const { id: warm } = await json(await send('/api/admin/articles', draft({ slug: 'warm' })));
  await view(`/newsroom/articles/${warm}/revisions/0/preview`);
  const copy = draft(payload());
  const { id } = await json(await send('/api/admin/articles', draft({ slug: copy.slug })));
  const text = (await json(await send('/api/admin/articles', { ...copy, slug: 'again' }))).id;
  const path = `/${copy.section}/${copy.slug}`;
  const steps: Record<string, () => Promise<Response | { status: number }>> = {
    write: () => send(`/api/admin/articles/${id}/revisions`, { ...copy, baseRevision: 0 }),
    'MCP get': () =>
      send('/api/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_article', arguments: { id: text } },
      }),
    preview: () => view(`/newsroom/articles/${id}/revisions/1/preview`),
    compare: () => view(`/newsroom/articles/${id}/compare/0/1`),
    publish: async () => ({
      status: (await publish(site.deps, editor, id, { revisionNumber: 1 })).revision === 1 ? 200 : 500,
    }),
    'public page': () => site.fetch(path, { headers: { Accept: 'text/html' } }),
    'public Markdown': () => site.fetch(`${path}.md`),
  };
  const bound = LONGEST_TURN * TOLERANCE * slowness();
  const turns: Record<string, number> = {};
  for (const [step, act] of Object.entries(steps))
    turns[step] = await longestTurn(async () => assert.ok((await act()).status < 300, step));
  t.diagnostic(
    `bound ${bound.toFixed(0)} ms: ${Object.entries(turns)
      .map(([step, ms]) => `${step} ${ms.toFixed(0)}`)
      .join(', ')}`,
  );
  const allowed = (step: string) => (what === EVERY_CHARACTER_MARKED && step === 'compare' ? 5 * bound : bound);
  return Object.entries(turns).filter(([step, ms]) => ms > allowed(step));
}
