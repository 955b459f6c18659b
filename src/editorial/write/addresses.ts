import { getArticleRow, mayRead } from '#article/article-rows.ts';
import { isOwnPage } from '#article/own-page.ts';
import { isReservedSlug } from '#article/public-resources.ts';
import { isSection } from '#article/section.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { LONGEST_SLUG } from '#core/text.ts';
import { prepared, type Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';

type Address = { section: string; slug: string };

/**
 * Reserves an address for an article. Addresses at which it was live stay reserved permanently, so that they can redirect.
 * @throws validation_failed for a page at an address of the service or of a section, slug_taken when another article has it; with its id and revision when that article is the actor's own
 */
export async function reserveAddress(
  tx: Tx,
  actor: Actor,
  articleId: string,
  { section, slug }: Address,
): Promise<void> {
  if (isOwnPage(section)) requirePageSlug(slug);
  const { numAffectedRows } = await insertAddress(tx, { section, slug, article_id: articleId, was_live: 0 });
  if (numAffectedRows === 1n) return;
  const holder = await tx
    .selectFrom('address')
    .select('article_id')
    .where('section', '=', section)
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  if (holder.article_id === articleId) return;
  throw await slugTaken(tx, actor, holder.article_id, { section, slug });
}

const insertAddress = prepared(
  (tx, { section, slug, article_id, was_live }: Address & { article_id: string; was_live: number }) =>
    tx
      .insertInto('address')
      .values({ section, slug, article_id, was_live })
      .onConflict((conflict) => conflict.doNothing()),
);

/** A custom page is at `/{slug}`, which must not hide another page. @throws validation_failed */
function requirePageSlug(slug: string): void {
  const isReserved = isReservedSlug(slug);
  if (!isReserved && !isSection(slug)) return;
  throw new Failure(
    'validation_failed',
    isReserved ? `/${slug} is an address of the service itself.` : `/${slug} is the address of a section.`,
    { hint: 'Choose another address for the page.' },
  );
}

/** Names the article that has the address only to its owner and to agents that the owner approved. */
async function slugTaken(tx: Tx, actor: Actor, holderId: string, { section, slug }: Address): Promise<Failure> {
  const holder = await getArticleRow(tx, holderId);
  const at = `the slug "${slug}" in the section "${section}"`;
  const owner = actor.kind === 'agent' ? actor.editorId : actor.id;
  if (holder.owner_id !== owner || !(await mayRead(tx, actor, holder))) {
    return new Failure('slug_taken', `Another article already has ${at}.`, {
      hint: 'Choose another slug. list_articles shows the articles that you may see.',
    });
  }
  const { id, latest_revision: revision } = holder;
  return new Failure(
    'slug_taken',
    `Another article already has ${at}, and it is yours: ${id}, at revision ${revision}.`,
    {
      hint: `This is yours. If the answer to your call was lost, the draft is there: read it with get_article. To change it, save a revision (save_revision) with articleId ${id} and baseRevision ${revision}. Only another story needs another slug.`,
      more: { articleId: id, currentRevision: revision },
    },
  );
}

/** Most slugs that are tried for one article. */
const MOST_TRIED = 1000;

/** The slug if it is free at the section; otherwise the first free one of `slug-2`, `slug-3` and so on. */
export async function findFreeSlug(tx: Tx, section: string, slug: string): Promise<string> {
  const base = slug.slice(0, LONGEST_SLUG - String(MOST_TRIED).length - 1).replace(/-+$/, '');
  const tried = [slug, ...Array.from({ length: MOST_TRIED }, (_, at) => `${base}-${at + 2}`)];
  const rows = await tx
    .selectFrom('address')
    .select('slug')
    .where('section', '=', section)
    .where(isAmong(tx, 'slug', tried))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  return tried.find((candidate) => !taken.has(candidate)) ?? slug;
}

/** Releases an address that was never live, after the article has moved away from it. */
export async function releaseAddress(tx: Tx, articleId: string, { section, slug }: Address): Promise<void> {
  await tx
    .deleteFrom('address')
    .where('section', '=', section)
    .where('slug', '=', slug)
    .where('article_id', '=', articleId)
    .where('was_live', '=', 0)
    .execute();
}

/** Marks an address as known to readers. */
export async function markLive(tx: Tx, { section, slug }: Address): Promise<void> {
  await tx
    .updateTable('address')
    .set({ was_live: 1 })
    .where('section', '=', section)
    .where('slug', '=', slug)
    .execute();
}
