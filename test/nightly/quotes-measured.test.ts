import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyBlock } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { checkQuote } from '#quote/check-quote.ts';
import { indexQuotes } from '#quote/index-quotes.ts';
import type { FoundQuote } from '#quote/quote-check.ts';
import { readQuote } from '#quote/quote-words.ts';
import { readConfig } from '#runtime/config/config.ts';
import { createDeps } from '#runtime/create-deps.ts';
import type { Deps } from '#runtime/deps.ts';
import { noFiles } from '#runtime/files/files.ts';
import { stockSite } from '../../scripts/stock.ts';
import { type Draw, drawFrom, drawSentence } from '../../scripts/stock-words.ts';
import { copy, openSite } from '../support/site.ts';

// How well the quote check finds quotes, with printed counts. The long form: QUOTES=10000 ARTICLES=100000, or QUOTES_IN with the
// address of a database that `npm run stock` has filled, which then gets more articles. SEED repeats a run.

const QUOTES = Number(process.env.QUOTES ?? 200);
const ARTICLES = Number(process.env.ARTICLES ?? 300);
const HISTORIES = Math.ceil(QUOTES / 20);
const SEED = Number(process.env.SEED ?? 1);

test('quotes are found word by word or nearly, what stands is right, and foreign and changed words are never verbatim', async (t) => {
  const deps = process.env.QUOTES_IN ? await opened(t, process.env.QUOTES_IN) : (await openSite(t)).deps;
  const draw = drawFrom(SEED + 100);
  const began = performance.now();
  if (!process.env.QUOTES_IN) await stockSite(deps, { count: ARTICLES, seed: SEED });
  const histories = await makeHistories(deps, draw);
  const stocked = performance.now();
  await indexQuotes(deps);
  const indexed = performance.now();
  const texts = await readTexts(deps, draw);
  const times: number[] = [];
  const processor: number[] = [];
  const ofKind: Record<string, number[]> = {};
  const ask = async (text: string, kind: string) => {
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const found = await checkQuote(deps, text);
    const { user, system } = process.cpuUsage(cpu);
    times.push(performance.now() - began);
    processor.push((user + system) / 1000);
    const own = ofKind[kind] ?? [];
    ofKind[kind] = own;
    own.push((user + system) / 1000);
    return found;
  };

  const counts = {
    verbatim: 0,
    right: 0,
    near: 0,
    foreign: 0,
    foreignNear: 0,
    changed: 0,
    named: 0,
    stands: 0,
    drafts: 0,
  };
  for (let nth = 0; nth < QUOTES; nth++) {
    const { id, excerpt } = pick(texts, draw);
    const exact = await ask(disguised(excerpt, draw), 'exact');
    if (exact.match === 'verbatim') counts.verbatim++;
    if (exact.match === 'verbatim' && exact.articleId === id) counts.right++;
    const near = await ask(disguised(dropped(excerpt, draw), draw), 'near');
    if (near.match !== 'not_found' && near.articleId === id) counts.near++;
    const foreign = await ask(words(foreignText(draw), draw).join(' '), 'foreign');
    if (foreign.match === 'verbatim') counts.foreign++;
    if (foreign.match === 'near') counts.foreignNear++;
    const { text, number } = altered(excerpt, draw);
    const changed = await ask(text, 'changed');
    if (changed.match === 'verbatim') counts.changed++;
    if (changed.match === 'near' && changed.differences.some((one) => one.quoted.includes(number))) counts.named++;
  }
  let asked = 0;
  for (const { stands, quote, id } of histories) {
    const found = await ask(quote, 'history');
    asked++;
    if (stands === 'draft' ? found.match === 'not_found' : isRight(found, id, stands)) counts.stands++;
    if (stands === 'draft' && found.match !== 'not_found') counts.drafts++;
  }
  const at = (sorted: number[], share: number) =>
    sorted.toSorted((a, b) => a - b)[Math.floor(sorted.length * share)] ?? 0;
  const line = (name: string, some: number[]) =>
    `${name} p50 ${at(some, 0.5).toFixed(1)} ms, p99 ${at(some, 0.99).toFixed(1)} ms`;
  t.diagnostic(`${deps.db.kind}, ${QUOTES} of each kind: ${JSON.stringify(counts)}, ${asked} histories`);
  t.diagnostic(`${line('clock', times)}; ${line('processor', processor)}`);
  for (const [kind, own] of Object.entries(ofKind)) t.diagnostic(line(`processor of ${kind}`, own));
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
  t.diagnostic(
    `stocked in ${seconds(began, stocked)}, indexed in ${seconds(stocked, indexed)}, asked in ${seconds(indexed, performance.now())}`,
  );
  assert.ok(counts.verbatim >= 0.99 * QUOTES, 'verbatim');
  assert.ok(counts.near >= 0.95 * QUOTES, 'near');
  assert.equal(counts.foreign + counts.changed + counts.drafts, 0, 'never verbatim, never a draft');
  assert.equal(counts.stands, asked, 'stands');
});

async function opened(t: { after(close: () => unknown): unknown }, url: string): Promise<Deps> {
  const db = await openDatabase(url);
  t.after(() => db.close());
  return createDeps(db, noFiles, readConfig({ FIGURES_GATE: 'warn' }).policy);
}

/** Nobody learns whether a withdrawn article had exactly these words. */
function isRight(found: { match: string }, id: string, stands: string): boolean {
  if (found.match !== (stands === 'withdrawn' ? 'near' : 'verbatim')) return false;
  const { articleId, stands: said } = found as FoundQuote;
  return articleId === id && said === stands;
}

type History = { id: string; quote: string; stands: FoundQuote['stands'] | 'draft' };

/** Articles that were corrected, changed, withdrawn, or stay drafts: two quotes of each. */
async function makeHistories(deps: Deps, draw: Draw): Promise<History[]> {
  const histories: History[] = [];
  const run = deps.newId(); // a database that is measured again has the histories of earlier runs
  for (let nth = 0; nth < HISTORIES; nth++) {
    const [old, next, kept, secret] = [1, 2, 3, 4].map(
      (count) => `Sentence ${nth} ${count} of ${run} ${drawSentence(draw, 140)}`,
    );
    const blocks = (...some: (string | undefined)[]) =>
      some.map((text, at): BodyBlock => ({ id: `b${at}`, type: 'paragraph', text: text ?? '' }));
    const made = (over: object) => copy({ slug: `history-${deps.newId()}`, ...over });
    const first = made({ bodyBlocks: blocks(old, kept) });
    const { id } = await createDraft(deps, CLI, first);
    await publish(deps, CLI, id, { revisionNumber: 0 });
    const isCorrected = nth % 2 === 0;
    const note = 'The old sentence was wrong and is replaced.';
    const after = { ...first, bodyBlocks: blocks(next, kept), ...(isCorrected && { correctionNote: note }) };
    await saveRevision(deps, CLI, id, { copy: { ...after, baseRevision: 0 } });
    await publish(deps, CLI, id, {
      revisionNumber: 1,
      choice: isCorrected ? null : { noneBecause: 'No fact changes.' },
    });
    await saveRevision(deps, CLI, id, { copy: { ...after, bodyBlocks: blocks(next, kept, secret), baseRevision: 1 } });
    const isWithdrawn = nth % 5 === 0;
    if (isWithdrawn) await unpublish(deps, CLI, id);
    const ended = isCorrected ? 'corrected' : 'changed';
    histories.push(
      { id, quote: String(old), stands: isWithdrawn ? 'withdrawn' : ended },
      { id, quote: String(next), stands: isWithdrawn ? 'withdrawn' : 'true' },
      { id, quote: String(kept), stands: isWithdrawn ? 'withdrawn' : 'true' },
      { id, quote: String(secret), stands: 'draft' },
    );
  }
  return histories;
}

type Text = { id: string; text: string };

/** The bodies of articles from everywhere in the database. */
async function readTexts(deps: Deps, draw: Draw): Promise<Text[]> {
  const rows = await deps.db.read
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select(['article.id', 'body_blocks'])
    .where('article.slug', 'like', 'stocked-%')
    .orderBy('article.id')
    .limit(20_000)
    .execute();
  const texts = rows.map(({ id, body_blocks }) => ({
    id,
    text: (JSON.parse(body_blocks) as BodyBlock[]).map(({ text }) => text).join(' '),
  }));
  return texts.toSorted(() => draw() - 0.5);
}

/** 8 to 60 neighbouring words of a text; they may cross the end of a block. */
function words(text: string, draw: Draw): string[] {
  const all = text.split(' ');
  const count = 8 + Math.floor(draw() * 53);
  const from = Math.floor(draw() * Math.max(1, all.length - count));
  return all.slice(from, from + count);
}

function pick(texts: readonly Text[], draw: Draw): { id: string; excerpt: string[] } {
  const { id = '', text = '' } = texts[Math.floor(draw() * texts.length)] ?? {};
  return { id, excerpt: words(text, draw) };
}

function foreignText(draw: Draw): string {
  return drawSentence(draw, 2000);
}

/** The same words as people and programs copy them: in curly quotes, with no-break spaces, soft hyphens and an ellipsis. */
function disguised(excerpt: readonly string[], draw: Draw): string {
  let text = excerpt
    .map((word) => (word.length > 8 && draw() < 0.2 ? `${word.slice(0, 4)}\u00ad${word.slice(4)}` : word))
    .join(' ');
  text = text.replace(/ /g, () => (draw() < 0.1 ? '\u00a0' : draw() < 0.05 ? '\n' : ' '));
  if (excerpt.length >= 16 && draw() < 0.3) {
    const parts = text.split(/\s/);
    const middle = Math.floor(parts.length / 2);
    const gap = [' … ', ' [...] ', '... '][Math.floor(draw() * 3)] ?? ' … ';
    text = parts.slice(0, middle - 1).join(' ') + gap + parts.slice(middle + 2).join(' ');
  }
  return draw() < 0.5 ? `“${text}”` : draw() < 0.5 ? `«${text}»` : text;
}

/** Without one word in twelve, at least one. */
function dropped(excerpt: readonly string[], draw: Draw): string[] {
  const left = [...excerpt];
  for (let count = Math.max(1, Math.floor(excerpt.length / 12)); count > 0; count--)
    left.splice(1 + Math.floor(draw() * (left.length - 2)), 1);
  return left;
}

/** With a number where a word was: nothing of it may be verbatim. */
function altered(excerpt: readonly string[], draw: Draw): { text: string; number: string } {
  const number = String(100 + Math.floor(draw() * 900));
  const text = [...excerpt];
  text[Math.floor(draw() * text.length)] = number;
  assert.ok(readQuote(text.join(' ')).length > 0);
  return { text: text.join(' '), number };
}
