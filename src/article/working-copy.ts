import * as z from 'zod';
import type { Tx } from '../db/database.ts';
import { lockArticle } from '../db/dialect.ts';
import type { Actor } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { inSeconds, now, type Press } from '../ground/press.ts';
import { BLOCK_TYPES, type Copy, copySchema, packetSchema, type RevisedCopy } from './copy.ts';
import {
  type ArticleRow,
  copyOf,
  type Filed,
  filed,
  getArticleRow,
  getRevisionRow,
  maySee,
  noSuchArticle,
} from './filed.ts';
import { decidedNow, gate } from './gate.ts';
import { revise, staleBase } from './save-revision.ts';

// What somebody has typed and not yet saved: kept apart from the revisions, which are only ever added to, and folded
// into one of them.

/** Typing becomes a revision by itself after so long, in seconds. */
const FOLDS_AFTER = 5 * 60;

const words = z.string();

/** The shape of copy without its limits: what is half typed is kept too. */
export const unfinishedSchema = z.strictObject({
  bodyBlocks: z.array(z.strictObject({ id: words, text: words, type: z.enum(BLOCK_TYPES) })),
  dek: words,
  headline: words,
  section: words,
  slug: words,
  authorId: words.optional(),
  correctionNote: words.nullable().optional(),
  editorialPacket: z.partialRecord(packetSchema.keyof(), words.optional()).optional(),
  heroAssetId: words.nullable().optional(),
  sources: z
    .array(z.strictObject({ title: words, url: words, publisher: words.optional(), note: words.optional() }))
    .optional(),
  sponsorshipDisclosure: words.nullable().optional(),
  tagIds: z.array(words).optional(),
});
export type Unfinished = z.infer<typeof unfinishedSchema>;

export type WorkingCopy = { baseRevision: number; copy: Unfinished; startedAt: string; savedAt: string };

/** What became of what was typed: kept as it is, or folded into a revision. */
export type Kept = { state: 'kept'; savedAt: string } | { state: 'saved'; article: Filed };

/**
 * Keeps what somebody has typed on top of a revision. Once they have typed for five minutes it is folded into a revision,
 * where it fits the rules of copy and says something new.
 * @throws forbidden for all but people, not_found, slug_taken, busy; revision_conflict (with `currentRevision`) where
 * others have saved since: it is kept nevertheless
 */
export async function keepWorkingCopy(
  press: Press,
  actor: Actor,
  articleId: string,
  baseRevision: number,
  copy: Unfinished,
): Promise<Kept> {
  const { startedAt, savedAt, latest } = await press.db.write(async (tx) => {
    const article = await lockFor(press, tx, actor, articleId);
    const times = await keep(press, tx, actor, article, baseRevision, copy);
    return { ...times, latest: article.latest_revision };
  });
  if (baseRevision !== latest) throw staleBase(baseRevision, latest);
  const { data } = copySchema.safeParse(copy);
  const isDue = startedAt <= inSeconds(press, -FOLDS_AFTER);
  const article = isDue && data ? await fold(press, actor, articleId, { ...data, baseRevision }) : null;
  return article ? { state: 'saved', article } : { state: 'kept', savedAt };
}

/**
 * Saves what somebody has typed as the next revision, and lets go of their working copy. Where it says nothing new, there is
 * no new revision.
 * @throws as saveRevision, and forbidden for all but people
 */
export async function saveWorkingCopy(
  press: Press,
  actor: Actor,
  articleId: string,
  copy: RevisedCopy,
): Promise<Filed> {
  return press.db.write(async (tx) => {
    const article = await lockFor(press, tx, actor, articleId);
    await forget(tx, actor, article.id);
    const latest = await getRevisionRow(tx, article.id, article.latest_revision);
    if (copy.baseRevision !== latest.number || !isSame(copy, copyOf(latest)))
      return revise(press, tx, actor, article.id, copy);
    return filed(article, await gate(tx, article, latest, decidedNow(press, actor)));
  });
}

/** What this person has typed and not saved; null when there is nothing. @throws not_found */
export async function readWorkingCopy(tx: Tx, actor: Actor, articleId: string): Promise<WorkingCopy | null> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  const row = await rowOf(tx, actor, article.id);
  if (!row) return null;
  return {
    baseRevision: row.base_revision,
    copy: JSON.parse(row.copy) as Unfinished,
    startedAt: row.started_at,
    savedAt: row.saved_at,
  };
}

/** Throws away what this person has typed and not saved. @throws forbidden, not_found, busy */
export async function dropWorkingCopy(press: Press, actor: Actor, articleId: string): Promise<void> {
  await press.db.write(async (tx) => {
    const article = await lockFor(press, tx, actor, articleId);
    await forget(tx, actor, article.id);
  });
}

async function lockFor(press: Press, tx: Tx, actor: Actor, articleId: string): Promise<ArticleRow> {
  if (actor.kind !== 'editor')
    throw new Failure('forbidden', 'Only people have working copies.', { hint: 'Save a revision.' });
  await lockArticle(press.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return article;
}

async function keep(
  press: Press,
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  baseRevision: number,
  copy: Unfinished,
): Promise<{ startedAt: string; savedAt: string }> {
  const savedAt = now(press);
  const startedAt = (await rowOf(tx, actor, article.id))?.started_at ?? savedAt;
  const values = { base_revision: baseRevision, copy: JSON.stringify(copy), started_at: startedAt, saved_at: savedAt };
  await tx
    .insertInto('working_copy')
    .values({ article_id: article.id, editor_id: actor.id, ...values })
    .onConflict((conflict) => conflict.columns(['article_id', 'editor_id']).doUpdateSet(values))
    .execute();
  return { startedAt, savedAt };
}

/** Null where it says nothing new, or its address is another article's: it stays a working copy then. */
async function fold(press: Press, actor: Actor, articleId: string, copy: RevisedCopy): Promise<Filed | null> {
  const latest = copyOf(await getRevisionRow(press.db.read, articleId.toLowerCase(), copy.baseRevision));
  if (isSame(copy, latest)) return null;
  try {
    return await saveWorkingCopy(press, actor, articleId, copy);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'slug_taken') return null;
    throw error;
  }
}

function isSame({ baseRevision: _, ...one }: RevisedCopy, other: Copy): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder(copy: Copy): unknown[] {
  const { bodyBlocks, sources = [], tagIds = [], editorialPacket = {}, ...rest } = copy;
  const fields = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  return [
    fields.sort(byName),
    bodyBlocks.map(({ id, type, text }) => [id, type, text]),
    sources.map(({ title, url, publisher, note }) => [title, url, publisher, note]),
    tagIds,
    Object.entries(editorialPacket).sort(byName),
  ];
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

async function forget(tx: Tx, actor: Actor, articleId: string): Promise<void> {
  await tx.deleteFrom('working_copy').where('article_id', '=', articleId).where('editor_id', '=', actor.id).execute();
}

function rowOf(tx: Tx, actor: Actor, articleId: string) {
  return tx
    .selectFrom('working_copy')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('editor_id', '=', actor.id)
    .executeTakeFirst();
}
