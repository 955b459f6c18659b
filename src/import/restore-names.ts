import { currentSections } from '#article/desk.ts';
import { IMPORT } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { DEFAULT_SECTIONS } from '#runtime/site-snapshot.ts';
import { restoreSections } from '#site/sections.ts';
import type { ExportToRestore } from './open-export.ts';

/** Brings the sections back where nobody has chosen any here, and adds the bylines and tags that are missing, in one transaction. */
export async function restoreNames(deps: Deps, source: ExportToRestore): Promise<void> {
  const { sections } = source.manifest;
  const isOther = JSON.stringify(sections) !== JSON.stringify(currentSections());
  if (isOther && currentSections() === DEFAULT_SECTIONS) await restoreSections(deps, IMPORT, sections);
  const authors = await source.readList('authors');
  const tags = await source.readList('tags');
  await deps.db.write(async (tx) => {
    for (const author of authors) await addAuthor(deps, tx, author);
    for (const tag of tags) await addTag(deps, tx, tag);
  });
}

type Author = { slug: string; name: string; biography: string | null; portrait: string | null };

async function addAuthor(deps: Deps, tx: Tx, { slug, name, biography, portrait }: Author): Promise<void> {
  const picture = await idOf(tx, 'picture', 'hash', portrait);
  const row = { id: deps.newId(), slug, name, biography, portrait_id: picture, created_at: now(deps) };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('author')
    .values(row)
    .onConflict((known) => known.column('slug').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return;
  await writeJournal(deps, tx, IMPORT, {
    act: 'author.added',
    subject: { kind: 'author', id: row.id },
    detail: { name },
  });
}

type Tag = { slug: string; name: string; formerSlugs: string[] };

async function addTag(deps: Deps, tx: Tx, { slug, name, formerSlugs }: Tag): Promise<void> {
  const row = { id: deps.newId(), slug, name, created_at: now(deps) };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tag')
    .values(row)
    .onConflict((known) => known.column('slug').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return;
  for (const former of formerSlugs)
    await tx
      .insertInto('tag_address')
      .values({ slug: former, tag_id: row.id })
      .onConflict((known) => known.doNothing())
      .execute();
  await writeJournal(deps, tx, IMPORT, { act: 'tag.added', subject: { kind: 'tag', id: row.id }, detail: { name } });
}

/** The id of the row with this value; null without one. */
export async function idOf(
  tx: Tx,
  table: 'author' | 'tag' | 'picture',
  column: 'slug' | 'hash',
  value: string | null,
): Promise<string | null> {
  if (value === null) return null;
  const rows = tx.selectFrom(table as 'author').select('id') as ReturnType<typeof selectIds>;
  return (await rows.where(column as 'slug', '=', value).executeTakeFirst())?.id ?? null;
}

function selectIds(tx: Tx) {
  return tx.selectFrom('author').select('id');
}
