import { z } from 'zod';
import {
  approve,
  askReview,
  LONGEST_NOTE,
  type Reviewed,
  requestChanges,
  takeBackReview,
} from '../../../article/review/review.ts';
import { text } from '../../../core/text.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields, requireFields } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { readNumber } from '../publish/publish.ts';

// Each form names the exact revision that was on the page it was sent from.

const noteSchema = z.strictObject({ note: text({ min: 1, max: LONGEST_NOTE, lines: true }) });

/** `POST /newsroom/articles/{articleId}/review/ask`. */
export async function postAsk(c: Ctx): Promise<Response> {
  const { revision = '' } = await readFields(c);
  return decided(await askReview(c.var.press, c.var.actor, articleOf(c), readNumber(revision)), 'asked');
}

/** `POST /newsroom/articles/{articleId}/review/request-changes`. */
export async function postRequestChanges(c: Ctx): Promise<Response> {
  const { revision = '', note: given = '' } = await readFields(c);
  const number = readNumber(revision);
  const { note } = requireFields(noteSchema, { note: given.replaceAll('\r\n', '\n') }, { note: 'What has to change' });
  return decided(await requestChanges(c.var.press, c.var.actor, articleOf(c), number, note), 'changes-requested');
}

/** `POST /newsroom/articles/{articleId}/review/approve`. */
export async function postApprove(c: Ctx): Promise<Response> {
  const { revision = '' } = await readFields(c);
  return decided(await approve(c.var.press, c.var.actor, articleOf(c), readNumber(revision)), 'approved');
}

/** `POST /newsroom/articles/{articleId}/review/take-back`. */
export async function postTakeBack(c: Ctx): Promise<Response> {
  const { revision = '' } = await readFields(c);
  return decided(await takeBackReview(c.var.press, c.var.actor, articleOf(c), readNumber(revision)), 'taken-back');
}

function articleOf(c: Ctx): string {
  return c.req.param('articleId') ?? '';
}

function decided({ id }: Reviewed, done: string): Response {
  return goTo(`/newsroom/articles/${id}?done=${done}`);
}
