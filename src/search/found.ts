import type { PublishedListing } from '#article/published.ts';
import type { FoundTexts } from './found-texts.ts';
import type { Respelling } from './ranked-search.ts';
import { type MarkedPiece, markedPassage, markWords } from './search-marks.ts';
import { hitsOf, parseQuery } from './search-query.ts';
import type { Suggestion } from './suggest-searches.ts';

/** An article that a search found, with the words of the search marked. */
export type FoundArticle = {
  article: PublishedListing;
  headline: MarkedPiece[];
  dek: MarkedPiece[];
  /** The passage of the body with most of the words; null when the body has none. */
  passage: MarkedPiece[] | null;
  /** The byline and the tags that have a word of the search. */
  names: MarkedPiece[][];
};

/** A page of search results. A text that nobody typed is empty. */
export type SearchPage = {
  q: string;
  section: string;
  /** UTC days (`2026-09-30`), both included. */
  from: string;
  to: string;
  /** Null when nothing was searched for, or the search failed. */
  found: FoundArticle[] | null;
  nextCursor: string | null;
  /** Whether this is a page after the first. */
  isFurther: boolean;
  corrections: Respelling[];
  suggestions: Suggestion[];
  /** Whether the words would find articles without the section and the days. */
  isFoundElsewhere: boolean;
  /** The number of articles that the index does not have yet, after an upgrade or a restore. */
  unindexed: number;
  /** The error in the search, if there is one. */
  wrong: string | null;
};

/** Marks the words of a search in the articles that it found. */
export function markFound(
  q: string,
  corrections: readonly Respelling[],
  articles: readonly PublishedListing[],
  texts: ReadonlyMap<string, FoundTexts>,
): FoundArticle[] {
  const asked = hitsOf(
    parseQuery(q),
    corrections.flatMap(({ to }) => to),
  );
  return articles.map((article) => {
    const { bodyBlocks = [], tags = [] } = texts.get(article.id) ?? {};
    const names = [...(article.author ? [`By ${article.author}`] : []), ...tags];
    return {
      article,
      headline: markWords(article.headline, asked),
      dek: markWords(article.dek, asked),
      passage: markedPassage(
        bodyBlocks.map(({ text }) => text),
        asked,
      ),
      names: names.map((name) => markWords(name, asked)).filter((pieces) => pieces.some((piece) => piece.isHit)),
    };
  });
}

/** The path of a search; empty parts are left out. */
export function searchPath(asked: {
  q?: string;
  section?: string;
  from?: string;
  to?: string;
  cursor?: string;
}): string {
  const given = Object.entries(asked).filter(([, value]) => value);
  return given.length === 0 ? '/search' : `/search?${new URLSearchParams(given as [string, string][])}`;
}
