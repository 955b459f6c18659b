import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { compileFinder } from '../../src/article/figures/find-figures.ts';
import { call } from '../support/mcp.ts';
import { bearer, draft, json, openSite } from '../support/site.ts';

// The longest accepted articles do not delay other requests. We measure the processor time of this thread between two
// turns of the event loop, because other work on the machine does not lengthen it.

/** Milliseconds of processor time in one turn. */
const LONGEST_TURN = 130;

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

const WORST: Record<string, () => Record<string, unknown>> = {
  'a thousand formulas of fifty names': formulas,
  'sentences with a number each': () => paragraph(filled('It took 4 h. ')),
  'the words “one in”': () => paragraph(filled('one in ')),
  'digits of another script': () => paragraph(filled('４ ')),
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
  compileFinder(); // as a server does before it listens
  const site = await openSite(t, { FIGURES_GATE: 'block', RATE_LIMITS: 'off' });
  const token = await site.grantToken(await site.person('editor'));
  const send = (payload: Record<string, unknown>) =>
    site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body: JSON.stringify(payload) });
  const read = (id: string) => call(site, token, 'get_article', { id });
  return { send, read };
}

for (const [what, payload] of Object.entries(WORST))
  test(`saving and reading a long article does not block the event loop: ${what}`, async (t) => {
    const { send, read: readOver } = await open(t);
    await json(await send(draft({ slug: 'warm' })));
    let id = '';
    const saved = await longestTurn(async () => {
      const answer = await send(draft(payload()));
      assert.equal(answer.status, 201);
      id = (await json(answer)).id;
    });
    const read = await longestTurn(async () => {
      assert.ok(JSON.stringify(await readOver(id)).includes(id));
    });
    t.diagnostic(`saving ${saved.toFixed(0)} ms, reading ${read.toFixed(0)} ms`);
    assert.ok(saved < LONGEST_TURN, `saving blocked the event loop for ${saved} ms`);
    assert.ok(read < LONGEST_TURN, `reading blocked the event loop for ${read} ms`);
  });
