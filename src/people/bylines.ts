import * as z from 'zod';
import { type Actor, type Member, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { slugOf, text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockMember } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

export const nameSchema = z.strictObject({ name: text({ min: 1, max: 120 }) });

/** An author or a tag. Revisions refer to both by id. */
export type AuthorOrTag = { id: string; slug: string; name: string };
type Kind = 'author' | 'tag';

/**
 * Adds an author, or a tag. Chiefs add authors, every member adds tags.
 * @throws forbidden, already_exists, validation_failed when the name has no letter or digit for a slug
 */
export async function addAuthorOrTag(deps: Deps, actor: Actor, kind: Kind, name: string): Promise<AuthorOrTag> {
  if (kind === 'author') requireChief(actor, 'add bylines');
  if (actor.kind === 'agent') throw new Failure('forbidden', 'Only people add tags.', { hint: 'Ask an editor.' });
  return deps.db.write((tx) => fileAuthorOrTag(deps, tx, actor, { kind, name }));
}

/** The same within the transaction of another act. @throws already_exists, validation_failed */
async function fileAuthorOrTag(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { kind, name }: { kind: Kind; name: string },
): Promise<AuthorOrTag> {
  const named = { id: deps.newId(), slug: slugOf(name), name: name.trim() };
  if (named.slug === '')
    throw new Failure('validation_failed', 'The name needs a letter or digit from a to z.', {
      hint: 'Write it in Latin letters.',
    });
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto(kind)
    .values({ ...named, created_at: now(deps) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n)
    throw new Failure('already_exists', `The name "${named.slug}" exists already.`, {
      hint: kind === 'tag' ? 'Use the existing one, or the one that it was merged into.' : 'Use the existing one.',
    });
  await writeJournal(deps, tx, actor, {
    act: `${kind}.added`,
    subject: { kind, id: named.id },
    detail: { name: named.name },
  });
  return named;
}

/**
 * The id of the author or the tag of this name, which is added if it is missing. For a merged tag, the id of the tag that it was merged
 * into. Null when the name has no letter or digit for a slug. Within the transaction of another act.
 */
export async function findOrFile(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { kind, name }: { kind: Kind; name: string },
): Promise<string | null> {
  const slug = slugOf(name);
  if (slug === '') return null;
  const author =
    kind === 'author' ? await tx.selectFrom('author').select('id').where('slug', '=', slug).executeTakeFirst() : null;
  const tag =
    kind === 'tag'
      ? await tx.selectFrom('tag').select(['id', 'merged_into']).where('slug', '=', slug).executeTakeFirst()
      : null;
  return tag?.merged_into ?? tag?.id ?? author?.id ?? (await fileAuthorOrTag(deps, tx, actor, { kind, name })).id;
}

/**
 * The id of the person's own byline. A writer without one gets it here: a free byline with their name, or a new one. Null for an editor
 * without one.
 * @throws busy
 */
export async function ownByline(deps: Deps, person: Member): Promise<string | null> {
  const known = await findOwn(deps.db.read, person.id);
  if (known || person.role !== 'writer' || slugOf(person.name) === '') return known;
  return deps.db.write(async (tx) => {
    await lockMember(deps.db.kind, tx, person.id);
    const meanwhile = await findOwn(tx, person.id);
    if (meanwhile) return meanwhile;
    const id = (await claimByName(tx, person)) ?? (await addOwn(deps, tx, person));
    await writeJournal(deps, tx, person, {
      act: 'author.linked',
      subject: { kind: 'author', id },
      detail: { name: person.name },
    });
    return id;
  });
}

/**
 * Makes a byline the person's own; null removes it. One byline belongs to one person at most.
 * @throws forbidden, not_found, already_exists when it is another person's, busy
 */
export async function linkByline(deps: Deps, actor: Actor, personId: string, authorId: string | null): Promise<void> {
  requireChief(actor, 'link bylines');
  await deps.db.write(async (tx) => {
    await lockMember(deps.db.kind, tx, personId);
    await tx.updateTable('author').set({ editor_id: null }).where('editor_id', '=', personId).execute();
    if (authorId !== null) {
      const { numUpdatedRows } = await tx
        .updateTable('author')
        .set({ editor_id: personId })
        .where('id', '=', authorId)
        .where('editor_id', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n)
        throw new Failure('already_exists', 'This byline belongs to somebody else, or is not there.', {
          hint: 'Choose another one, or add a byline.',
        });
    }
    await writeJournal(deps, tx, actor, {
      act: 'author.linked',
      subject: { kind: 'editor', id: personId },
      detail: { name: authorId && ((await authorNamesOf(tx, [authorId])).get(authorId) ?? null) },
    });
  });
}

async function findOwn(tx: Tx, personId: string): Promise<string | null> {
  const row = await tx.selectFrom('author').select('id').where('editor_id', '=', personId).executeTakeFirst();
  return row?.id ?? null;
}

async function claimByName(tx: Tx, { id, name }: Member): Promise<string | null> {
  const row = await tx
    .selectFrom('author')
    .select('id')
    .where('name', '=', name)
    .where('editor_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  await tx.updateTable('author').set({ editor_id: id }).where('id', '=', row.id).execute();
  return row.id;
}

/** Adds a byline with the person's name, under the first free slug. */
async function addOwn(deps: Deps, tx: Tx, { id: personId, name }: Member): Promise<string> {
  const author = { id: deps.newId(), name, created_at: now(deps), editor_id: personId };
  for (let number = 1; ; number++) {
    const slug = number === 1 ? slugOf(name) : `${slugOf(name)}-${number}`;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('author')
      .values({ ...author, slug })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return author.id;
  }
}

/** The ids of the bylines that are a member's own, by the id of the member. */
export async function listOwnBylines(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('author').select(['id', 'editor_id']).where('editor_id', 'is not', null).execute();
  return new Map(rows.map(({ id, editor_id }) => [editor_id ?? '', id]));
}

/** All authors, sorted by name. */
export async function listAuthors(tx: Tx): Promise<AuthorOrTag[]> {
  return tx.selectFrom('author').select(['id', 'slug', 'name']).orderBy('name').orderBy('id').execute();
}

/** Names of authors by id. Unknown ids are left out. */
export async function authorNamesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('author').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The slug of the author or tag with this id, or null. */
export async function slugById(tx: Tx, kind: Kind, id: string): Promise<string | null> {
  const row = await tx.selectFrom(kind).select('slug').where('id', '=', id).executeTakeFirst();
  return row?.slug ?? null;
}
