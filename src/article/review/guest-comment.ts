import { z } from 'zod';
import type { Guest } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { text } from '../../core/text.ts';
import type { Tx } from '../../db/database.ts';
import { lockArticle } from '../../db/schema/dialect.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import { findPreview, type OpenPreview } from './preview-link.ts';

// What is said of a preview by those it was shown to. They see what was said by way of their own link, and no more.

/** How many comments one link takes. */
const MOST = 200;
export const LONGEST_COMMENT = 2000;

export const guestCommentSchema = z.strictObject({
  name: text({ min: 1, max: 80 }),
  text: text({ min: 1, max: LONGEST_COMMENT, lines: true }),
});
export type GuestComment = z.infer<typeof guestCommentSchema>;

export type GuestLine = { id: string; name: string; text: string; at: string };

/**
 * Leaves a comment about the whole of a revision, by the name typed: nobody vouches for it.
 * @throws not_found when the link opens nothing (any more), forbidden when it has taken all it takes
 */
export async function commentAsGuest(deps: Deps, secret: string, { name, text: words }: GuestComment): Promise<void> {
  await deps.db.write(async (tx) => {
    const preview = await findPreview(deps, tx, secret);
    if (!preview) throw new Failure('not_found', 'This preview link opens nothing.', { hint: 'Ask for a new one.' });
    await lockArticle(deps.db.kind, tx, preview.articleId);
    if ((await listGuestComments(tx, preview)).length >= MOST)
      throw new Failure('forbidden', `${MOST} comments were left here, which is as many as a preview takes.`, {
        hint: 'Write to whoever sent you the link.',
      });
    const guest: Guest = { kind: 'guest', id: preview.id, name };
    const id = deps.newId();
    await tx
      .insertInto('comment')
      .values({
        id,
        article_id: preview.articleId,
        revision: preview.revision,
        text: words,
        by_kind: guest.kind,
        by_id: guest.id,
        by_name: guest.name,
        at: now(deps),
      })
      .execute();
    await writeJournal(deps, tx, guest, {
      act: 'comment.made',
      subject: { kind: 'article', id: preview.articleId },
      revision: preview.revision,
      detail: { comment: id },
    });
  });
}

/** What was said by way of a link, the first first. */
export async function listGuestComments(tx: Tx, { id, articleId }: OpenPreview): Promise<GuestLine[]> {
  return tx
    .selectFrom('comment')
    .select(['id', 'by_name as name', 'text', 'at'])
    .where('article_id', '=', articleId)
    .where('by_kind', '=', 'guest')
    .where('by_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .limit(MOST)
    .execute();
}
