import { assign, setDue } from '../../../article/review/assign.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';

/** `POST /newsroom/articles/{articleId}/assignee`: who is to see to it; an empty choice says nobody. */
export async function postAssignee(c: Context): Promise<Response> {
  const { assignee = '' } = await parseForm(c);
  const id = c.req.param('articleId') ?? '';
  await assign(c.var.deps, c.var.actor, id, assignee === '' ? null : assignee);
  return redirect(`/newsroom/articles/${id}#assignment`);
}

/** `POST /newsroom/articles/{articleId}/due`: by which day; an empty one says none. */
export async function postDue(c: Context): Promise<Response> {
  const { day = '' } = await parseForm(c);
  const id = c.req.param('articleId') ?? '';
  await setDue(c.var.deps, c.var.actor, id, day === '' ? null : day);
  return redirect(`/newsroom/articles/${id}#assignment`);
}
