import {
  type ArticleSummary,
  copyOf,
  getArticleRow,
  getRevisionRow,
  maySee,
  noSuchArticle,
} from '#article/article-rows.ts';
import { type Copy, MOST_TAGS } from '#article/copy.ts';
import { sectionSlugs } from '#article/section.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { revise } from './save-revision.ts';

/**
 * Saves a revision of an article at another section; nothing else of its copy changes.
 * @throws forbidden for agents, validation_failed for an unknown section, not_found, already_done, slug_taken, busy
 */
export async function changeSection(
  deps: Deps,
  actor: Actor,
  articleId: string,
  section: string,
): Promise<ArticleSummary> {
  if (!sectionSlugs().some((slug) => slug === section))
    throw new Failure('validation_failed', 'There is no such section.', { hint: 'Choose one of the list.' });
  return change(deps, actor, articleId, (copy) => (copy.section === section ? null : { ...copy, section }));
}

/**
 * Saves a revision of an article with one more tag.
 * @throws forbidden for agents, validation_failed for an unknown tag or too many, not_found, already_done, busy
 */
export async function addTag(deps: Deps, actor: Actor, articleId: string, tagId: string): Promise<ArticleSummary> {
  const same = await deps.db.read
    .selectFrom('tag')
    .select(['id', 'merged_into'])
    .where((row) => row.or([row('id', '=', tagId), row('merged_into', '=', tagId)]))
    .execute();
  const tag = same.find(({ id, merged_into }) => id === tagId && merged_into === null);
  if (!tag) throw new Failure('validation_failed', 'There is no such tag.', { hint: 'Choose one of the list.' });
  return change(deps, actor, articleId, (copy) => {
    const { tagIds = [] } = copy;
    if (same.some(({ id }) => tagIds.includes(id))) return null;
    if (tagIds.length >= MOST_TAGS)
      throw new Failure('validation_failed', `It has ${MOST_TAGS} tags already.`, { hint: 'Remove one first.' });
    return { ...copy, tagIds: [...tagIds, tag.id] };
  });
}

/** Saves the copy that `alter` returns; null means that nothing would change. */
async function change(
  deps: Deps,
  actor: Actor,
  articleId: string,
  alter: (copy: Copy) => Copy | null,
): Promise<ArticleSummary> {
  if (actor.kind === 'agent')
    throw new Failure('forbidden', 'Only people change articles from the board.', { hint: 'Save a revision.' });
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const { copy, revision } = await readLatest(tx, actor, articleId);
    const altered = alter(copy);
    if (!altered)
      throw new Failure('already_done', 'The article already has this value.', { hint: 'No action is needed.' });
    return revise(deps, tx, actor, { articleId, sent: { ...altered, baseRevision: revision } });
  });
}

async function readLatest(tx: Tx, actor: Actor, articleId: string): Promise<{ copy: Copy; revision: number }> {
  const article = await getArticleRow(tx, articleId, actor);
  if (!maySee(actor, article)) throw noSuchArticle();
  const { latest_revision: revision } = article;
  return { copy: copyOf(await getRevisionRow(tx, article.id, revision)), revision };
}
