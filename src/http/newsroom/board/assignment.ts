import { assign, setDue } from '../../../article/review/assign.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';

/** `POST /newsroom/articles/{articleId}/assignee`: who is to see to it; an empty choice says nobody. */
export async function postAssignee(c: Ctx): Promise<Response> {
  const { assignee = '' } = await readFields(c);
  const id = c.req.param('articleId') ?? '';
  await assign(c.var.press, c.var.actor, id, assignee === '' ? null : assignee);
  return goTo(`/newsroom/articles/${id}#assignment`);
}

/** `POST /newsroom/articles/{articleId}/due`: by which day; an empty one says none. */
export async function postDue(c: Ctx): Promise<Response> {
  const { day = '' } = await readFields(c);
  const id = c.req.param('articleId') ?? '';
  await setDue(c.var.press, c.var.actor, id, day === '' ? null : day);
  return goTo(`/newsroom/articles/${id}#assignment`);
}
