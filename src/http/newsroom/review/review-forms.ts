import { z } from 'zod';
import {
  approve,
  LONGEST_NOTE,
  type ReviewResult,
  requestChanges,
  requestReview,
  takeBackReview,
} from '../../../article/review/review.ts';
import { text } from '../../../core/text.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { readNumber } from '../publish/publish.ts';

// Each form names the exact revision that was on the page it was sent from.

const noteSchema = z.strictObject({ note: text({ min: 1, max: LONGEST_NOTE, lines: true }) });

/** `POST /newsroom/articles/{articleId}/review/ask`. */
export async function postAsk(c: Context): Promise<Response> {
  const { revision = '' } = await parseForm(c);
  return decided(await requestReview(c.var.deps, c.var.actor, articleOf(c), readNumber(revision)), 'asked');
}

/** `POST /newsroom/articles/{articleId}/review/request-changes`. */
export async function postRequestChanges(c: Context): Promise<Response> {
  const { revision = '', note: given = '' } = await parseForm(c);
  const number = readNumber(revision);
  const { note } = validateForm(noteSchema, { note: given.replaceAll('\r\n', '\n') }, { note: 'What has to change' });
  return decided(await requestChanges(c.var.deps, c.var.actor, articleOf(c), number, note), 'changes-requested');
}

/** `POST /newsroom/articles/{articleId}/review/approve`. */
export async function postApprove(c: Context): Promise<Response> {
  const { revision = '' } = await parseForm(c);
  return decided(await approve(c.var.deps, c.var.actor, articleOf(c), readNumber(revision)), 'approved');
}

/** `POST /newsroom/articles/{articleId}/review/take-back`. */
export async function postTakeBack(c: Context): Promise<Response> {
  const { revision = '' } = await parseForm(c);
  return decided(await takeBackReview(c.var.deps, c.var.actor, articleOf(c), readNumber(revision)), 'taken-back');
}

function articleOf(c: Context): string {
  return c.req.param('articleId') ?? '';
}

function decided({ id }: ReviewResult, done: string): Response {
  return redirect(`/newsroom/articles/${id}?done=${done}`);
}
