import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ArticleRow } from './article-rows.ts';

/** The stages of an article in the newsroom, in the order of the board. `changed` is live with newer, unpublished copy. */
export const STAGES = [
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'scheduled',
  'changed',
  'published',
  'unpublished',
] as const;
export type Stage = (typeof STAGES)[number];

export type StageInput = Pick<
  ArticleRow,
  | 'latest_revision'
  | 'live_revision'
  | 'published_at'
  | 'review_state'
  | 'review_revision'
  | 'scheduled_for'
  | 'schedule_trouble'
>;

/**
 * The stage is derived and not stored. A schedule, open or failed, comes first; then a review of copy that is newer than the live
 * revision. A decision counts for its own revision only; the next revision is in review again.
 */
export function stageOf(article: StageInput): Stage {
  if (article.scheduled_for !== null || article.schedule_trouble !== null) return 'scheduled';
  if (article.live_revision === article.latest_revision) return 'published';
  const { review_state: state, review_revision: reviewed } = article;
  if (state !== null && reviewed !== null && reviewed > (article.live_revision ?? -1)) {
    return reviewed === article.latest_revision ? (state as Stage) : 'in_review';
  }
  if (article.live_revision !== null) return 'changed';
  return article.published_at === null ? 'draft' : 'unpublished';
}

/**
 * The same in SQL, character for character as in the index `article_stage`. A draft in the bin has the stage `binned`, which no
 * list asks for.
 */
export const STAGE: RawBuilder<Stage> = sql.raw(`(case
  when article.binned_at is not null then 'binned'
  when article.scheduled_for is not null or article.schedule_trouble is not null then 'scheduled'
  when article.live_revision = article.latest_revision then 'published'
  when article.review_state is not null and article.review_revision > coalesce(article.live_revision, -1)
    then case when article.review_revision = article.latest_revision then article.review_state else 'in_review' end
  when article.live_revision is not null then 'changed'
  when article.published_at is null then 'draft'
  else 'unpublished' end)`);

/** When an article was last saved or published, as in the same index. */
export const CHANGED_AT: RawBuilder<string> = sql.raw(
  '(case when article.modified_at > article.updated_at then article.modified_at else article.updated_at end)',
);

/** Whether an article of a query over `article` has this stage. */
export function hasStage(stage: Stage): RawBuilder<SqlBool> {
  return sql`${STAGE} = ${stage}`;
}
