import { html } from 'hono/html';
import { REQUIRED_TEXTS } from '#article/article-fields.ts';
import { copySchema } from '#article/copy.ts';
import { openSections } from '#article/section.ts';
import { slugOf } from '#core/text.ts';
import { giveAssignment } from '#editorial/review/assign.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { startDraft } from '#editorial/write/start-draft.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { acts, button } from '#html/newsroom/kit/button.ts';
import type { Option } from '#html/newsroom/kit/field.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { ownByline } from '#people/bylines.ts';
import { listMembers } from '#people/members.ts';
import { assignees, assignmentFields, toAssignment } from './assignment.ts';

const { shape } = copySchema;
const COPY_FIELDS = formFields({
  headline: {
    label: 'Headline',
    subject: 'The headline',
    hint: `At most ${REQUIRED_TEXTS.headline.max} characters.`,
    most: REQUIRED_TEXTS.headline.max,
    schema: shape.headline,
  },
  dek: {
    label: 'Dek',
    subject: 'The dek',
    kind: 'area',
    rows: 2,
    hint: `The line under the headline, at most ${REQUIRED_TEXTS.dek.max} characters.`,
    most: REQUIRED_TEXTS.dek.max,
    schema: shape.dek,
  },
});
const SLUG_FIELD = formFields({
  slug: {
    label: 'Slug',
    subject: 'The slug',
    hint: 'The last part of the address. If you leave it empty, it is made from the headline.',
    optional: true,
    schema: shape.slug,
  },
});

/** The fields of the form; `people` can have the assignment. */
function fieldsFor(people: readonly Option[]) {
  return {
    ...COPY_FIELDS,
    section: {
      label: 'Section',
      subject: 'The section',
      kind: 'select',
      options: openSections().map(({ slug, name }) => ({ value: slug, text: name })),
      schema: shape.section,
    } as const,
    ...SLUG_FIELD,
    ...assignmentFields(people),
  };
}

/** `GET /newsroom/new`: the form for the fields that a draft needs. */
export function showNewArticle(c: Context): Promise<Response> {
  return newPage(c, { typed: new URLSearchParams() }, 200);
}

/** `POST /newsroom/new`: creates the draft, empty when no fields are sent, and opens it in the editor. */
export async function postNewArticle(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  const authorId = await ownByline(c.var.deps, c.var.session.editor);
  if (!typed.has('headline'))
    return redirect(`/newsroom/articles/${await startDraft(c.var.deps, c.var.session.editor, authorId)}/edit`);
  try {
    const { headline, dek, section, slug, ...assignment } = readFields(fieldsFor([]), typed);
    const bodyBlocks = [{ id: 'b-1', type: 'paragraph', text: '' }];
    const copy = validateForm(
      copySchema,
      { headline, dek, section, slug: slug ?? slugOf(headline), bodyBlocks, ...(authorId && { authorId }) },
      { slug: 'The slug' },
    );
    const given = toAssignment(assignment);
    const { id } = await createDraft(c.var.deps, c.var.actor, copy);
    if (Object.values(given).some((value) => value !== null)) await giveAssignment(c.var.deps, c.var.actor, id, given);
    const isForAnother = given.assigneeId !== null && given.assigneeId !== c.var.actor.id;
    return redirect(isForAnother ? `/newsroom/articles/${id}` : `/newsroom/articles/${id}/edit`);
  } catch (error) {
    return renderFormError(error, (failure, status) => newPage(c, { typed, failure }, status));
  }
}

async function newPage(c: Context, shown: ShownForm, status: number): Promise<Response> {
  const people = assignees(await listMembers(c.var.deps.db.read), c.var.actor, shown.typed.get('assignee'));
  const fields = fieldsFor(people);
  return newsroomPage(c, {
    title: shown.failure ? 'Not created yet' : 'New article',
    status,
    styles: ['newsroom-editor.css'],
    head: { title: 'New article', trail: [{ text: 'Articles', href: '/newsroom/articles' }] },
    main: html`${refusalSummary(shown.failure)}
<form class="entry new" method="post" action="/newsroom/new">
${drawFields(fields, shown, { only: ['headline', 'dek', 'section', 'slug'] })}
<fieldset><legend>Assignment, if somebody else writes it</legend>
${drawFields(fields, shown, { only: ['assignee', 'day', 'words', 'note'] })}</fieldset>
${acts(button({ text: 'Create the draft and write' }))}
<p class="hint">Write the rest in the editor, which needs JavaScript. This form does not.</p>
</form>`,
  });
}
