import { unpublish } from '../../article/unpublish.ts';
import type { Ctx } from '../env.ts';
import { readReason } from './correction-fields.ts';
import { readFields } from './form.ts';
import { withdrawalForm } from './other-acts.ts';
import { goTo } from './page.ts';
import { readArticleSeen } from './publish.ts';
import { refusedForm } from './refused-form.ts';

/** `POST /newsroom/articles/{articleId}/unpublish`. */
export async function postUnpublish(c: Ctx): Promise<Response> {
  const { because } = await readFields(c);
  let reason: string | null;
  try {
    reason = because === undefined ? null : readReason(because);
  } catch (error) {
    const seen = await readArticleSeen(c);
    return refusedForm(c, error, seen, 'Take it back from readers', withdrawalForm(seen, because));
  }
  const { id } = await unpublish(c.var.press, c.var.actor, c.req.param('articleId') ?? '', reason);
  return goTo(`/newsroom/articles/${id}?done=unpublished`);
}
