import { getArticleRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import { type Actor, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

// The checklist of a section: the points that people check before publication because no program can, such as rights, law and names. The
// page for publishing lists the open points; they do not prevent publication.

export type ChecklistPoint = {
  point: string;
  /** Who ticked it, and the revision they saw; null while it is open. */
  ticked: { by: string; at: string; revision: number } | null;
};

/** The points of a section, each with its tick for an article. A point that the section removed or renamed is left out. */
export async function readChecklist(tx: Tx, articleId: string, section: string): Promise<ChecklistPoint[]> {
  const points = checklistOf(section);
  if (points.length === 0) return [];
  const rows = await tx.selectFrom('checklist_tick').selectAll().where('article_id', '=', articleId).execute();
  return points.map((point) => {
    const row = rows.find((candidate) => candidate.point === point);
    return { point, ticked: row ? { by: row.by_name, at: row.at, revision: row.revision } : null };
  });
}

/**
 * Ticks a point for the latest revision of an article, or opens it again.
 * @throws forbidden for agents, not_found, also for a point that the section does not have, already_done, busy
 */
export async function tickPoint(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { point, isDone }: { point: string; isDone: boolean },
): Promise<void> {
  if (actor.kind === 'agent')
    throw new Failure('forbidden', 'Only people tick the checklist of an article.', { hint: 'Ask an editor.' });
  await deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    if (!maySee(actor, article)) throw noSuchArticle();
    const { id, latest_revision: revision } = article;
    const { section } = await tx
      .selectFrom('revision')
      .select('section')
      .where('article_id', '=', id)
      .where('number', '=', revision)
      .executeTakeFirstOrThrow();
    const known = (await readChecklist(tx, id, section)).find((candidate) => candidate.point === point);
    if (!known)
      throw new Failure('not_found', `The checklist of the section has no point “${point}”.`, {
        hint: 'A chief may have changed it. Load the page again.',
      });
    if ((known.ticked !== null) === isDone)
      throw new Failure('already_done', isDone ? 'This point is ticked already.' : 'This point is open already.', {
        hint: 'No action is needed.',
      });
    if (isDone)
      await tx
        .insertInto('checklist_tick')
        .values({ article_id: id, point, revision, by_id: actor.id, by_name: nameOf(actor), at: now(deps) })
        .execute();
    else await tx.deleteFrom('checklist_tick').where('article_id', '=', id).where('point', '=', point).execute();
    const act = isDone ? 'checklist.ticked' : 'checklist.unticked';
    await writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id }, revision, detail: { point } });
  });
}

function checklistOf(section: string): readonly string[] {
  return siteSnapshot().sections.open.find(({ slug }) => slug === section)?.checklist ?? [];
}
