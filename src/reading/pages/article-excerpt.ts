import type { PublishedArticle } from '#article/published.ts';
import type { Evidence } from '#evidence/figures/evidence.ts';
import type { Publication } from '#runtime/config/config.ts';
import { articleParts } from './article-markdown.ts';

/** A part of an article's text. */
export type ArticleExcerpt = {
  text: string;
  /** The place of its last part: the anchor of a block, or a name for what is around the body. Null at the end of the article. */
  endsAt: string | null;
  /** Characters that follow. */
  left: number;
};

export type ExcerptQuery = {
  /** Most characters. The first part is whole even when it is longer. */
  budget: number;
  /** Begin after this place. */
  after: string | undefined;
};

/** As much of an article's text as the budget allows, cut between blocks; null when the article has no such place. */
export function excerptOf(
  publication: Publication,
  article: PublishedArticle,
  evidence: Evidence | null,
  { budget, after }: ExcerptQuery,
): ArticleExcerpt | null {
  const parts = articleParts(publication, article, evidence);
  const start = after === undefined ? 0 : parts.findIndex(({ place }) => place === after) + 1;
  if (after !== undefined && start === 0) return null;
  const rest = parts.slice(start);
  let text = '';
  let count = 0;
  for (const part of rest) {
    const longer = count === 0 ? part.text : `${text}${part.gap}${part.text}`;
    if (count > 0 && longer.length > budget) break;
    text = longer;
    count++;
  }
  const left = rest.slice(count).reduce((sum, part) => sum + part.gap.length + part.text.length, 0);
  return { text, endsAt: left === 0 ? null : (rest[count - 1]?.place ?? null), left };
}

/** The same as JSON, for the thread that renders long articles. */
export function excerptJson(...given: Parameters<typeof excerptOf>): string {
  return JSON.stringify(excerptOf(...given));
}
