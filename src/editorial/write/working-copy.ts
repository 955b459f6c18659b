import type { Selectable } from 'kysely';
import {
  type ArticleRow,
  type ArticleSummary,
  copyOf,
  getArticleRow,
  getRevisionRow,
  maySee,
  noSuchArticle,
  toSummary,
} from '#article/article-rows.ts';
import { type Copy, newsroomCopySchema, type RevisedCopy, type UnfinishedCopy } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { issueWords } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { gate, gateOptions } from '#editorial/gate/gate.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { revise, staleBase } from './save-revision.ts';

// A working copy has what a person typed in an article and did not save as a revision. Revisions are append-only; each autosave overwrites
// the working copy. Only its person turns it into a revision, because a revision ends an approval. Two windows of one person share it, so
// each write names the number it was based on.

export type WorkingCopy = {
  number: number;
  baseRevision: number;
  copy: UnfinishedCopy;
  startedAt: string;
  savedAt: string;
};

/**
 * A request of the editor: the number of the working copy it is based on (0 when there was none), the id of this request, the base
 * revision, and the copy.
 */
export type CopyPost<C = UnfinishedCopy> = { number: number; postId: string; baseRevision: number; copy: C };

/** The copy on the server for one person in one article: their working copy, or the latest revision when they have none. */
export type ServerCopy = {
  number: number;
  /** The id of the request that wrote it last; empty when there was none. */
  postId: string;
  isTyped: boolean;
  base: { revision: number; copy: Copy };
  copy: UnfinishedCopy;
};

/** The working copy after an autosave. */
export type AutosaveResult = { number: number; savedAt: string };

/**
 * Stores what a person typed on top of a revision. It never saves a revision.
 * @throws forbidden for all but people; not_found; busy; working_copy_conflict (with a ServerCopy) when another window of the
 * same person wrote in between: nothing is changed then; revision_conflict (with `currentRevision` and `number`) when somebody
 * saved a revision in between: the working copy is stored all the same
 */
export async function autosaveWorkingCopy(
  deps: Deps,
  actor: Actor,
  articleId: string,
  typed: CopyPost,
): Promise<AutosaveResult> {
  const { latest, ...stored } = await deps.db.write(async (tx) => {
    const article = await lockFor(deps, tx, actor, articleId);
    const row = await requireSameNumber(tx, actor, article, typed);
    const { latest_revision: latest } = article;
    if (typed.baseRevision > latest) throw staleBase(typed.baseRevision, latest);
    const startedAt = row && row.copy !== '' ? row.started_at : now(deps);
    const number = await put(deps, tx, actor, { articleId: article.id, typed: { ...typed, startedAt } });
    return { number, savedAt: now(deps), latest };
  });
  if (typed.baseRevision !== latest) throw movedOn(typed.baseRevision, latest, stored.number);
  return stored;
}

/**
 * Saves what a person typed as the next revision, and empties their working copy. Without changes it saves no revision.
 * @throws as saveRevision; forbidden for all but people; working_copy_conflict
 */
export async function saveWorkingCopy(
  deps: Deps,
  actor: Actor,
  articleId: string,
  typed: CopyPost<Copy>,
): Promise<{ article: ArticleSummary; number: number }> {
  return deps.db.write(async (tx) => {
    const article = await lockFor(deps, tx, actor, articleId);
    await requireSameNumber(tx, actor, article, typed);
    const number = await empty(deps, tx, actor, { id: article.id, ...typed });
    const latest = await getRevisionRow(tx, article.id, article.latest_revision);
    const copy = { ...typed.copy, baseRevision: typed.baseRevision };
    if (copy.baseRevision !== latest.number || !isSame(copy, copyOf(latest)))
      return { article: await revise(deps, tx, actor, { articleId: article.id, sent: copy }), number };
    return { article: toSummary(article, await gate(tx, article, latest, gateOptions(deps, actor))), number };
  });
}

/**
 * Empties the working copy for an act that saves it as a revision, if it still has the number that its person saw. `isSaved`: the latest
 * revision has the same content.
 * @throws forbidden for all but people, working_copy_conflict, revision_conflict when somebody saved a revision meanwhile,
 *   validation_failed when it is not finished
 */
export async function takeWorkingCopy(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, number }: { articleId: string; number: number },
): Promise<{ copy: Copy; isSaved: boolean }> {
  const article = await lockFor(deps, tx, actor, articleId);
  const row = await requireSameNumber(tx, actor, article, { number });
  if (!row || row.copy === '')
    throw new Failure('working_copy_conflict', 'What you typed was saved or discarded meanwhile.', {
      hint: 'Open the article again. Nothing was published.',
      more: await serverCopy(tx, article, row),
    });
  if (row.base_revision !== article.latest_revision) throw staleBase(row.base_revision, article.latest_revision);
  const copy = finish(JSON.parse(row.copy) as UnfinishedCopy);
  await empty(deps, tx, actor, { id: article.id, postId: '' });
  const latest = await getRevisionRow(tx, article.id, article.latest_revision);
  return { copy, isSaved: isSame(copy, copyOf(latest)) };
}

/** The unsaved working copy of this person, or null. @throws not_found */
export async function readWorkingCopy(tx: Tx, actor: Actor, articleId: string): Promise<WorkingCopy | null> {
  const article = await getArticleRow(tx, articleId, actor);
  if (!maySee(actor, article)) throw noSuchArticle();
  const row = await rowOf(tx, actor, article.id);
  if (!row || row.copy === '') return null;
  return {
    number: row.number,
    baseRevision: row.base_revision,
    copy: JSON.parse(row.copy) as UnfinishedCopy,
    startedAt: row.started_at,
    savedAt: row.saved_at,
  };
}

/** The copy on the server for this person in this article. @throws not_found */
export async function readServerCopy(tx: Tx, actor: Actor, articleId: string): Promise<ServerCopy> {
  const article = await getArticleRow(tx, articleId, actor);
  if (!maySee(actor, article)) throw noSuchArticle();
  return serverCopy(tx, article, await rowOf(tx, actor, article.id));
}

/**
 * Discards the working copy of this person, if it still has the number that the page showed.
 * @throws forbidden, not_found, busy, working_copy_conflict
 */
export async function dropWorkingCopy(deps: Deps, actor: Actor, articleId: string, number: number): Promise<void> {
  await deps.db.write(async (tx) => {
    const article = await lockFor(deps, tx, actor, articleId);
    const row = await rowOf(tx, actor, article.id);
    if (!row || row.copy === '') return;
    if (row.number !== number)
      throw new Failure('working_copy_conflict', 'You typed more in this article after this page was opened.', {
        hint: 'Look at it in the editor first. Nothing was discarded.',
      });
    await empty(deps, tx, actor, { id: article.id, postId: '' });
  });
}

/** @throws validation_failed, with `issues: [{path, message}]`, where a field of the copy is missing or wrong */
export function finish(copy: UnfinishedCopy): Copy {
  const read = newsroomCopySchema.safeParse(copy);
  if (read.success) return read.data;
  const issues = read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issueWords(issue) }));
  throw new Failure('validation_failed', 'The text is not finished.', {
    hint: 'Fill in what is missing. Nothing was changed.',
    more: { issues },
  });
}

async function lockFor(deps: Deps, tx: Tx, actor: Actor, articleId: string): Promise<ArticleRow> {
  if (actor.kind !== 'editor')
    throw new Failure('forbidden', 'Only people have working copies.', { hint: 'Save a revision.' });
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId, actor);
  if (!maySee(actor, article)) throw noSuchArticle();
  return article;
}

type Row = Selectable<Tables['working_copy']>;

/** The person's row, if it was not written after the page read it. @throws working_copy_conflict */
async function requireSameNumber(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  typed: Pick<CopyPost, 'number'>,
): Promise<Row | undefined> {
  const row = await rowOf(tx, actor, article.id);
  if ((row?.number ?? 0) === typed.number) return row;
  throw new Failure('working_copy_conflict', 'You typed in this article in another window, or on another computer.', {
    hint: 'Merge both versions, then send it again. Nothing was overwritten.',
    more: await serverCopy(tx, article, row),
  });
}

async function serverCopy(tx: Tx, article: ArticleRow, row: Row | undefined): Promise<ServerCopy> {
  const isTyped = row !== undefined && row.copy !== '';
  const revision = isTyped ? row.base_revision : article.latest_revision;
  const base = copyOf(await getRevisionRow(tx, article.id, revision));
  return {
    number: row?.number ?? 0,
    postId: row?.post_id ?? '',
    isTyped,
    base: { revision, copy: base },
    copy: isTyped ? (JSON.parse(row.copy) as UnfinishedCopy) : base,
  };
}

type Put = { number: number; postId: string; baseRevision: number; copy: UnfinishedCopy | null; startedAt: string };

/** Writes the row under the next number, which it returns. Call it with the article locked. */
async function put(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, typed }: { articleId: string; typed: Put },
): Promise<number> {
  const number = typed.number + 1;
  const values = {
    number,
    post_id: typed.postId,
    base_revision: typed.baseRevision,
    copy: typed.copy === null ? '' : JSON.stringify(typed.copy),
    started_at: typed.startedAt,
    saved_at: now(deps),
  };
  await tx
    .insertInto('working_copy')
    .values({ article_id: articleId, editor_id: actor.id, ...values })
    .onConflict((conflict) => conflict.columns(['article_id', 'editor_id']).doUpdateSet(values))
    .execute();
  return number;
}

/** Empties the row. Its number still increases, so that an old window gets a conflict. */
async function empty(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, postId }: { id: string; postId: string },
): Promise<number> {
  const number = (await rowOf(tx, actor, id))?.number ?? 0;
  return put(deps, tx, actor, {
    articleId: id,
    typed: { number, postId, baseRevision: 0, copy: null, startedAt: now(deps) },
  });
}

function movedOn(base: number, latest: number, number: number): Failure {
  const { kind, message, detail } = staleBase(base, latest);
  return new Failure(kind, message, { ...detail, more: { ...detail.more, number } });
}

function isSame({ baseRevision: _, ...copy }: Copy & Partial<RevisedCopy>, other: Copy): boolean {
  return JSON.stringify(inOrder(copy)) === JSON.stringify(inOrder(other));
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

function byName([name]: [string, unknown], [other]: [string, unknown]): number {
  return name < other ? -1 : 1;
}

function rowOf(tx: Tx, actor: Actor, articleId: string) {
  return tx
    .selectFrom('working_copy')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('editor_id', '=', actor.id)
    .executeTakeFirst();
}
