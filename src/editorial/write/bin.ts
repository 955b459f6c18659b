import {
  type ArticleRow,
  copyOf,
  getArticleRow,
  getRevisionRow,
  maySee,
  noSuchArticle,
} from '#article/article-rows.ts';
import { type Actor, isEditorial, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { removeDraft } from '#search/draft-index.ts';
import { findFreeSlug, releaseAddress, reserveAddress } from './addresses.ts';
import { revise } from './save-revision.ts';

// The bin holds drafts that were never published. Everything but the journal is erased after 30 days.

/** Days a draft stays in the bin. */
export const BIN_DAYS = 30;
/** Most drafts that the page of the bin lists. */
const MOST_LISTED = 200;
/** Drafts erased in one transaction. */
const AT_ONCE = 20;

export type BinnedDraft = { id: string; headline: string; section: string; binnedAt: string; binnedBy: string };

/**
 * Moves a draft to the bin and frees its address. Nobody finds it there except on the page of the bin.
 * @throws forbidden for agents, for an article that readers saw, and for a scheduled one; not_found; busy
 */
export async function moveToBin(deps: Deps, actor: Actor, articleId: string): Promise<void> {
  requirePerson(actor);
  await deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId, actor);
    if (!maySee(actor, article)) throw noSuchArticle();
    requireOwn(actor, article);
    requireUnpublished(article);
    await tx
      .updateTable('article')
      .set({ binned_at: now(deps), binned_by: actor.name })
      .where('id', '=', article.id)
      .execute();
    await releaseAddress(tx, article.id, article);
    await note(deps, tx, actor, { ...article, act: 'draft.binned' });
  });
}

/**
 * Restores a draft from the bin. When another article has its address now, it gets a new revision with a free slug.
 * @throws forbidden, not_found, busy
 */
export async function restoreFromBin(deps: Deps, actor: Actor, articleId: string): Promise<{ slug: string }> {
  requirePerson(actor);
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getBinnedRow(tx, actor, articleId);
    const unbinned = { binned_at: null, binned_by: null };
    await tx.updateTable('article').set(unbinned).where('id', '=', article.id).execute();
    await note(deps, tx, actor, { ...article, act: 'draft.unbinned' });
    const slug = await findFreeSlug(tx, article.section, article.slug);
    if (slug === article.slug) await reserveAddress(tx, actor, article.id, article);
    else {
      const copy = copyOf(await getRevisionRow(tx, article.id, article.latest_revision));
      await revise(deps, tx, actor, {
        articleId: article.id,
        sent: { ...copy, slug, baseRevision: article.latest_revision },
      });
    }
    return { slug };
  });
}

/** The drafts in the bin that the actor may restore, the last binned first. */
export async function listBin(tx: Tx, actor: Actor): Promise<BinnedDraft[]> {
  if (actor.kind === 'agent') return [];
  return tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .where('article.binned_at', 'is not', null)
    .$if(!isEditorial(actor), (query) => query.where('article.owner_id', '=', actor.id))
    .select(['article.id', 'revision.headline', 'article.section', 'article.binned_at', 'article.binned_by'])
    .orderBy('article.binned_at', 'desc')
    .orderBy('article.id')
    .limit(MOST_LISTED)
    .execute()
    .then((rows) =>
      rows.map(({ binned_at, binned_by, ...row }) => ({
        ...row,
        binnedAt: binned_at ?? '',
        binnedBy: binned_by ?? '',
      })),
    );
}

/** Erases the drafts that were binned more than 30 days ago. Several processes may run it at once. */
export async function eraseBinned(deps: Deps): Promise<void> {
  const before = inSeconds(deps, -BIN_DAYS * 86_400);
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    if ((await listExpired(deps.db.read, before)).length === 0) return;
    count = await deps.db.write(async (tx) => {
      const ids = await listExpired(tx, before);
      for (const id of ids) await erase(deps, tx, id);
      return ids.length;
    });
  }
}

async function listExpired(tx: Tx, before: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('article')
    .select('id')
    .where('binned_at', '<', before)
    .orderBy('binned_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** The tables with rows of a draft, in an order that breaks no reference. */
const TABLES = [
  'working_copy',
  'preview_link',
  'comment',
  'review',
  'checklist_tick',
  'wording',
  'settlement',
  'archived_copy',
  'gate_override',
  'address',
  'draft_unindexed',
  'related_article',
  'series_part',
  'revision',
] as const;

async function erase(deps: Deps, tx: Tx, id: string): Promise<void> {
  await lockArticle(deps.db.kind, tx, id);
  const article = await tx
    .selectFrom('article')
    .selectAll()
    .where('id', '=', id)
    .where('binned_at', 'is not', null)
    .executeTakeFirst();
  if (!article) return;
  for (const table of TABLES) await tx.deleteFrom(table).where('article_id', '=', id).execute();
  await removeDraft(tx, id);
  await tx.deleteFrom('article').where('id', '=', id).execute();
  await note(deps, tx, SYSTEM, { ...article, act: 'draft.erased' });
}

function requirePerson(actor: Actor): asserts actor is Actor & { name: string } {
  if (actor.kind === 'agent')
    throw new Failure('forbidden', 'Only people use the bin.', { hint: 'Ask an editor to remove the draft.' });
}

/** A writer bins only their own drafts, not those assigned to them. */
function requireOwn(actor: Actor, article: ArticleRow): void {
  if (isEditorial(actor) || article.owner_id === actor.id) return;
  throw new Failure('forbidden', 'This draft belongs to somebody else.', { hint: 'Ask an editor to remove it.' });
}

function requireUnpublished(article: ArticleRow): void {
  if (article.published_at !== null)
    throw new Failure('forbidden', 'This article was published, so it cannot go to the bin.', {
      hint: 'Unpublish it instead: its history stays.',
    });
  if (article.scheduled_for !== null)
    throw new Failure('forbidden', 'This article is scheduled.', { hint: 'Cancel the schedule first.' });
}

async function getBinnedRow(tx: Tx, actor: Actor, id: string): Promise<ArticleRow> {
  const row = isUuid(id)
    ? await tx.selectFrom('article').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined;
  if (row?.binned_at && (isEditorial(actor) || row.owner_id === actor.id)) return row;
  throw new Failure('not_found', 'This draft is not in the bin.', { hint: 'Look at the bin again.' });
}

function note(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, latest_revision: revision, act }: { act: 'draft.binned' | 'draft.unbinned' | 'draft.erased' } & ArticleRow,
): Promise<void> {
  return writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id }, revision });
}
