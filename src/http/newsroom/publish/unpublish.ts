import { unpublish } from '../../../article/publish/unpublish.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { readReason } from './correction-fields.ts';
import { withdrawalForm } from './publication-forms.ts';
import { refusedForm } from './refused-form.ts';
import { readLatestView } from './revision-view.ts';

/** `POST /newsroom/articles/{articleId}/unpublish`. */
export async function postUnpublish(c: Context): Promise<Response> {
  const { because } = await parseForm(c);
  let reason: string | null;
  try {
    reason = because === undefined ? null : readReason(because);
  } catch (error) {
    const seen = await readLatestView(c);
    return refusedForm(c, error, seen, 'Take it back from readers', withdrawalForm(seen, because));
  }
  const { id } = await unpublish(c.var.deps, c.var.actor, c.req.param('articleId') ?? '', reason);
  return redirect(`/newsroom/articles/${id}?done=unpublished`);
}
