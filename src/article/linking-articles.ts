import { MOST_RELATED } from '#article/related.ts';
import type { Tx } from '#db/database.ts';
import { neighboursByTag, neighboursOf, type Position } from './neighbours.ts';

/** How many neighbours in a section, or in the magazine, can list an article: up to two found by tags and two parts of a series are not counted. */
const NEAR = 2 * MOST_RELATED + 2;

/**
 * The ids of the articles whose pages can list one of these articles, or could before they changed. Everything derived for them is derived
 * again, although some of them show the same as before.
 */
export async function listLinkingArticles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const linking = new Set<string>();
  for (const id of ids) {
    for (const other of await choosing(tx, id)) linking.add(other);
    for (const other of await listOtherParts(tx, id)) linking.add(other);
    for (const other of await neighboursOfArticle(tx, id)) linking.add(other);
  }
  return [...linking];
}

/** The articles for which an editor chose this one. */
async function choosing(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('related_article').select('article_id').where('related_id', '=', id).execute();
  return rows.map(({ article_id }) => article_id);
}

/** The ids of the other articles of a series: their pages count an article. */
async function listOtherParts(tx: Tx, articleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('series_part as own')
    .innerJoin('series_part as other', 'other.series_id', 'own.series_id')
    .select('other.article_id')
    .where('own.article_id', '=', articleId)
    .execute();
  return rows.map(({ article_id }) => article_id).filter((id) => id !== articleId);
}

/** The neighbours by every tag and section with which the article was ever live. */
async function neighboursOfArticle(tx: Tx, id: string): Promise<string[]> {
  const article = await tx.selectFrom('article').select('published_at').where('id', '=', id).executeTakeFirst();
  if (!article?.published_at) return [];
  const own: Position = { id, at: article.published_at };
  const byTag = await neighboursByTag(tx, own, await tagsOnceLive(tx, id));
  const near = [...byTag.values()].flat().map((position) => position.id);
  for (const section of [...(await sectionsOnceLive(tx, id)), null]) {
    const { older, newer } = await neighboursOf(tx, own, section, NEAR);
    near.push(...older, ...newer);
  }
  return near;
}

async function tagsOnceLive(tx: Tx, id: string): Promise<{ slug: string }[]> {
  const rows = await tx
    .selectFrom('revision')
    .innerJoin('publication_log as log', (on) =>
      on.onRef('log.article_id', '=', 'revision.article_id').onRef('log.revision', '=', 'revision.number'),
    )
    .select('tag_ids')
    .distinct()
    .where('revision.article_id', '=', id)
    .execute();
  const ids = [...new Set(rows.flatMap(({ tag_ids }) => JSON.parse(tag_ids) as string[]))];
  if (ids.length === 0) return [];
  return tx
    .selectFrom('tag')
    .leftJoin('tag as into', 'into.id', 'tag.merged_into')
    .select((is) => is.fn.coalesce('into.slug', 'tag.slug').as('slug'))
    .distinct()
    .where('tag.id', 'in', ids)
    .execute();
}

async function sectionsOnceLive(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('address')
    .select('section')
    .distinct()
    .where('article_id', '=', id)
    .where('was_live', '=', 1)
    .execute();
  return rows.map(({ section }) => section);
}
