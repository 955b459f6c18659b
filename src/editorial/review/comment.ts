import * as z from 'zod';
import { type ArticleRow, getArticleRow, getRevisionRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import type { BodyBlock } from '#article/copy.ts';
import { type Actor, type Guest, nameOf, type SystemActor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid, text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { findBlock, findPassage } from './comment-threads.ts';
import { emailMentioned, readMentioned } from './mentions.ts';
import { findPreview, type OpenPreview } from './preview-link.ts';
import { passageAsTyped } from './typed-passage.ts';

// Comments of people on an article, a block or a passage. Agents read them and answer by saving a revision.

export const commentSchema = z
  .strictObject({
    revision: z.int().min(0),
    blockId: z.string().nullable(),
    passage: text({ min: 1, max: 1000, lines: true }).nullable(),
    occurrence: z.int().min(1).max(10_000).nullable(),
    text: text({ min: 1, max: 4000, lines: true }),
  })
  .refine(({ blockId, passage }) => passage === null || blockId !== null, {
    error: 'a passage needs the block it is in',
  });
export type NewComment = z.infer<typeof commentSchema>;

/**
 * Comments on a revision, and returns the comment's id.
 * @throws forbidden (agents always), not_found, validation_failed when the revision has no such block or passage, busy
 */
export async function addComment(deps: Deps, actor: Actor, articleId: string, comment: NewComment): Promise<string> {
  requirePerson(actor);
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { revision, blockId, passage, text } = comment;
    const row = await getRevisionRow(tx, article.id, revision);
    const said = { passage, occurrence: passage === null ? null : (comment.occurrence ?? 1) };
    const typed = blockId === null ? said : requireThere(JSON.parse(row.body_blocks), { blockId, ...said });
    const id = deps.newId();
    const anchor = { block_id: blockId, ...typed, reply_to: null };
    await insertComment(deps, tx, actor, { article, values: { id, revision, ...anchor, text } });
    return id;
  });
}

/** Adds a comment of an import to a block of the article that the import files, or to the whole article, in the same transaction. */
export async function fileComment(
  deps: Deps,
  tx: Tx,
  actor: SystemActor,
  {
    article,
    blockId,
    text,
  }: { article: { id: string; latest_revision: number }; blockId: string | null; text: string },
): Promise<void> {
  const anchor = { block_id: blockId, passage: null, occurrence: null, reply_to: null };
  await insertComment(deps, tx, actor, {
    article,
    values: {
      id: deps.newId(),
      revision: article.latest_revision,
      ...anchor,
      text,
    },
  });
}

/**
 * Replies in a thread, and returns the reply's id.
 * @throws forbidden (agents always), not_found, busy
 */
export async function replyTo(
  deps: Deps,
  actor: Actor,
  { articleId, commentId, text }: { articleId: string; commentId: string; text: string },
): Promise<string> {
  requirePerson(actor);
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { id: replied } = await getThread(tx, article.id, commentId);
    const id = deps.newId();
    const anchor = { block_id: null, passage: null, occurrence: null, reply_to: replied };
    await insertComment(deps, tx, actor, {
      article,
      values: { id, revision: article.latest_revision, ...anchor, text },
    });
    return id;
  });
}

/** Marks a thread as resolved. @throws forbidden (agents always), not_found, already_done, busy */
export async function resolve(deps: Deps, actor: Actor, articleId: string, commentId: string): Promise<void> {
  await settle(deps, actor, { articleId, commentId, act: 'comment.resolved' });
}

/** Opens a resolved thread again. @throws forbidden (agents always), not_found, already_done, busy */
export async function reopen(deps: Deps, actor: Actor, articleId: string, commentId: string): Promise<void> {
  await settle(deps, actor, { articleId, commentId, act: 'comment.reopened' });
}

async function settle(
  deps: Deps,
  actor: Actor,
  { articleId, commentId, act }: { articleId: string; commentId: string; act: 'comment.resolved' | 'comment.reopened' },
): Promise<void> {
  requirePerson(actor);
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { id, resolved_at, suggestion } = await getThread(tx, article.id, commentId);
    if (suggestion !== null)
      throw new Failure('validation_failed', 'A suggestion is accepted or refused.', { hint: 'Open the page again.' });
    const resolves = act === 'comment.resolved';
    if (resolves !== (resolved_at === null)) {
      throw new Failure('already_done', `This comment is ${resolves ? 'resolved' : 'open'} already.`, {
        hint: 'No action is needed.',
      });
    }
    const resolved = {
      resolved_at: now(deps),
      resolved_by: nameOf(actor),
      resolved_revision: article.latest_revision,
    };
    const open = { resolved_at: null, resolved_by: null, resolved_revision: null };
    await tx
      .updateTable('comment')
      .set(resolves ? resolved : open)
      .where('id', '=', id)
      .execute();
    await note(deps, tx, actor, { article, act, comment: id });
  });
}

type CommentedArticle = Pick<ArticleRow, 'id' | 'latest_revision'>;

type CommentValues = {
  id: string;
  revision: number;
  block_id: string | null;
  passage: string | null;
  occurrence: number | null;
  reply_to: string | null;
  text: string;
  /** For a suggestion: the texts of its block, as JSON. */
  suggestion?: string;
};

export async function insertComment(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { article, values }: { article: CommentedArticle; values: CommentValues },
) {
  const by = { by_kind: actor.kind, by_id: actor.id, by_name: nameOf(actor), at: now(deps) };
  const open = { resolved_at: null, resolved_by: null, resolved_revision: null };
  const people = actor.kind === 'editor' ? await tellMentioned(deps, tx, actor, { article, values }) : [];
  const mentions = JSON.stringify(people.map(({ id, name }) => ({ id, name })));
  await tx
    .insertInto('comment')
    .values({ ...values, article_id: article.id, ...by, ...open, mentions })
    .execute();
  await note(deps, tx, actor, {
    article,
    act: values.reply_to === null ? 'comment.made' : 'comment.replied',
    comment: values.id,
  });
}

/** Emails the people whom the comment names, and returns them. */
async function tellMentioned(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { article: { id }, values }: { article: CommentedArticle; values: CommentValues },
) {
  const article = await getArticleRow(tx, id);
  const people = await readMentioned(tx, article, values.text);
  const by = { id: actor.id, name: nameOf(actor) };
  await emailMentioned(deps, tx, people, { article, thread: values.reply_to ?? values.id, by, text: values.text });
  return people;
}

async function note(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { article, act, comment }: { article: CommentedArticle; act: JournalAct; comment: string },
) {
  const subject = { kind: 'article', id: article.id };
  await writeJournal(deps, tx, actor, { act, subject, revision: article.latest_revision, detail: { comment } });
}

export async function getOwn(deps: Deps, tx: Tx, actor: Actor, articleId: string): Promise<ArticleRow> {
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return article;
}

/** The first comment of the thread that a comment belongs to. @throws not_found */
async function getThread(
  tx: Tx,
  articleId: string,
  id: string,
): Promise<{ id: string; resolved_at: string | null; suggestion: string | null }> {
  const find = (wanted: string) =>
    tx
      .selectFrom('comment')
      .select(['id', 'reply_to', 'resolved_at', 'suggestion'])
      .where('article_id', '=', articleId)
      .where('id', '=', wanted.toLowerCase())
      .executeTakeFirst();
  const comment = isUuid(id) ? await find(id) : undefined;
  const thread = comment?.reply_to ? await find(comment.reply_to) : comment;
  if (thread) return thread;
  throw new Failure('not_found', 'There is no such comment.', { hint: 'Look at the comments on the article’s page.' });
}

type Said = { passage: string | null; occurrence: number | null };

/** The words as typed in the block; the anchor has them as readers see them, or as typed. @throws validation_failed */
function requireThere(blocks: BodyBlock[], anchor: Said & { blockId: string }): Said {
  const block = blocks[findBlock(blocks, anchor)];
  if (!block) {
    throw new Failure('validation_failed', 'This revision has no such block.', { hint: 'Open the page again.' });
  }
  const { passage, occurrence } = anchor;
  if (passage === null) return { passage, occurrence };
  const typed = passageAsTyped(block.text, passage, occurrence ?? 1);
  if (typed) return typed;
  if (findPassage(block.text, passage, occurrence ?? 1) !== -1) return { passage, occurrence };
  throw new Failure('validation_failed', 'The block does not contain these words.', {
    hint: 'Copy the words from the block exactly, or comment on the whole block.',
  });
}

export function requirePerson(actor: Actor): void {
  if (actor.kind === 'editor') return;
  throw new Failure('forbidden', 'Only people on the team can comment.', {
    hint: 'Answer a comment by saving a revision.',
  });
}

// Comments by guests who opened a preview link. A guest sees only the comments made through the same link.

/** Most comments that one link accepts. */
const MOST = 200;
export const LONGEST_COMMENT = 2000;

export const guestCommentSchema = z.strictObject({
  name: text({ min: 1, max: 80 }),
  text: text({ min: 1, max: LONGEST_COMMENT, lines: true }),
});
export type GuestComment = z.infer<typeof guestCommentSchema>;

export type GuestLine = { id: string; name: string; text: string; at: string };

/**
 * Adds a guest's comment about the whole revision. The name is as typed and is not verified.
 * @throws not_found when the link is unknown, expired or revoked, forbidden when it has its maximum of comments
 */
export async function commentAsGuest(deps: Deps, secret: string, { name, text: words }: GuestComment): Promise<void> {
  await deps.db.write(async (tx) => {
    const preview = await findPreview(deps, tx, secret);
    if (!preview)
      throw new Failure('not_found', 'This preview link does not work any more.', { hint: 'Ask for a new link.' });
    await lockArticle(deps.db.kind, tx, preview.articleId);
    if ((await listGuestComments(tx, preview)).length >= MOST)
      throw new Failure('forbidden', `This preview already has ${MOST} comments, which is the maximum.`, {
        hint: 'Write to the person who sent you the link.',
      });
    const guest: Guest = { kind: 'guest', id: preview.id, name };
    const id = deps.newId();
    await tx
      .insertInto('comment')
      .values({
        id,
        article_id: preview.articleId,
        revision: preview.revision,
        text: words,
        by_kind: guest.kind,
        by_id: guest.id,
        by_name: guest.name,
        at: now(deps),
      })
      .execute();
    await writeJournal(deps, tx, guest, {
      act: 'comment.made',
      subject: { kind: 'article', id: preview.articleId },
      revision: preview.revision,
      detail: { comment: id },
    });
  });
}

/** The comments made through a link, oldest first. */
export async function listGuestComments(tx: Tx, { id, articleId }: OpenPreview): Promise<GuestLine[]> {
  return tx
    .selectFrom('comment')
    .select(['id', 'by_name as name', 'text', 'at'])
    .where('article_id', '=', articleId)
    .where('by_kind', '=', 'guest')
    .where('by_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .limit(MOST)
    .execute();
}
