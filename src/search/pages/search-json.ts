import { publicArticle } from '#article/pages/article-json.ts';
import type { Publication } from '#runtime/config/config.ts';
import { type SearchPage, searchPath } from '#search/found.ts';
import type { MarkedPiece } from '#search/search-marks.ts';

/** The search page as JSON: the articles of the index, each with the passage that has the words. */
export function searchJson(publication: Publication, page: SearchPage) {
  const { q, found: articles, nextCursor, corrections, suggestions, section, from, to } = page;
  return {
    q,
    results: (articles ?? []).map((hit) => ({
      article: publicArticle(publication, hit.article),
      passage: hit.passage && textOf(hit.passage),
    })),
    nextCursor,
    corrections,
    suggestions: suggestions.map((suggestion) => ({
      q: suggestion.q,
      url: publication.baseUrl + searchPath({ q: suggestion.q, section, from, to }),
    })),
  };
}

function textOf(pieces: readonly MarkedPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}
