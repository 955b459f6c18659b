import { html } from 'hono/html';
import { REQUIRED_TEXTS } from '#article/article-fields.ts';
import { copySchema } from '#article/copy.ts';
import { openDesks } from '#article/desk.ts';
import type { Failure } from '#core/failure.ts';
import { slugOf } from '#core/text.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { startDraft } from '#editorial/write/start-draft.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { ownByline } from '#people/bylines.ts';

const LABELS = { headline: 'The headline', dek: 'The dek', section: 'The desk', slug: 'The slug' };

/** `GET /newsroom/new`: the form for the fields that a draft needs. */
export function showNewArticle(c: Context): Promise<Response> {
  return newPage(c, {});
}

/** `POST /newsroom/new`: creates the draft, empty when no fields are sent, and opens it in the editor. */
export async function postNewArticle(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const authorId = await ownByline(c.var.deps, c.var.session.editor);
  if (fields.headline === undefined)
    return redirect(`/newsroom/articles/${await startDraft(c.var.deps, c.var.session.editor, authorId)}/edit`);
  const { headline, dek = '', section = '', slug = '' } = fields;
  const typed = { headline, dek, section, slug };
  try {
    const bodyBlocks = [{ id: 'b-1', type: 'paragraph', text: '' }];
    const copy = validateForm(
      copySchema,
      { ...typed, slug: slug || slugOf(headline), bodyBlocks, ...(authorId && { authorId }) },
      LABELS,
    );
    const { id } = await createDraft(c.var.deps, c.var.actor, copy);
    return redirect(`/newsroom/articles/${id}/edit`);
  } catch (error) {
    return renderFormError(error, (failure, status) => newPage(c, { typed, failure, status }));
  }
}

type FormState = { typed?: Record<string, string>; failure?: Failure; status?: number };

function newPage(c: Context, { typed = {}, failure, status = 200 }: FormState): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Not created yet' : 'New article',
    status,
    styles: ['newsroom-editor.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>New article</h1>
<p>This creates a draft. Write the rest in the editor, where you can change these fields too. The editor needs JavaScript; this form does not.</p>
${refusalNote(failure ?? null)}
<form class="entry new" method="post" action="/newsroom/new">
<p class="field"><label for="headline">Headline</label>
<input id="headline" name="headline" value="${typed.headline ?? ''}" required maxlength="220" aria-describedby="headline-hint">
<span class="hint" id="headline-hint">At most ${REQUIRED_TEXTS.headline.max} characters.</span></p>
<p class="field"><label for="dek">Dek</label>
<textarea id="dek" name="dek" rows="2" required aria-describedby="dek-hint">${typed.dek ?? ''}</textarea>
<span class="hint" id="dek-hint">The line under the headline, at most ${REQUIRED_TEXTS.dek.max} characters.</span></p>
<p class="field"><label for="section">Desk</label>
<select id="section" name="section">${openDesks().map(({ slug, name }) => html`<option value="${slug}"${slug === typed.section ? html` selected` : ''}>${name}</option>`)}</select></p>
<p class="field"><label for="slug">Slug</label>
<input id="slug" name="slug" value="${typed.slug ?? ''}" spellcheck="false" aria-describedby="slug-hint">
<span class="hint" id="slug-hint">The last part of the address. If you leave it empty, it is made from the headline.</span></p>
<p><button>Create the draft and write</button></p>
</form>`,
  });
}
