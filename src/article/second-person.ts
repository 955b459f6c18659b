import type { Tx } from '../db/database.ts';
import type { Actor } from '../ground/actor.ts';
import type { ArticleRow, RevisionRow } from './filed.ts';

/**
 * What is missing where two people have to agree: an approval of this very revision, which no later save has voided, by an
 * editor of today's masthead who neither saved it nor publishes it. Null when it is there.
 */
export async function lacksSecondPerson(
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
  by: Actor,
): Promise<string | null> {
  const { number } = revision;
  if (number !== article.latest_revision) return `A later save voided what was approved of revision ${number}.`;
  const approvers = await approversOf(tx, article, number);
  const others = approvers.filter((id) => !(revision.saved_by_kind === 'editor' && revision.saved_by_id === id));
  if (others.length === 0) return `Two people publish here: an editor who did not save revision ${number} approves it.`;
  if (others.every((id) => by.kind === 'editor' && by.id === id))
    return `Two people publish here: you approved revision ${number}, so another editor publishes it.`;
  return null;
}

/** The ids of the editors who approved a revision, where that is how its review stands. */
async function approversOf(tx: Tx, article: ArticleRow, number: number): Promise<string[]> {
  if (article.review_state !== 'approved' || article.review_revision !== number) return [];
  const rows = await tx
    .selectFrom('review')
    .leftJoin('editor', 'editor.id', 'review.by_id')
    .select(['review.state', 'review.by_id', 'editor.role', 'editor.disabled_at'])
    .where('review.article_id', '=', article.id)
    .where('review.revision', '=', number)
    .orderBy('review.seq', 'desc')
    .execute();
  const before = rows.findIndex((row) => row.state !== 'approved');
  return rows
    .slice(0, before === -1 ? rows.length : before)
    .filter((row) => (row.role === 'editor' || row.role === 'chief') && row.disabled_at === null)
    .map((row) => row.by_id);
}
