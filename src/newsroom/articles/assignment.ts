import { html } from 'hono/html';
import { type Actor, isEditorial } from '#core/actor.ts';
import {
  assign,
  assignmentSchema,
  type GivenAssignment,
  giveAssignment,
  readAssignment,
  setDue,
} from '#editorial/review/assign.ts';
import type { Html } from '#html/html.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import type { Option } from '#html/newsroom/kit/field.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  type ShownForm,
  typedOf,
  type Values,
} from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import { refusedPage } from '#html/newsroom/refused-page.ts';
import type { Context } from '#http/context.ts';
import { listMembers, type MemberSummary } from '#people/members.ts';

/** `POST /newsroom/articles/{articleId}/assignee`: assigns the article to a member; an empty choice assigns it to nobody. */
export async function postAssignee(c: Context): Promise<Response> {
  const { assignee = '' } = await parseForm(c);
  const id = articleIdOf(c);
  await assign(c.var.deps, c.var.actor, id, assignee === '' ? null : assignee);
  // A writer who takes back the assignment of somebody else's article does not see it any more.
  const isGone = assignee === '' && !isEditorial(c.var.actor);
  return redirect(isGone ? '/newsroom/articles' : `/newsroom/articles/${id}#assignment`);
}

/** `POST /newsroom/articles/{articleId}/due`: sets the due day; an empty field clears it. */
export async function postDue(c: Context): Promise<Response> {
  const { day = '' } = await parseForm(c);
  const id = articleIdOf(c);
  await setDue(c.var.deps, c.var.actor, id, day === '' ? null : day);
  return redirect(`/newsroom/articles/${id}#assignment`);
}

/** `POST /newsroom/articles/{articleId}/assignment`: who writes the article, by when, how long, and a note. */
export async function postAssignment(c: Context): Promise<Response> {
  const id = articleIdOf(c);
  const typed = await readTyped(c);
  try {
    const given = toAssignment(readFields(assignmentFields([]), typed));
    await giveAssignment(c.var.deps, c.var.actor, id, given);
    const isGone = given.assigneeId === null && !isEditorial(c.var.actor);
    return redirect(isGone ? '/newsroom/articles' : `/newsroom/articles/${id}#assignment`);
  } catch (error) {
    return renderFormError(error, async (failure, status) => {
      const people = assignees(await listMembers(c.var.deps.db.read), c.var.actor, typed.get('assignee'));
      return refusedPage(
        c,
        { failure, status },
        {
          title: 'Assignment not saved',
          form: assignmentForm(id, people, { typed, failure }),
          ids: IDS,
          back: { text: 'Article', href: `/newsroom/articles/${encodeURIComponent(id)}#assignment` },
        },
      );
    });
  }
}

/** Before the ids of the fields: the page of an article has other fields with such names. */
const IDS = 'assignment-';

/** The fields of an assignment; `people` can have it. */
export function assignmentFields(people: readonly Option[]) {
  const { dueOn, words, note } = assignmentSchema.shape;
  return formFields({
    assignee: { label: 'Assignee', kind: 'select', none: 'Nobody yet', options: people, optional: true },
    day: { label: 'Due on', subject: 'The due day', kind: 'date', optional: true, schema: dueOn.unwrap() },
    words: {
      label: 'Length in words',
      subject: 'The length',
      kind: 'number',
      min: '1',
      max: '100000',
      optional: true,
      schema: words.unwrap(),
    },
    note: {
      label: 'Note',
      subject: 'The note',
      kind: 'area',
      rows: 2,
      most: 2000,
      hint: 'What the article is about, whom to ask. Never published.',
      optional: true,
      schema: note.unwrap(),
    },
  });
}

/** The assignment in the fields of a form; empty ones are null. */
export function toAssignment({
  assignee,
  day,
  words,
  note,
}: Values<ReturnType<typeof assignmentFields>>): GivenAssignment {
  return { assigneeId: assignee, dueOn: day, words, note };
}

/** The members to whom the actor can assign articles: for a writer only themselves. */
export function assignable(members: readonly MemberSummary[], actor: Actor): MemberSummary[] {
  return members.filter(
    (member) =>
      member.disabledAt === null && member.role !== 'ad sales' && (member.id === actor.id || isEditorial(actor)),
  );
}

/** The choices for the person who writes an article: with the present one, who may be somebody else's choice. */
export function assignees(members: readonly MemberSummary[], actor: Actor, present: string | null): Option[] {
  const mine = assignable(members, actor);
  return members
    .filter((member) => member.id === present || mine.includes(member))
    .map((member) => ({
      value: member.id,
      text: `${member.name}${member.id === actor.id ? ' (you)' : member.role === 'writer' ? ', writer' : ''}`,
    }));
}

/** Who writes an article, by when, how long, and the note, with the form that changes them. */
export async function assignmentBox(c: Context, articleId: string): Promise<Html> {
  const { deps, actor } = c.var;
  const { assigneeId, dueOn, words, note } = await readAssignment(deps.db.read, actor, articleId);
  const people = assignees(await listMembers(deps.db.read), actor, assigneeId);
  const typed = typedOf(assignmentFields([]), { assignee: assigneeId, day: dueOn, words, note });
  return html`<section id="assignment" aria-labelledby="assignment-title">
<h2 id="assignment-title">Assignment</h2>
${assignmentForm(articleId, people, { typed })}
</section>`;
}

function assignmentForm(articleId: string, people: readonly Option[], shown: ShownForm): Html {
  return html`<form class="entry" method="post" action="/newsroom/articles/${articleId}/assignment">
${drawFields(assignmentFields(people), shown, { ids: IDS })}<p>${button({ text: 'Save the assignment', weight: 'plain' })}</p>
</form>`;
}
