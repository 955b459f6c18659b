import { type ArticleRow, getArticleRow, getRevisionRow, refuseArchived, refusePage } from '#article/article-rows.ts';
import { listRelatedIds, MOST_RELATED } from '#article/related.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { renewPage } from './renew-page.ts';

// The articles that editors chose to follow an article. Every change locks the row of the article first.

/**
 * Adds a live article at the end of the list that follows an article.
 * @throws forbidden, not_found, validation_failed (not published, of an archive, the article itself, no place left), already_done, busy
 */
export async function addRelated(deps: Deps, actor: Actor, articleId: string, relatedId: string): Promise<void> {
  await change(deps, actor, {
    articleId,
    act: 'article.related_added',
    work: async (tx, article, ids) => {
      const related = await getArticleRow(tx, relatedId);
      if (related.id === article.id) throw itself();
      if (related.live_revision === null) throw notLive();
      refusePage(related);
      refuseArchived(related);
      refusePage(article);
      if (ids.includes(related.id)) throw nothingNew();
      if (ids.length >= MOST_RELATED) throw full();
      const { headline } = await getRevisionRow(tx, related.id, related.live_revision);
      return { ids: [...ids, related.id], detail: { name: headline } };
    },
  });
}

/** Moves one of the articles a place up or down, or to a place. @throws forbidden, not_found, already_done at the end of the list, busy */
export async function moveRelated(
  deps: Deps,
  actor: Actor,
  { articleId, relatedId, direction }: { articleId: string; relatedId: string; direction: 'up' | 'down' | number },
): Promise<void> {
  await change(deps, actor, {
    articleId,
    act: 'article.related_moved',
    work: async (_tx, _article, ids) => {
      const from = placeOf(ids, relatedId);
      const to = typeof direction === 'number' ? direction : direction === 'up' ? from - 1 : from + 1;
      if (to < 0 || to >= ids.length || to === from) throw nothingNew();
      const moved = ids.toSpliced(from, 1).toSpliced(to, 0, relatedId);
      return { ids: moved, detail: { from: from + 1, to: to + 1 } };
    },
  });
}

/** Removes one of the articles. Without any, the list is derived again. @throws forbidden, not_found, busy */
export async function removeRelated(deps: Deps, actor: Actor, articleId: string, relatedId: string): Promise<void> {
  await change(deps, actor, {
    articleId,
    act: 'article.related_removed',
    work: async (_tx, _article, ids) => ({
      ids: ids.toSpliced(placeOf(ids, relatedId), 1),
      detail: {},
    }),
  });
}

type Changed = { ids: readonly string[]; detail: Record<string, string | number> };

/** Replaces the list, writes the journal, and has the page of a live article rendered again. */
async function change(
  deps: Deps,
  actor: Actor,
  {
    articleId,
    act,
    work,
  }: {
    articleId: string;
    act: JournalAct;
    work: (tx: Tx, article: ArticleRow, ids: readonly string[]) => Promise<Changed>;
  },
): Promise<void> {
  requireEditorial(actor, 'choose what to read next');
  await deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    const { ids, detail } = await work(tx, article, await listRelatedIds(tx, article.id));
    await tx.deleteFrom('related_article').where('article_id', '=', article.id).execute();
    const rows = ids.map((related_id, place) => ({ article_id: article.id, place, related_id }));
    if (rows.length > 0) await tx.insertInto('related_article').values(rows).execute();
    await renewPage(deps, tx, article);
    await writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id: article.id }, detail });
  });
}

function placeOf(ids: readonly string[], relatedId: string): number {
  const place = ids.indexOf(relatedId);
  if (place >= 0) return place;
  throw new Failure('not_found', 'This article is not in the list.', { hint: 'Look at the list again.' });
}

function itself(): Failure {
  return new Failure('validation_failed', 'An article cannot follow itself.', { hint: 'Choose another article.' });
}

function notLive(): Failure {
  return new Failure('validation_failed', 'This article is not published.', {
    hint: 'Choose an article that readers can open.',
  });
}

function full(): Failure {
  return new Failure('validation_failed', `${MOST_RELATED} articles were chosen already.`, {
    hint: 'Remove one first.',
  });
}

function nothingNew(): Failure {
  return new Failure('already_done', 'The list is like this already.', { hint: 'No action is needed.' });
}
