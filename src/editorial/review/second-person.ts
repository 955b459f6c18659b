import type { RevisionRow } from '#article/article-rows.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';

/**
 * For a site where two people have to publish: the sentence that says which approval is missing, or null. The revision needs the approval
 * of an enabled editor who neither saved it nor publishes it.
 */
export async function lacksSecondPerson(tx: Tx, revision: RevisionRow, by: Actor): Promise<string | null> {
  const recaptioned = await lastRecaptioned(tx, revision.hero_asset_id);
  const approvers = await approversOf(tx, revision, recaptioned);
  const others = approvers.filter((id) => !(revision.saved_by_kind === 'editor' && revision.saved_by_id === id));
  if (others.length === 0 && recaptioned !== null && (await approversOf(tx, revision, null)).length > 0)
    return 'Two people publish here, and the picture or its words changed after this revision was approved: withdraw the approval and approve it again, or save a new revision.';
  if (others.length === 0)
    return 'Two people publish here: an editor who did not save this revision has to approve it.';
  if (others.every((id) => by.kind === 'editor' && by.id === id))
    return 'Two people publish here: you approved this revision, so another editor has to publish it.';
  return null;
}

/** When the texts or the file of a picture last changed. */
async function lastRecaptioned(tx: Tx, picture: string | null): Promise<string | null> {
  if (picture === null) return null;
  const row = await tx
    .selectFrom('journal')
    .select((is) => is.fn.max('at').as('at'))
    .where('subject_kind', '=', 'picture')
    .where('subject_id', '=', picture)
    .where((is) =>
      is.or([
        is('act', 'in', ['picture.replaced', 'picture.file_changed']),
        is.and([
          is('act', '=', 'picture.described'),
          is.or([is('detail', 'like', '%"altNow":%'), is('detail', 'like', '%"creditNow":%')]),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The ids of the enabled editors who approved a revision after its last other decision, and after `after`. */
async function approversOf(tx: Tx, { article_id, number }: RevisionRow, after: string | null): Promise<string[]> {
  const rows = await tx
    .selectFrom('review')
    .leftJoin('editor', 'editor.id', 'review.by_id')
    .select(['review.state', 'review.by_id', 'review.at', 'editor.role', 'editor.disabled_at'])
    .where('review.article_id', '=', article_id)
    .where('review.revision', '=', number)
    .orderBy('review.seq', 'desc')
    .execute();
  const before = rows.findIndex((row) => row.state !== 'approved');
  return rows
    .slice(0, before === -1 ? rows.length : before)
    .filter((row) => (row.role === 'editor' || row.role === 'chief') && row.disabled_at === null)
    .filter((row) => after === null || row.at > after)
    .map((row) => row.by_id);
}
