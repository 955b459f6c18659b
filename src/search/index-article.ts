import { columnsOf, SEARCHED_TEXT_NAMES, textsOf } from '#article/article-fields.ts';
import type { BodyBlock, Source } from '#article/copy.ts';
import { isOwnPage } from '#article/own-page.ts';
import { readableText } from '#article/readable-text.ts';
import { inTurns } from '#core/concurrency.ts';
import { partsOf, wordsOf } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { sectionToken } from './match.ts';
import { BREAK, type IndexEntry, removeFromIndex, writeIndex } from './search-index.ts';

export type Searchable = {
  section: string;
  headline: string;
  dek: string;
  /** The byline, if there is one, and the tags. */
  names: readonly string[];
  bodyBlocks: readonly BodyBlock[];
  sources: readonly Source[];
  /** Other texts that readers find it by. */
  texts: readonly string[];
};

/** The most bytes of an article's words in UTF-8: within the limit of a PostgreSQL tsvector. */
const MOST_BYTES = 400_000;
/** UTF-16 units of text after which other work gets a turn. */
const YIELD_AFTER = 30_000;

/**
 * Updates the search index in the transaction that changed an article: stores the words of the live revision, or removes them
 * when the article is not live.
 */
export async function indexArticle(tx: Tx, articleId: string): Promise<void> {
  await tx.deleteFrom('search_unindexed').where('article_id', '=', articleId).execute();
  const live = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .leftJoin('author', 'author.id', 'revision.author_id')
    .where('article.id', '=', articleId)
    .select(['published_at', 'modified_at', 'live_section', 'headline', 'dek', 'author.name', 'body_blocks', 'sources'])
    .select(['tag_ids', ...columnsOf(SEARCHED_TEXT_NAMES)])
    .executeTakeFirst();
  if (!live || isOwnPage(live.live_section ?? '')) return removeFromIndex(tx, articleId);
  const texts = textsOf(SEARCHED_TEXT_NAMES, live);
  const words = await searchedWords({
    section: live.live_section ?? '',
    headline: live.headline,
    dek: live.dek,
    names: [...(live.name ? [live.name] : []), ...(await tagNames(tx, JSON.parse(live.tag_ids)))],
    bodyBlocks: JSON.parse(live.body_blocks),
    sources: JSON.parse(live.sources),
    texts: SEARCHED_TEXT_NAMES.map((name) => readableText(name, texts[name] ?? '')),
  });
  const times = { publishedAt: live.published_at ?? '', modifiedAt: live.modified_at ?? '' };
  await writeIndex(tx, { articleId, ...times, words });
}

/** The number of live articles that the search does not find yet. */
export async function countUnindexed(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('search_unindexed')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The names of tags; of a merged tag, the name of the tag that it was merged into. */
async function tagNames(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('tag')
    .leftJoin('tag as into', 'into.id', 'tag.merged_into')
    .select((row) => row.fn.coalesce('into.name', 'tag.name').as('name'))
    .where('tag.id', 'in', ids)
    .orderBy('tag.id')
    .execute();
  return rows.map(({ name }) => name);
}

/** The words of an article, for its entry in the index. A very long text is cut off. */
export async function searchedWords(copy: Searchable): Promise<IndexEntry['words']> {
  const { section, headline, dek, names, bodyBlocks, sources, texts } = copy;
  const best = [headline, dek, ...names];
  const all = [...best, ...sources.map(({ title }) => title), ...bodyBlocks.map(({ text }) => text), ...texts];
  const words = (some: readonly string[]) => inTurns(wordsInTurns(some));
  const token = sectionToken(section);
  return {
    headline: await words([headline]),
    dek: await words([dek]),
    names: [...(await words(names)), token],
    anywhere: [...(await words(all)), token],
  };
}

/** The words of texts, with `BREAK` after each text. It yields every few milliseconds, so that other work gets a turn. */
function* wordsInTurns(texts: readonly string[]): Generator<undefined, string[]> {
  const words: string[] = [];
  let bytes = 0;
  let read = 0;
  for (const text of texts) {
    for (const part of partsOf(text)) {
      for (const word of wordsOf(part)) {
        bytes += Buffer.byteLength(word) + 1;
        if (bytes > MOST_BYTES) return words;
        words.push(word);
      }
      read += part.length;
      if (read < YIELD_AFTER) continue;
      read = 0;
      yield;
    }
    words.push(BREAK);
  }
  return words;
}
