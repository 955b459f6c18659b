import * as z from 'zod';
import { type Actor, requireChief } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import { slugOf, text } from '../core/text.ts';
import type { Tx } from '../db/database.ts';
import { type Deps, now } from '../runtime/deps.ts';
import { writeJournal } from '../runtime/journal.ts';

export const nameSchema = z.strictObject({ name: text({ min: 1, max: 120 }) });

/** An author or a tag. Revisions refer to both by id. */
export type AuthorOrTag = { id: string; slug: string; name: string };
type Kind = 'author' | 'tag';

/**
 * Adds an author or a tag.
 * @throws forbidden, already_exists, validation_failed when the name has no letter or digit for a slug
 */
export async function addAuthorOrTag(deps: Deps, actor: Actor, kind: Kind, name: string): Promise<AuthorOrTag> {
  requireChief(actor, kind === 'author' ? 'add bylines' : 'add tags');
  const named = { id: deps.newId(), slug: slugOf(name), name: name.trim() };
  if (named.slug === '')
    throw new Failure('validation_failed', 'The name needs a letter or digit from a to z.', {
      hint: 'Write it in Latin letters.',
    });
  await deps.db.write(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto(kind)
      .values({ ...named, created_at: now(deps) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n)
      throw new Failure('already_exists', `The name "${named.slug}" exists already.`, {
        hint: 'Use the existing one.',
      });
    await writeJournal(deps, tx, actor, {
      act: `${kind}.added`,
      subject: { kind, id: named.id },
      detail: { name: named.name },
    });
  });
  return named;
}

/** All authors, or all tags, sorted by name. */
export async function listAuthorsOrTags(tx: Tx, kind: Kind): Promise<AuthorOrTag[]> {
  return tx.selectFrom(kind).select(['id', 'slug', 'name']).orderBy('name').orderBy('id').execute();
}

/** Names of authors or tags by id. Unknown ids are left out. */
export async function namesOf(tx: Tx, kind: Kind, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom(kind).select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The slug of the author or tag with this id, or null. */
export async function slugById(tx: Tx, kind: Kind, id: string): Promise<string | null> {
  const row = await tx.selectFrom(kind).select('slug').where('id', '=', id).executeTakeFirst();
  return row?.slug ?? null;
}
