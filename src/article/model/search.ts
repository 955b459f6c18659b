import { inTurns } from '../../core/concurrency.ts';
import { tokenize, tokenizeInTurns } from '../../core/tokenize.ts';
import type { Tx } from '../../db/database.ts';
import { findByWords, indexWords, removeWords, type WordQuery } from '../../db/search-index.ts';
import type { BodyBlock, Source } from './copy.ts';

/** Longest search text in code points, and most different words of it. */
export const LONGEST_Q = 200;
export const MOST_ASKED = 16;

export type Searchable = {
  desk: string;
  headline: string;
  dek: string;
  author: string | null;
  bodyBlocks: BodyBlock[];
  sources: Source[];
};

/**
 * Updates the search index in the transaction that changed an article: stores the words of the live revision, or removes them
 * when the article is not live.
 */
export async function indexArticle(tx: Tx, articleId: string): Promise<void> {
  const live = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .leftJoin('author', 'author.id', 'revision.author_id')
    .where('article.id', '=', articleId)
    .select(['published_at', 'modified_at', 'live_desk', 'headline', 'dek', 'author.name', 'body_blocks', 'sources'])
    .executeTakeFirst();
  if (!live) return removeWords(tx, articleId);
  const words = await searchWords({
    desk: live.live_desk ?? '',
    headline: live.headline,
    dek: live.dek,
    author: live.name,
    bodyBlocks: JSON.parse(live.body_blocks),
    sources: JSON.parse(live.sources),
  });
  await indexWords(tx, {
    articleId,
    publishedAt: live.published_at ?? '',
    modifiedAt: live.modified_at ?? '',
    words,
  });
}

/** The words in the search index: those of headline, dek, byline, source titles and body, and a term for the desk. */
export async function searchWords(article: Searchable): Promise<string[]> {
  const { desk, headline, dek, author, bodyBlocks, sources } = article;
  const texts = [...sources.map((source) => source.title), ...bodyBlocks.map((block) => block.text)];
  return [deskMark(desk), ...(await inTurns(tokenizeInTurns([headline, dek, author ?? '', ...texts])))];
}

/** The ids of live articles that contain all words of `q`, of one desk or of all, newest publication first. */
export function search(
  tx: Tx,
  { q, section, ...narrow }: Omit<WordQuery, 'words'> & { q: string; section?: string },
): Promise<string[]> {
  const words = tokenize(q);
  if (words.length === 0) return Promise.resolve([]);
  return findByWords(tx, { words: [...(section === undefined ? [] : [deskMark(section)]), ...words], ...narrow });
}

/** The term of a desk: no folded text begins with an underscore. */
function deskMark(desk: string): string {
  return `_${desk}`;
}
