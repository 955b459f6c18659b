import { html } from 'hono/html';
import { getTag, listTags, type Tag } from '#article/tags.ts';
import type { Failure } from '#core/failure.ts';
import { mergeTags, renameTag } from '#editorial/tags.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { addAuthorOrTag, nameSchema } from '#people/bylines.ts';

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
  const tags = await listTags(c.var.deps.db.read);
  const done = tags.find(({ id }) => id === c.req.query('done'));
  const isChief = c.var.actor.kind === 'editor' && c.var.actor.role === 'chief';
  return newsroomPage(c, {
    title: 'Tags',
    status,
    styles: ['newsroom-people.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>Tags</h1>
${done ? doneNote(done.name, c.req.query('act')) : ''}
${refusalNote(failure ?? null)}
<form class="entry inline" method="post" action="/newsroom/tags">
<p class="field"><label for="name">Name of the new tag</label> <input id="name" name="name" value="${name}" required maxlength="120" autocomplete="off"></p>
<p><button>Add the tag</button></p>
</form>
${tags.length === 0 ? html`<p>There are no tags yet.</p>` : html`${isChief ? html`<p class="hint">Follow a tag to rename it or to merge it into another.</p>` : ''}<ul class="tag-list">${tags.map((tag) => html`<li>${isChief ? html`<a href="/newsroom/tags/${tag.id}" aria-label="Rename or merge ${tag.name}">${tag.name}</a>` : tag.name}</li>`)}</ul>`}`,
  });
}

function doneNote(name: string, act: string | undefined): Html {
  const words =
    act === 'renamed'
      ? html`The tag is named “${name}” now, on published articles too.`
      : act === 'merged'
        ? html`Its articles have the tag “${name}” now, published articles too.`
        : html`The tag “${name}” can be used now. An editor that is open shows it after a reload.`;
  return html`<p class="done" role="status">${words}</p>`;
}

/** `GET /newsroom/tags/{tagId}`: the forms that rename a tag and merge it into another, for chiefs. */
export function showTag(c: Context): Promise<Response> {
  return tagPage(c, {});
}

/** `POST /newsroom/tags/{tagId}`: renames a tag. */
export async function postTagName(c: Context): Promise<Response> {
  const id = tagIdOf(c);
  const { name = '' } = await parseForm(c);
  try {
    const named = validateForm(nameSchema, { name }, { name: 'The name' });
    await renameTag(c.var.deps, c.var.actor, id, named.name.trim());
    return redirect(`/newsroom/tags?act=renamed&done=${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => tagPage(c, { name, failure, status }));
  }
}

/** `POST /newsroom/tags/{tagId}/merge`: gives all its articles another tag instead. */
export async function postTagMerge(c: Context): Promise<Response> {
  const { into = '' } = await parseForm(c);
  try {
    await mergeTags(c.var.deps, c.var.actor, tagIdOf(c), into);
    return redirect(`/newsroom/tags?act=merged&done=${into}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => tagPage(c, { failure, status }));
  }
}

function tagIdOf(c: Context): string {
  return c.req.param('tagId') ?? '';
}

async function tagPage(c: Context, { name, failure, status = 200 }: FormState): Promise<Response> {
  const { read } = c.var.deps.db;
  const tag = await getTag(read, tagIdOf(c));
  const others = (await listTags(read)).filter(({ id }) => id !== tag.id);
  const at = `/newsroom/tags/${tag.id}`;
  return newsroomPage(c, {
    title: `Tag: ${tag.name}`,
    status,
    styles: ['newsroom-people.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/tags">Tags</a></p>
<h1>${tag.name}</h1>
${refusalNote(failure ?? null)}
<section class="act"><h2>Rename</h2>
<p>Articles show the new name at once, published ones too. The page of the tag moves to a new address, and the old one leads there.</p>
<form class="entry" method="post" action="${at}">
${field({ name: 'name', label: 'New name', value: name ?? tag.name, autocomplete: 'off' })}
<p><button>Rename</button></p>
</form></section>
${others.length > 0 ? mergeForm(tag, others) : ''}`,
  });
}

function mergeForm({ id, name }: Tag, others: Tag[]): Html {
  return html`<section class="act"><h2>Merge</h2>
<p>Every article with “${name}”, draft or published, has the other tag from now on. “${name}” can no longer be chosen. This cannot be undone.</p>
<form class="entry" method="post" action="/newsroom/tags/${id}/merge">
<p class="field"><label for="into">Merge “${name}” into</label>
<select id="into" name="into" required><option value="">Choose a tag</option>${others.map((tag) => html`<option value="${tag.id}">${tag.name}</option>`)}</select></p>
<p><button class="plain">Merge</button></p>
</form></section>`;
}
