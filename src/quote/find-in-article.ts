import type { Tx } from '#db/database.ts';
import { matchSimilar, matchVerbatim, type QuoteMatch } from './compare-quote.ts';
import { type LiveLine, type LiveText, readLiveLines, readLiveText } from './live-texts.ts';
import type { QuoteWord } from './quote-words.ts';

/** The best place of a quote in an article, and the changes of the passage since. */
export type Found = {
  articleId: string;
  match: QuoteMatch;
  text: LiveText;
  /** The text that readers find now; null for a withdrawn article. */
  live: LiveText | null;
  stands: 'true' | 'corrected' | 'changed' | 'withdrawn';
  /** The line of the publication log that ended it. */
  ended: LiveLine | null;
  /** The address that the article has now, or had last. */
  section: string;
  slug: string;
};

type Parts = readonly (readonly QuoteWord[])[];

/** Compares the quote with every revision that was ever live: the live one first, then from the newest to the oldest. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over the revisions keeps the best match; what readers see now decides the answer
export async function findInArticle(tx: Tx, articleId: string, parts: Parts): Promise<Found | null> {
  const lines = await readLiveLines(tx, articleId);
  const last = lines.at(-1);
  if (!last) return null;
  const { section, slug } = last;
  const numbers = [...new Set(lines.toReversed().flatMap(({ revision }) => revision ?? []))];
  const isLive = last.act !== 'withdrawn';
  let live: LiveText | null = null;
  let best: { match: QuoteMatch; text: LiveText } | null = null;
  for (const [nth, number] of numbers.entries()) {
    const text = await readLiveText(tx, articleId, number);
    if (!text) continue;
    if (nth === 0 && isLive) live = text;
    const verbatim = matchVerbatim(text, parts);
    const match: QuoteMatch | null = verbatim ?? matchSimilar(text, parts, best ? best.match.errors - 1 : undefined);
    if (match) best = { match, text };
    if (verbatim) break;
  }
  if (!best) return null;
  const hit = { articleId, ...best, live, section, slug };
  if (!isLive) return { ...hit, stands: 'withdrawn', ended: last };
  if (best.text === live) return { ...hit, stands: 'true', ended: null };
  const after = lines.slice(lines.findLastIndex(({ revision }) => revision === best.text.revision) + 1);
  const ended = after.find(({ revision }) => revision !== null) ?? null;
  return { ...hit, stands: ended?.act === 'corrected' ? 'corrected' : 'changed', ended };
}
