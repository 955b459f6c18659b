import { html } from 'hono/html';
import { addAuthorOrTag, listAuthorsOrTags, nameSchema } from '../../../accounts/bylines.ts';
import type { Failure } from '../../../core/failure.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, refusalNote, renderFormError } from '../kit/form.ts';
import { newsroomPage, redirect } from '../kit/page.ts';

/** `GET /newsroom/tags`: all tags, and the form that adds one, for every member. */
export function showTags(c: Context): Promise<Response> {
  return tagsPage(c, {});
}

/** `POST /newsroom/tags`: adds a tag. */
export async function postNewTag(c: Context): Promise<Response> {
  const { name = '' } = await parseForm(c);
  try {
    const named = validateForm(nameSchema, { name }, { name: 'The name' });
    const { id } = await addAuthorOrTag(c.var.deps, c.var.actor, 'tag', named.name);
    return redirect(`/newsroom/tags?done=${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => tagsPage(c, { name, failure, status }));
  }
}

type FormState = { name?: string; failure?: Failure; status?: number };

async function tagsPage(c: Context, { name = '', failure, status = 200 }: FormState): Promise<Response> {
  const tags = await listAuthorsOrTags(c.var.deps.db.read, 'tag');
  const added = tags.find(({ id }) => id === c.req.query('done'));
  return newsroomPage(c, {
    title: 'Tags',
    status,
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>Tags</h1>
${added ? html`<p class="done" role="status">The tag “${added.name}” can be used now. An editor that is open shows it after a reload.</p>` : ''}
${refusalNote(failure ?? null)}
<form class="entry inline" method="post" action="/newsroom/tags">
<p class="field"><label for="name">Name of the new tag</label> <input id="name" name="name" value="${name}" required maxlength="120" autocomplete="off"></p>
<p><button>Add the tag</button></p>
</form>
${tags.length === 0 ? html`<p>There are no tags yet.</p>` : html`<ul>${tags.map((tag) => html`<li>${tag.name}</li>`)}</ul>`}`,
  });
}
