import { columnsOf, SEARCHED_TEXT_NAMES, textsOf } from '#article/article-fields.ts';
import type { BodyBlock, Source } from '#article/copy.ts';
import { isOwnPage } from '#article/own-page.ts';
import { readableText } from '#article/readable-text.ts';
import { inTurns } from '#core/concurrency.ts';
import { type Terms, termsInTurns } from '#core/search-terms.ts';
import type { Tx } from '#db/database.ts';
import { indexTerms, removeTerms } from './search-index.ts';

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

/**
 * The fields by which results are ranked, best first. A term with the mark of a field is in that field or in one before it; a
 * term without a mark is anywhere in the article. No folded text holds an underscore.
 */
export const FIELD_MARKS = { headline: '_1', dek: '_2', names: '_3', anywhere: '' } as const;
export type Field = keyof typeof FIELD_MARKS;

/** The term of a section. */
export function sectionTerm(section: string): string {
  return `_d-${section}`;
}

/**
 * Updates the search index in the transaction that changed an article: stores the terms of the live revision, or removes them
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
  if (!live || isOwnPage(live.live_section ?? '')) return removeTerms(tx, articleId);
  const texts = textsOf(SEARCHED_TEXT_NAMES, live);
  const { terms, words } = await searchTerms({
    section: live.live_section ?? '',
    headline: live.headline,
    dek: live.dek,
    names: [...(live.name ? [live.name] : []), ...(await tagNames(tx, JSON.parse(live.tag_ids)))],
    bodyBlocks: JSON.parse(live.body_blocks),
    sources: JSON.parse(live.sources),
    texts: SEARCHED_TEXT_NAMES.map((name) => readableText(name, texts[name] ?? '')),
  });
  const times = { publishedAt: live.published_at ?? '', modifiedAt: live.modified_at ?? '' };
  await indexTerms(tx, { articleId, ...times, terms, words });
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

/** The terms of an article: those of all its public text, those of its best fields with their marks, and one for the section. */
export async function searchTerms({
  section,
  headline,
  dek,
  names,
  bodyBlocks,
  sources,
  texts: more,
}: Searchable): Promise<Terms> {
  const best = [headline, dek, ...names];
  const texts = [...best, ...sources.map(({ title }) => title), ...bodyBlocks.map(({ text }) => text), ...more];
  const { terms, words } = await inTurns(termsInTurns(texts));
  const marked: string[] = [];
  for (const [field, some] of [
    ['headline', [headline]],
    ['dek', [headline, dek]],
    ['names', best],
  ] as const) {
    const result = await inTurns(termsInTurns(some));
    marked.push(...result.terms.map((term) => FIELD_MARKS[field] + term));
  }
  return { terms: [sectionTerm(section), ...marked, ...terms], words };
}
