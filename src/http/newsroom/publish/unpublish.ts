import { unpublish } from '../../../article/publish/unpublish.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { refusedForm } from '../kit/refused-form.ts';
import { readReason } from './correction-fields.ts';
import { withdrawalForm } from './publication-forms.ts';
import { readArticleSeen } from './publish.ts';

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
