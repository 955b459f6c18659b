import { PLACEHOLDER_SLUG, PLACEHOLDERS, placeholderSlug } from '#article/placeholders.ts';
import { isOpenSection, sectionSlugs } from '#article/section.ts';
import type { Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { createDraft } from './create-draft.ts';
import { autosaveWorkingCopy } from './working-copy.ts';

/**
 * Starts an article with empty fields for a person to write in, and returns its id. A person who started an article and typed nothing gets
 * that article again. `authorId` is their own byline.
 * @throws slug_taken, busy
 */
export async function startDraft(deps: Deps, actor: Member, authorId: string | null): Promise<string> {
  const untouched = await findUntouched(deps.db.read, actor.id);
  if (untouched) return untouched;
  const bodyBlocks = [{ id: 'b-1', type: 'paragraph' as const, text: '' }];
  const slug = placeholderSlug(deps.newId());
  const copy = {
    ...PLACEHOLDERS,
    bodyBlocks,
    section: await lastSection(deps.db.read, actor.id),
    slug,
    ...(authorId && { authorId }),
  };
  const { id } = await createDraft(deps, actor, copy);
  const empty = { ...copy, headline: '', dek: '', slug: '' };
  await autosaveWorkingCopy(deps, actor, id, { number: 0, postId: deps.newId(), baseRevision: 0, copy: empty });
  return id;
}

/** A started article whose working copy was written once, when it was started. */
async function findUntouched(tx: Tx, personId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('article')
    .innerJoin('working_copy', 'working_copy.article_id', 'article.id')
    .select('article.id')
    .where('article.owner_id', '=', personId)
    .where('article.latest_revision', '=', 0)
    .where('article.binned_at', 'is', null)
    .where('article.published_at', 'is', null)
    .where('article.slug', 'like', `${PLACEHOLDER_SLUG}%`)
    .where('working_copy.editor_id', '=', personId)
    .where('working_copy.number', '=', 1)
    .orderBy('article.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The section of the article of this person that changed last; the first section when they have no article. */
async function lastSection(tx: Tx, personId: string): Promise<string> {
  const row = await tx
    .selectFrom('article')
    .select('section')
    .where('owner_id', '=', personId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const section = row && isOpenSection(row.section) ? row.section : sectionSlugs()[0];
  return section ?? '';
}
