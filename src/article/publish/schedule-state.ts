import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { type ArticleRow, getArticleRow, maySee, noSuchArticle } from '../model/article-rows.ts';

/** What an article's schedule says: at most one exact revision is scheduled at a time. */
export type Schedule = {
  planned: { at: string; revision: number; by: string; noCorrectionBecause: string | null } | null;
  /** Why the last one was not kept, in words. */
  trouble: string | null;
  /** Why it was last taken back from readers; null where nobody said, or they see it again. */
  unpublishedBecause: string | null;
};

/** The columns of an article for which nothing is scheduled and nothing went wrong. */
export const NO_SCHEDULE = {
  scheduled_for: null,
  scheduled_revision: null,
  scheduled_by: null,
  scheduled_no_correction: null,
  schedule_trouble: null,
} as const;

/** The schedule of an article. @throws not_found also for a draft the actor may not see */
export async function readSchedule(tx: Tx, actor: Actor, articleId: string): Promise<Schedule> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  const { scheduled_for: at, scheduled_revision: revision, scheduled_by: by } = article;
  const isPlanned = at !== null && revision !== null && by !== null;
  const noCorrectionBecause = article.scheduled_no_correction;
  return {
    planned: isPlanned ? { at, revision, by: await nameOfEditor(tx, by), noCorrectionBecause } : null,
    trouble: article.schedule_trouble,
    unpublishedBecause: article.live_revision === null ? article.unpublish_reason : null,
  };
}

/** For the journal of what an editor does by hand: the schedule it sets aside. */
export function scheduleSetAside(article: ArticleRow): { scheduleSetAside?: { at: string; revision: number | null } } {
  const { scheduled_for: at, scheduled_revision: revision } = article;
  return at === null ? {} : { scheduleSetAside: { at, revision } };
}

async function nameOfEditor(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('editor').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return row.name;
}
