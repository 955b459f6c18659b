import {
  type ArticleRow,
  type ArticleSummary,
  getArticleRow,
  getRevisionRow,
  toSummary,
} from '#article/article-rows.ts';
import { indexTags } from '#article/live-tags.ts';
import { isOwnPage } from '#article/own-page.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { gate, gateOptions } from '#editorial/gate/gate.ts';
import { storeGateCounts } from '#editorial/gate/gate-count.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement, logPublication } from '#runtime/publication-log.ts';
import { indexArticle } from '#search/index-article.ts';
import { endApprovals } from './end-approvals.ts';
import { dropFromFrontPage } from './front-page.ts';
import { NO_SCHEDULE, scheduleSetAside } from './schedule.ts';

/** A notice for readers at the address of an unpublished article. */
export const retractionNotice = text({ min: 20, max: 600, lines: true });

/** `because`: the reason, for the activity log. `notice`: what readers see at the address; without it they see nothing of the article. */
export type UnpublishOptions = { because?: string | null; notice?: string | null };

/**
 * Withdraws a live article from every public form. Its address stays reserved and answers 404, with the notice if there is
 * one. A schedule is cancelled, and the reason is stored.
 * @throws forbidden (agents always), not_found, already_done, busy
 */
export async function unpublish(
  deps: Deps,
  actor: Actor,
  articleId: string,
  options: UnpublishOptions = {},
): Promise<ArticleSummary> {
  requireEditorial(actor, 'unpublish');
  return deps.db.write((tx) => withdraw(deps, tx, actor, { articleId, ...options }));
}

/** The same within the transaction of another act. */
export async function withdraw(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, because = null, notice = null }: { articleId: string } & UnpublishOptions,
): Promise<ArticleSummary> {
  requireEditorial(actor, 'unpublish');
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId);
  const { live_section: section, live_slug: slug, live_revision: live } = article;
  if (section === null || slug === null || live === null) {
    throw new Failure('already_done', 'This article is not published.', { hint: 'No action is needed.' });
  }
  await tx
    .updateTable('article')
    .set({
      live_revision: null,
      live_section: null,
      live_slug: null,
      unpublish_reason: because,
      retraction_notice: notice,
      retracted_at: notice === null ? null : now(deps),
      live_hero_words: null,
      ...NO_SCHEDULE,
      ...reviewOver(article),
    })
    .where('id', '=', article.id)
    .execute();
  await endApprovals(deps, tx, actor, article.id);
  await indexArticle(tx, article.id);
  await indexTags(tx, article.id);
  await logPublication(deps, tx, { act: 'withdrawn', articleId: article.id, section, slug, revision: null });
  if (isOwnPage(section)) await logPlacement(deps, tx, 'site');
  await dropFromFrontPage(tx, article.id);
  const subject = { kind: 'article', id: article.id };
  const detail = {
    because: because ?? 'no reason given',
    ...(notice !== null && { notice }),
    ...scheduleSetAside(article),
  };
  await writeJournal(deps, tx, actor, { act: 'article.unpublished', subject, revision: live, detail });
  const after = await getArticleRow(tx, article.id);
  const latest = await getRevisionRow(tx, after.id, after.latest_revision);
  const entries = await gate(tx, after, latest, gateOptions(deps, actor));
  await storeGateCounts(tx, after.id, entries);
  return toSummary(after, entries);
}

/** An approval, or any decision about the copy that was live, does not count when the article is published again. */
function reviewOver({ review_state: state, review_revision: reviewed, live_revision: live }: ArticleRow) {
  const isOver = state === 'approved' || (reviewed !== null && live !== null && reviewed <= live);
  return isOver && { review_state: null, review_revision: null };
}
