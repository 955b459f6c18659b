import { html } from 'hono/html';
import { listMembers } from '../../../accounts/members.ts';
import { assign, readAssignment, setDue } from '../../../article/review/assign.ts';
import { isEditorial } from '../../../core/actor.ts';
import type { Html } from '../../../render/html/html.ts';
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

/** Who sees to an article and by when, with the forms that say so. */
export async function assignmentBox(c: Context, articleId: string): Promise<Html> {
  const { deps, actor } = c.var;
  const { assigneeId, dueOn, ownerId } = await readAssignment(deps.db.read, actor, articleId);
  const people = (await listMembers(deps.db.read)).filter(
    (one) =>
      one.id === assigneeId ||
      (one.disabledAt === null &&
        (one.id === actor.id || (isEditorial(actor) && (one.role !== 'writer' || one.id === ownerId)))),
  );
  return html`<section id="assignment" aria-labelledby="assignment-title">
<h2 id="assignment-title">Who, and by when</h2>
<form class="entry inline" method="post" action="/newsroom/articles/${articleId}/assignee">
<p class="field"><label for="assignee">Seen to by</label>
<select id="assignee" name="assignee"><option value="">Nobody yet</option>${people.map(
    (one) =>
      html`<option value="${one.id}"${one.id === assigneeId ? html` selected` : ''}>${one.name}${one.id === actor.id ? ' (you)' : ''}</option>`,
  )}</select></p>
<p class="field"><button class="plain">Assign</button></p>
</form>
<form class="entry inline" method="post" action="/newsroom/articles/${articleId}/due">
<p class="field"><label for="day">Due on</label>
<input id="day" name="day" type="date" value="${dueOn ?? ''}"></p>
<p class="field"><button class="plain">Set the day</button></p>
</form>
</section>`;
}
