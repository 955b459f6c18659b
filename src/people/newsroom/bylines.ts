import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { aboutField, drawFields, formFields, readFields, readTyped, refusalSummary } from '#html/newsroom/kit/form.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { face } from '#html/newsroom/kit/pill.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { addAuthorOrTag, listAuthors, listOwnBylines, nameSchema } from '#people/bylines.ts';
import { listMembers } from '#people/members.ts';

const FIELDS = formFields({
  name: {
    label: 'Name of the new byline',
    subject: 'The name',
    schema: nameSchema.shape.name,
    hint: 'As readers see it. Portrait and biography come after it.',
  },
});

/** `GET /newsroom/bylines`: the names that articles are signed with. */
export function showBylines(c: Context): Promise<Response> {
  return bylinesPage(c, {});
}

/** `POST /newsroom/team/authors`: adds a byline. */
export async function postAuthor(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { name } = readFields(FIELDS, typed);
    const { id } = await addAuthorOrTag(c.var.deps, c.var.actor, 'author', name);
    return redirect(`/newsroom/bylines?done=${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      bylinesPage(c, { typed, failure: aboutField(failure, 'name'), status }),
    );
  }
}

type FormState = { typed?: URLSearchParams; failure?: Failure; status?: number };

async function bylinesPage(c: Context, { typed, failure, status = 200 }: FormState): Promise<Response> {
  const { read } = c.var.deps.db;
  const bylines = await listAuthors(read);
  const names = new Map((await listMembers(read)).map(({ id, name }) => [id, name]));
  const owners = new Map([...(await listOwnBylines(read))].map(([person, byline]) => [byline, names.get(person)]));
  const done = bylines.find(({ id }) => id === c.req.query('done'));
  return newsroomPage(c, {
    title: failure ? 'No byline was added' : 'Bylines',
    status,
    head: { title: 'Bylines', primary: { text: 'Add a byline', href: '#name' } },
    toast: done && !failure ? { text: html`Articles can be signed “${done.name}” now.` } : null,
    main: html`${
      bylines.length === 0
        ? emptyState({
            title: 'No byline yet',
            text: 'Without one, articles are signed with the name of the magazine.',
          })
        : listLines(
            bylines.map(({ id, name }) => ({
              title: name,
              href: `/newsroom/bylines/${id}`,
              facts: [owners.has(id) ? html`${owners.get(id)} signs with it` : 'No person of the team signs with it'],
              side: [face(name)],
            })),
            'Bylines',
          )
    }
<h2>Add a byline</h2>
${refusalSummary(failure)}
<form class="entry" method="post" action="/newsroom/team/authors">
${drawFields(FIELDS, { typed: typed ?? new URLSearchParams(), failure })}<p>${button({ text: 'Add the byline' })}</p>
</form>`,
  });
}
