import * as z from 'zod';
import { type ArticleRow, getArticleRow, getRevisionRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import type { Actor, Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret, newSecret } from '#core/secret.ts';
import { text } from '#core/text.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

// Links that show one exact revision, or always the latest one, to people without an account, until they expire or are revoked.

/** Longest life of a link, in hours. */
export const LONGEST_HOURS = 30 * 24;
/** Most open links of one article. */
const MOST_OPEN = 50;
/** A visit is recorded at most once in this many seconds. */
const SEEN_EVERY = 60;

export const newPreviewSchema = z.strictObject({
  label: text({ min: 1, max: 120 }),
  hours: z.coerce
    .number({ error: 'must be a number of hours' })
    .int({ error: 'must be a whole number of hours' })
    .min(1, { error: 'must be at least one hour' })
    .max(LONGEST_HOURS, { error: `must be at most ${LONGEST_HOURS} hours, which is 30 days` }),
});
/** The revision that a new link shows; `latest` also shows every later one. */
export type PreviewedRevision = number | 'latest';

export type NewPreview = z.infer<typeof newPreviewSchema>;

export type PreviewLine = {
  id: string;
  revision: number;
  followsLatest: boolean;
  label: string;
  madeBy: string;
  madeAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** The last visit, to the minute; null before the first. */
  seenAt: string | null;
  comments: number;
};

/** The revision that a link opens now. */
export type OpenPreview = { id: string; articleId: string; revision: number; label: string; expiresAt: string };

/**
 * Makes a link to one exact revision, or always to the latest, and returns its secret. Only the hash of the secret is stored.
 * @throws not_found also for an actor who may not see the draft, forbidden when too many are open
 */
export async function openPreview(
  deps: Deps,
  actor: Actor,
  { articleId, previewed, label, hours }: { articleId: string; previewed: PreviewedRevision } & NewPreview,
): Promise<{ id: string; secret: string }> {
  const secret = newSecret('pl_pv_');
  const id = deps.newId();
  await deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    const editor = requirePerson(actor, article);
    const { number } = await getRevisionRow(
      tx,
      article.id,
      previewed === 'latest' ? article.latest_revision : previewed,
    );
    if ((await countOpen(deps, tx, article.id)) >= MOST_OPEN)
      throw new Failure('forbidden', `This article already has ${MOST_OPEN} open preview links.`, {
        hint: 'Revoke links that are not needed any more.',
      });
    const expiresAt = inSeconds(deps, hours * 3600);
    await tx
      .insertInto('preview_link')
      .values({
        id,
        token_hash: hashSecret(secret),
        article_id: article.id,
        revision: number,
        follows_latest: previewed === 'latest' ? 1 : 0,
        label,
        created_by: editor.id,
        created_at: now(deps),
        expires_at: expiresAt,
      })
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'preview.opened',
      subject: { kind: 'article', id: article.id },
      revision: number,
      detail: { preview: id, label, expiresAt, ...(previewed === 'latest' && { followsLatest: true }) },
    });
  });
  return { id, secret };
}

/** Ends a link at once. @throws not_found, already_done */
export async function revokePreview(deps: Deps, actor: Actor, articleId: string, previewId: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const article = await getArticleRow(tx, articleId);
    requirePerson(actor, article);
    const link = tx
      .selectFrom('preview_link')
      .select(['revision', 'label', 'revoked_at'])
      .where('id', '=', previewId)
      .where('article_id', '=', article.id);
    const preview = await link.executeTakeFirst();
    if (!preview) throw new Failure('not_found', 'There is no such preview link.', { hint: 'Look at the list again.' });
    const { numUpdatedRows } = await tx
      .updateTable('preview_link')
      .set({ revoked_at: now(deps) })
      .where('id', '=', previewId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new Failure('already_done', 'This link is revoked already.', { hint: 'No action is needed.' });
    await writeJournal(deps, tx, actor, {
      act: 'preview.revoked',
      subject: { kind: 'article', id: article.id },
      revision: preview.revision,
      detail: { preview: previewId, label: preview.label },
    });
  });
}

/** The latest links of an article, newest first. @throws not_found */
export async function listPreviews(tx: Tx, actor: Actor, articleId: string): Promise<PreviewLine[]> {
  const article = await getArticleRow(tx, articleId);
  requirePerson(actor, article);
  const rows = await tx
    .selectFrom('preview_link')
    .innerJoin('editor', 'editor.id', 'preview_link.created_by')
    .selectAll('preview_link')
    .select('editor.name as made_by')
    .select((select) =>
      select
        .selectFrom('comment')
        .select((comment) => comment.fn.countAll().as('count'))
        .where('comment.article_id', '=', article.id)
        .where('comment.by_kind', '=', 'guest')
        .whereRef('comment.by_id', '=', 'preview_link.id')
        .as('comments'),
    )
    .where('preview_link.article_id', '=', article.id)
    .orderBy('preview_link.created_at', 'desc')
    .orderBy('preview_link.id', 'desc')
    .limit(2 * MOST_OPEN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    followsLatest: row.follows_latest === 1,
    label: row.label,
    madeBy: row.made_by,
    madeAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    seenAt: row.seen_at,
    comments: Number(row.comments),
  }));
}

/**
 * The revision that a secret opens now; null when the secret is unknown, expired or revoked, when its maker may no longer sign in, or when
 * the draft is in the bin.
 */
export async function findPreview(deps: Deps, tx: Tx, secret: string): Promise<OpenPreview | null> {
  const row = await tx
    .selectFrom('preview_link')
    .innerJoin('editor', 'editor.id', 'preview_link.created_by')
    .innerJoin('article', 'article.id', 'preview_link.article_id')
    .selectAll('preview_link')
    .select('article.latest_revision')
    .where('article.binned_at', 'is', null)
    .where('preview_link.token_hash', '=', hashSecret(secret))
    .where('preview_link.revoked_at', 'is', null)
    .where('preview_link.expires_at', '>', now(deps))
    .where('editor.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    articleId: row.article_id,
    revision: row.follows_latest === 1 ? row.latest_revision : row.revision,
    label: row.label,
    expiresAt: row.expires_at,
  };
}

/** Records a visit, at most once a minute. The preview also works while the database cannot be written. */
export async function recordPreviewVisit(deps: Deps, { id }: OpenPreview): Promise<void> {
  const isDue = await deps.db.read
    .selectFrom('preview_link')
    .select('id')
    .where('id', '=', id)
    .where((where) => where.or([where('seen_at', 'is', null), where('seen_at', '<=', inSeconds(deps, -SEEN_EVERY))]))
    .executeTakeFirst();
  if (!isDue) return;
  const seen = { seen_at: now(deps) };
  try {
    await deps.db.write((tx) => tx.updateTable('preview_link').set(seen).where('id', '=', id).execute());
  } catch (error) {
    if (!isDbError(error)) throw error;
  }
}

async function countOpen(deps: Deps, tx: Tx, articleId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('preview_link')
    .select((select) => select.fn.countAll().as('count'))
    .where('article_id', '=', articleId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(deps))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @throws not_found unless the actor is a person who may see the working copy: an editor, or the writer who owns it */
function requirePerson(actor: Actor, article: ArticleRow): Member {
  if (actor.kind === 'editor' && maySee(actor, article)) return actor;
  throw noSuchArticle();
}
