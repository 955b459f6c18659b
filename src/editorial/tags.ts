import { sql } from 'kysely';
import { getTag } from '#article/tags.ts';
import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { slugOf } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError, lockPublications } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPublication } from '#runtime/publication-log.ts';
import { indexAgain } from '#search/search-index.ts';

/**
 * Gives a tag another name. Its slug, and so the address of its page, follows the name; the former address leads to the new one.
 * @throws forbidden, not_found, already_exists, validation_failed when the name has no letter or digit for a slug
 */
export async function renameTag(deps: Deps, actor: Actor, id: string, name: string): Promise<void> {
  requireChief(actor, 'rename tags');
  const slug = slugOf(name);
  if (slug === '')
    throw new Failure('validation_failed', 'The name needs a letter or digit from a to z.', {
      hint: 'Write it in Latin letters.',
    });
  await deps.db.write(async (tx) => {
    await lockPublications(deps.db.kind, tx);
    const tag = await getTag(tx, id);
    if (tag.name === name) return;
    // A tag may take the name of a tag that was merged into it.
    await tx.updateTable('tag').set({ slug: sql`id` }).where('slug', '=', slug).where('merged_into', '=', id).execute();
    const other = await tx
      .selectFrom('tag')
      .select('id')
      .where('slug', '=', slug)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (other) throw nameTaken(name);
    const renaming = tx.updateTable('tag').set({ name, slug }).where('id', '=', id).execute();
    await renaming.catch((error: unknown) => {
      throw isUniqueError(error) ? nameTaken(name) : error; // a tag with this name was added meanwhile
    });
    if (slug !== tag.slug)
      await tx
        .insertInto('tag_address')
        .values({ slug: tag.slug, tag_id: id })
        .onConflict((known) => known.column('slug').doUpdateSet({ tag_id: id }))
        .execute();
    await refreshPages(deps, tx, [id, ...tag.mergedIds]);
    await writeJournal(deps, tx, actor, {
      act: 'tag.renamed',
      subject: { kind: 'tag', id },
      detail: { before: tag.name, name },
    });
  });
}

function nameTaken(name: string): Failure {
  return new Failure('already_exists', `Another tag is named like "${name}".`, {
    hint: 'Merge the two tags, or choose another name.',
  });
}

/**
 * Moves all articles with a tag, drafts and live ones, to another tag. Their revisions keep the id, which means the other tag from now on.
 * @throws forbidden, not_found, validation_failed for a tag and itself
 */
export async function mergeTags(deps: Deps, actor: Actor, id: string, intoId: string): Promise<void> {
  requireChief(actor, 'merge tags');
  await deps.db.write(async (tx) => {
    await lockPublications(deps.db.kind, tx);
    const [tag, into] = [await getTag(tx, id), await getTag(tx, intoId)];
    if (tag.id === into.id)
      throw new Failure('validation_failed', 'A tag cannot be merged into itself.', { hint: 'Choose another tag.' });
    const moved = [id, ...tag.mergedIds];
    await tx.updateTable('tag').set({ merged_into: intoId }).where('id', 'in', moved).execute();
    await refreshPages(deps, tx, moved);
    await writeJournal(deps, tx, actor, {
      act: 'tag.merged',
      subject: { kind: 'tag', id },
      detail: { name: tag.name, into: into.name },
    });
  });
}

/** Logs every live article with one of the tags, so that caches and feeds render it again, and has it indexed again. */
async function refreshPages(deps: Deps, tx: Tx, tagIds: readonly string[]): Promise<void> {
  const live = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('article.id', '=', 'revision.article_id').onRef('article.live_revision', '=', 'revision.number'),
    )
    .select(['article.id', 'live_section', 'live_slug', 'live_revision'])
    .where((row) => row.or(tagIds.map((id) => row('revision.tag_ids', 'like', `%"${id}"%`))))
    .orderBy('article.id')
    .execute();
  await indexAgain(
    tx,
    live.map(({ id }) => id),
  );
  for (const { id, live_section, live_slug, live_revision } of live)
    await logPublication(deps, tx, {
      act: 'recaptioned',
      articleId: id,
      section: live_section ?? '',
      slug: live_slug ?? '',
      revision: live_revision,
    });
}
