import { html } from 'hono/html';
import { type Actor, isEditorial } from '#core/actor.ts';
import { assign, readAssignment, setDue } from '#editorial/review/assign.ts';
import type { Html } from '#html/html.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { listMembers, type MemberSummary } from '#people/members.ts';

/** `POST /newsroom/articles/{articleId}/assignee`: assigns the article to a member; an empty choice assigns it to nobody. */
export async function postAssignee(c: Context): Promise<Response> {
  const { assignee = '' } = await parseForm(c);
  const id = articleIdOf(c);
  await assign(c.var.deps, c.var.actor, id, assignee === '' ? null : assignee);
  // A writer who takes back the assignment of somebody else's article does not see it any more.
  const isGone = assignee === '' && !isEditorial(c.var.actor);
  return redirect(isGone ? '/newsroom' : `/newsroom/articles/${id}#assignment`);
}

/** `POST /newsroom/articles/{articleId}/due`: sets the due day; an empty field clears it. */
export async function postDue(c: Context): Promise<Response> {
  const { day = '' } = await parseForm(c);
  const id = articleIdOf(c);
  await setDue(c.var.deps, c.var.actor, id, day === '' ? null : day);
  return redirect(`/newsroom/articles/${id}#assignment`);
}

/** The members to whom the actor can assign articles: for a writer only themselves. */
export function assignable(members: readonly MemberSummary[], actor: Actor): MemberSummary[] {
  return members.filter(
    (one) => one.disabledAt === null && one.role !== 'ad sales' && (one.id === actor.id || isEditorial(actor)),
  );
}

/** The assignee and the due day of an article, with the forms that change them. */
export async function assignmentBox(c: Context, articleId: string): Promise<Html> {
  const { deps, actor } = c.var;
  const { assigneeId, dueOn } = await readAssignment(deps.db.read, actor, articleId);
  const members = await listMembers(deps.db.read);
  const people = members.filter((one) => one.id === assigneeId || assignable([one], actor).length > 0);
  return html`<section id="assignment" aria-labelledby="assignment-title">
<h2 id="assignment-title">Assignee and due day</h2>
<form class="entry inline" method="post" action="/newsroom/articles/${articleId}/assignee">
<p class="field"><label for="assignee">Assignee</label>
<select id="assignee" name="assignee"><option value="">Nobody yet</option>${people.map(
    (one) =>
      html`<option value="${one.id}"${one.id === assigneeId ? html` selected` : ''}>${one.name}${one.id === actor.id ? ' (you)' : one.role === 'writer' ? ', writer' : ''}</option>`,
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
