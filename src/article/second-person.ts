import type { Tx } from '../db/database.ts';
import type { Actor } from '../ground/actor.ts';
import type { RevisionRow } from './filed.ts';

/**
 * What is missing where two people have to agree: an approval of this very revision, by an editor of today's masthead who
 * neither saved it nor publishes it. Null when it is there.
 */
export async function lacksSecondPerson(tx: Tx, revision: RevisionRow, by: Actor): Promise<string | null> {
  const { number } = revision;
  const approvers = await approversOf(tx, revision);
  const others = approvers.filter((id) => !(revision.saved_by_kind === 'editor' && revision.saved_by_id === id));
  if (others.length === 0) return `Two people publish here: an editor who did not save revision ${number} approves it.`;
  if (others.every((id) => by.kind === 'editor' && by.id === id))
    return `Two people publish here: you approved revision ${number}, so another editor publishes it.`;
  return null;
}

/** The ids of the editors who approved a revision, since anything else was decided about it. */
async function approversOf(tx: Tx, { article_id, number }: RevisionRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('review')
    .leftJoin('editor', 'editor.id', 'review.by_id')
    .select(['review.state', 'review.by_id', 'editor.role', 'editor.disabled_at'])
    .where('review.article_id', '=', article_id)
    .where('review.revision', '=', number)
    .orderBy('review.seq', 'desc')
    .execute();
  const before = rows.findIndex((row) => row.state !== 'approved');
  return rows
    .slice(0, before === -1 ? rows.length : before)
    .filter((row) => (row.role === 'editor' || row.role === 'chief') && row.disabled_at === null)
    .map((row) => row.by_id);
}
