import { getRevisionRow } from '#article/article-rows.ts';
import type { Tx } from '#db/database.ts';
import { type LedgerFigure, listSettlements, type Settlement, toSettlement } from '#evidence/figures/ledger.ts';
import { placeRevisionFigures } from '#evidence/figures/place-figures.ts';
import type { ArticleFigures } from './read-figures.ts';

/** A settlement of a figure whose sentence was changed since, and the sentence as it was. */
export type EarlierSettlement = { settlement: Settlement; sentence: string };

/** Most earlier settlements of the same text whose sentences are read, latest first. */
const MOST_READ = 5;
/** Share of the longer sentence's words that both sentences must have; with fewer, the new one counts as another sentence. */
const LEAST_SHARED = 0.5;

/**
 * The settlement that an open figure had before its sentence was changed, for an editor to check and confirm; null if no earlier settlement
 * can still be right. An editor signs for one sentence, so a signed settlement is never offered again.
 */
export async function findEarlierSettlement(
  tx: Tx,
  { articleId, ledger }: Pick<ArticleFigures, 'articleId' | 'ledger'>,
  figure: LedgerFigure,
): Promise<EarlierSettlement | null> {
  if (figure.state !== 'open' || figure.settlement || figure.sentBack) return null;
  const placed = new Set(ledger.figures.map(({ anchor }) => anchor));
  const rows = (await listSettlements(tx, articleId)).filter(
    (row) =>
      row.confirmed_at !== null &&
      !placed.has(row.anchor) &&
      row.text === figure.text &&
      row.field === figure.field &&
      row.block_id === figure.blockId &&
      canHold(toSettlement(row), ledger, placed),
  );
  let best: (EarlierSettlement & { shared: number }) | null = null;
  for (const row of rows.reverse().slice(0, MOST_READ)) {
    const sentence = await sentenceOf(tx, articleId, row.proposed_revision, row.anchor);
    const shared = sentence === null ? 0 : sharedWords(sentence, figure.sentence);
    if (sentence === null || shared < LEAST_SHARED || shared <= (best?.shared ?? 0)) continue;
    best = { settlement: toSettlement(row), sentence, shared };
  }
  return best;
}

/** Whether the source is still cited, or the inputs are still in the text. */
function canHold(
  { settling }: Settlement,
  { sources }: ArticleFigures['ledger'],
  placed: ReadonlySet<string>,
): boolean {
  if (settling.kind === 'signed') return false;
  if (settling.kind === 'sourced') return sources.some(({ url }) => url === settling.source);
  return settling.kind !== 'computed' || Object.values(settling.inputs).every((anchor) => placed.has(anchor));
}

async function sentenceOf(tx: Tx, articleId: string, revision: number, anchor: string): Promise<string | null> {
  const { figures } = await placeRevisionFigures(tx, await getRevisionRow(tx, articleId, revision));
  return figures.find((figure) => figure.anchor === anchor)?.sentence ?? null;
}

/** How many words two sentences share, relative to the longer one. */
function sharedWords(sentence: string, other: string): number {
  const first = wordsOf(sentence);
  const second = wordsOf(other);
  const left = [...second];
  let shared = 0;
  for (const word of first) {
    const at = left.indexOf(word);
    if (at === -1) continue;
    left.splice(at, 1);
    shared++;
  }
  return shared / Math.max(first.length, second.length, 1);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
