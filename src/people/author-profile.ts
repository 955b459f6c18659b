import * as z from 'zod';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';

export const LONGEST_BIOGRAPHY = 600;

/** A change of a profile; a field that is missing stays. An empty biography and a null portrait remove it. */
export const profileSchema = z.strictObject({
  biography: text({ max: LONGEST_BIOGRAPHY }).optional(),
  portraitId: z.string().nullable().optional(),
});
type ProfileChange = z.infer<typeof profileSchema>;

/** A byline with the texts of its public page. */
export type AuthorProfile = {
  id: string;
  slug: string;
  name: string;
  biography: string | null;
  portraitId: string | null;
  /** The member whose own byline it is. */
  ownerId: string | null;
};

/** A byline, for its person and for chiefs. @throws not_found, forbidden */
export async function getOwnAuthor(tx: Tx, actor: Actor, id: string): Promise<AuthorProfile> {
  const author = await tx
    .selectFrom('author')
    .select(['id', 'slug', 'name', 'biography', 'portrait_id as portraitId', 'editor_id as ownerId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!author) throw new Failure('not_found', 'There is no such byline.', { hint: 'Choose one of the team.' });
  const isOwn = actor.kind === 'editor' && (actor.role === 'chief' || author.ownerId === actor.id);
  if (!isOwn && actor.kind !== 'house')
    throw new Failure('forbidden', 'Only its person and chiefs change what a byline’s page says.', {
      hint: 'Ask a chief.',
    });
  return author;
}

/**
 * Changes the biography or the portrait on the public page of a byline. Readers see it at once.
 * @throws forbidden, not_found, validation_failed for a picture that cannot be shown
 */
export async function changeProfile(deps: Deps, actor: Actor, id: string, change: ProfileChange): Promise<void> {
  await deps.db.write(async (tx) => {
    const author = await getOwnAuthor(tx, actor, id);
    if (change.portraitId) await requireShowable(deps, tx, change.portraitId);
    const biography = change.biography === undefined ? author.biography : change.biography || null;
    const portrait_id = change.portraitId === undefined ? author.portraitId : change.portraitId;
    await tx.updateTable('author').set({ biography, portrait_id }).where('id', '=', id).execute();
    await logPlacement(deps, tx, 'authors');
    await writeJournal(deps, tx, actor, {
      act: 'author.changed',
      subject: { kind: 'author', id },
      detail: { name: author.name, ...change },
    });
  });
}

/** A portrait needs the texts that readers see by it, and the right to use it. @throws validation_failed */
async function requireShowable(deps: Deps, tx: Tx, pictureId: string): Promise<void> {
  const picture = await tx
    .selectFrom('picture')
    .select(['alt', 'credit', 'ends_on'])
    .where('id', '=', pictureId)
    .executeTakeFirst();
  if (!picture)
    throw new Failure('validation_failed', 'There is no such picture.', { hint: 'Choose one of the library.' });
  if (picture.alt === '' || picture.credit === '')
    throw new Failure('validation_failed', 'The picture has no alternative text or no credit yet.', {
      hint: 'Add both on its page in the library, then choose it again.',
    });
  if (picture.ends_on !== null && picture.ends_on < now(deps).slice(0, 10))
    throw new Failure('validation_failed', 'The right to use the picture has ended.', {
      hint: 'Choose another picture.',
    });
}
