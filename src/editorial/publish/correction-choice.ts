import { OPTIONAL_TEXTS } from '#article/article-fields.ts';
import { copyOf, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { revise } from '#editorial/write/save-revision.ts';
import type { Deps } from '#runtime/deps.ts';

/**
 * An editor's choice when the words of a live article change: a correction note for readers, or the reason for publishing
 * without a note.
 */
export type CorrectionChoice = { note: string } | { noneBecause: string };

/** A reason for the journal. */
export const reason = text({ min: 1, max: 1000, lines: true });
const { min, max } = OPTIONAL_TEXTS.correctionNote;
/** A correction note, with the limits of the write payload. */
export const correctionNote = text({ min, max, lines: true });

/**
 * Saves the same copy as a new revision with a correction note, and returns its number.
 * @throws not_found, revision_conflict unless `number` is the latest
 */
export async function addNote(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, number, note }: { articleId: string; number: number; note: string },
): Promise<number> {
  const article = await getArticleRow(tx, articleId);
  if (number !== article.latest_revision) {
    throw new Failure('revision_conflict', 'A newer revision was saved.', {
      hint: 'A note makes a new revision. Restore the one that you looked at first, or write the note into the newest one.',
      more: { currentRevision: article.latest_revision },
    });
  }
  const copy = copyOf(await getRevisionRow(tx, article.id, number));
  return (
    await revise(deps, tx, actor, {
      articleId: article.id,
      sent: { ...copy, correctionNote: note, baseRevision: number },
    })
  ).revision;
}
