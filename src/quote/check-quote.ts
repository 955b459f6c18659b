import { Failure } from '#core/failure.ts';
import { codePoints } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { type Found, findInArticle } from './find-in-article.ts';
import { indexBeforeCheck } from './index-quotes.ts';
import type { QuoteCheck } from './quote-check.ts';
import { findWithAllTerms, findWithSomeTerms } from './quote-index.ts';
import { type QuoteWord, readQuote, shinglesOf } from './quote-words.ts';
import { tellFound } from './tell-found.ts';

/** The limits of a quote: its longest text in code points, its fewest and most words, and its most ellipses. */
export const LONGEST_QUOTE = 4000;
export const FEWEST_WORDS = 4;
export const MOST_WORDS = 400;
const MOST_PARTS = 10;

/** Articles that are compared with the quote word by word. */
const MOST_COMPARED = 8;
/** Most terms to choose articles that may have all of the quote, and articles that may have most of it. */
const ALL_TERMS = 12;
const SOME_TERMS = 40;

/**
 * Checks whether an article has, or ever had, these words, and whether it still does. Compares words; nothing guesses.
 * @throws bad_request for a text that is too long or has too few words, busy while the index is being built
 */
export async function checkQuote(deps: Deps, text: string): Promise<QuoteCheck> {
  const parts = requireQuote(text);
  const isComplete = await indexBeforeCheck(deps);
  const { read } = deps.db;
  const terms = rarestFirst(parts);
  const best =
    (await bestOf(read, await findWithAllTerms(read, terms.slice(0, ALL_TERMS), MOST_COMPARED), parts, true)) ??
    (await bestOf(read, await likelyArticles(read, terms), parts, false));
  if (best) return tellFound(read, best, parts);
  if (isComplete) return { match: 'not_found' };
  throw new Failure('busy', 'The index of the quote check is being built.', {
    hint: 'It does not have every article yet. Send the quote again in a few minutes.',
    retryAfter: 60,
  });
}

/** @throws bad_request */
function requireQuote(text: string): QuoteWord[][] {
  if (codePoints(text) > LONGEST_QUOTE)
    throw refused(`A quote has at most ${LONGEST_QUOTE} characters.`, 'Send the sentence that matters.');
  const parts = readQuote(text);
  const words = parts.reduce((sum, part) => sum + part.length, 0);
  if (words < FEWEST_WORDS)
    throw refused(
      `A quote has at least ${FEWEST_WORDS} words; this text has ${words}.`,
      'Send the whole sentence as text.',
    );
  if (words > MOST_WORDS)
    throw refused(
      `A quote has at most ${MOST_WORDS} words; this text has ${words}.`,
      'Send the sentence that matters.',
    );
  if (parts.length > MOST_PARTS)
    throw refused(`A quote has at most ${MOST_PARTS - 1} ellipses.`, 'Send the parts one by one.');
  return parts;
}

function refused(message: string, hint: string): Failure {
  return new Failure('bad_request', message, { hint });
}

/** The different terms of a quote; those of long words first, because long words are rare. */
function rarestFirst(parts: readonly QuoteWord[][]): number[] {
  const weights = new Map<number, number>();
  for (const part of parts) {
    for (const [at, term] of shinglesOf(part).entries()) {
      const letters = part.slice(at, at + 3).reduce((sum, { key }) => sum + Math.min(key.length, 8), 0);
      weights.set(term, Math.max(weights.get(term) ?? 0, letters));
    }
  }
  return [...weights].toSorted(([, weight], [, other]) => other - weight).map(([term]) => term);
}

/** Articles with so many of the terms that they may have a similar passage. */
async function likelyArticles(tx: Tx, terms: readonly number[]): Promise<string[]> {
  const asked = terms.slice(0, SOME_TERMS);
  if (asked.length === 0) return [];
  const candidates = await findWithSomeTerms(tx, asked, MOST_COMPARED);
  const fewest = asked.length <= 3 ? 1 : Math.max(2, Math.floor(asked.length / 10));
  return candidates.filter(({ hits }) => hits >= fewest).map(({ articleId }) => articleId);
}

/** The article that has the quote best: word by word before similar, then a passage that is still live, then the first article. */
async function bestOf(
  tx: Tx,
  articleIds: readonly string[],
  parts: readonly QuoteWord[][],
  isVerbatim: boolean,
): Promise<Found | null> {
  let best: Found | null = null;
  for (const id of articleIds) {
    const hit = await findInArticle(tx, id, parts);
    if (!hit || (isVerbatim && !hit.match.isVerbatim)) continue;
    if (!best || rankOf(hit) < rankOf(best)) best = hit;
    if (rankOf(best) === 0) break;
  }
  return best;
}

/** 0 is the best. */
function rankOf({ match, stands }: Found): number {
  const order = stands === 'true' ? 0 : stands === 'withdrawn' ? 2 : 1;
  return (match.isVerbatim ? 0 : 3 + 3 * match.errors) + order;
}
