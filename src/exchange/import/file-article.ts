import { findOrFile } from '../../accounts/bylines.ts';
import { fileComment } from '../../article/review/comment.ts';
import { findFreeSlug } from '../../article/write/addresses.ts';
import { fileDraft } from '../../article/write/create-draft.ts';
import { type IsRoute, leadToArticle } from '../../article/write/old-addresses.ts';
import { IMPORT } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { ImportArticle } from '../import-item.ts';
import { type ItemReport, MOST_LOST } from './item-report.ts';
import type { PreparedArticle } from './prepare-article.ts';

/** Most comments on one article: the rest of what is missing is in the report. */
const MOST_COMMENTS = 50;

export type FiledArticle = { articleId: string; report: ItemReport };

/** What is stored with one article, all in the transaction of the caller. */
export type ArticleToFile = {
  runId: string;
  found: ImportArticle;
  prepared: PreparedArticle;
  heroId: string | null;
  /** Why the picture is missing. */
  heroTrouble: string | null;
  isRoute: IsRoute;
};

/** Files a draft with its byline, tags, comments and old addresses. @throws slug_taken */
export async function fileArticle(deps: Deps, tx: Tx, given: ArticleToFile): Promise<FiledArticle> {
  const { prepared, heroId, found } = given;
  const { copy, byline, tags } = prepared;
  const slug = await findFreeSlug(tx, copy.section, copy.slug);
  const authorId = byline === null ? null : await findOrFile(deps, tx, IMPORT, 'author', byline);
  const tagIds: string[] = [];
  for (const name of tags) {
    const id = await findOrFile(deps, tx, IMPORT, 'tag', name);
    if (id !== null && !tagIds.includes(id)) tagIds.push(id);
  }
  const { id, revision } = await fileDraft(deps, tx, IMPORT, {
    ...copy,
    slug,
    tagIds,
    ...(authorId !== null && { authorId }),
    ...(heroId !== null && { heroAssetId: heroId }),
  });
  await noteLost(deps, tx, id, revision, given);
  const notes = [...prepared.report.notes];
  if (slug !== copy.slug) notes.push(`The slug ${copy.slug} was taken; this article has ${slug}.`);
  if (HAD_ADDRESS.includes(found.status))
    for (const path of found.oldPaths) {
      const trouble = await leadToArticle(deps, tx, { path, articleId: id, runId: given.runId }, given.isRoute);
      if (trouble) notes.push(trouble);
    }
  return { articleId: id, report: { ...prepared.report, notes } };
}

/** Readers knew the address of such an article. */
const HAD_ADDRESS: readonly ImportArticle['status'][] = ['published', 'paid'];

/** Stores what is missing, and comments on the block where it was. */
async function noteLost(
  deps: Deps,
  tx: Tx,
  articleId: string,
  revision: number,
  { runId, found, prepared: { copy, lost, hero }, heroTrouble }: ArticleToFile,
): Promise<void> {
  const places = lost.map(({ kind, address, block }) => ({
    kind,
    address,
    block_id: (copy.bodyBlocks[block] ?? copy.bodyBlocks.at(-1))?.id ?? null,
    text: `Something of the original was here: ${kind}.${address && ` Its address: ${address}`}`,
  }));
  if (hero && heroTrouble !== null)
    places.unshift({
      kind: 'main picture',
      address: hero.address,
      block_id: null,
      text: `The main picture was not imported. ${heroTrouble} Its address: ${hero.address}`,
    });
  for (const [number, { kind, address, block_id }] of places.slice(0, MOST_LOST).entries())
    await tx
      .insertInto('lost_place')
      .values({ run_id: runId, source_id: found.sourceId, number, kind, address, article_id: articleId, block_id })
      .execute();
  for (const { block_id, text } of places.slice(0, MOST_COMMENTS))
    await fileComment(
      deps,
      tx,
      IMPORT,
      { id: articleId, latest_revision: revision },
      { blockId: block_id, text: text.slice(0, 4000) },
    );
}
