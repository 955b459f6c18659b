import { z } from 'zod';
import { addComment, commentSchema, reopen, replyTo, resolve } from '../../../article/review/comment.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { readNumber } from '../publish/publish.ts';

const LABELS = {
  text: 'The comment',
  passage: 'The words it is about',
  blockId: 'The block',
  occurrence: 'The words it is about',
};
const replySchema = z.strictObject({ text: commentSchema.shape.text });

/** `POST /newsroom/articles/{articleId}/comments`. */
export async function postComment(c: Context): Promise<Response> {
  const { revision = '', about, block = '', passage = '', occurrence = '', text = '' } = await parseForm(c);
  const comment = {
    revision: readNumber(revision),
    blockId: about === 'block' ? block : null,
    passage: lines(passage) || null,
    occurrence: occurrence === '' ? null : Number(occurrence),
    text: lines(text),
  };
  const id = await addComment(c.var.deps, c.var.actor, articleOf(c), validateForm(commentSchema, comment, LABELS));
  return backTo(c, id);
}

/** `POST /newsroom/articles/{articleId}/comments/{commentId}/reply`. */
export async function postReply(c: Context): Promise<Response> {
  const { text = '' } = await parseForm(c);
  const reply = validateForm(replySchema, { text: lines(text) }, LABELS);
  await replyTo(c.var.deps, c.var.actor, articleOf(c), commentOf(c), reply.text);
  return backTo(c, commentOf(c));
}

/** `POST /newsroom/articles/{articleId}/comments/{commentId}/resolve`. */
export async function postResolve(c: Context): Promise<Response> {
  await resolve(c.var.deps, c.var.actor, articleOf(c), commentOf(c));
  return backTo(c, commentOf(c));
}

/** `POST /newsroom/articles/{articleId}/comments/{commentId}/reopen`. */
export async function postReopen(c: Context): Promise<Response> {
  await reopen(c.var.deps, c.var.actor, articleOf(c), commentOf(c));
  return backTo(c, commentOf(c));
}

/** A form sends each line break as two characters (HTML, "constructing the entry list"). */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function articleOf(c: Context): string {
  return c.req.param('articleId') ?? '';
}

function commentOf(c: Context): string {
  return c.req.param('commentId') ?? '';
}

/** To the thread on the article's page, where the reader was. */
function backTo(c: Context, comment: string): Response {
  return redirect(`/newsroom/articles/${encodeURIComponent(articleOf(c))}#comment-${encodeURIComponent(comment)}`);
}
