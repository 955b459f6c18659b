import { html } from 'hono/html';
import { getTag, listTags, type Tag } from '#article/tags.ts';
import type { Failure } from '#core/failure.ts';
import { mergeTags, renameTag } from '#editorial/tags.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import {
  aboutField,
  drawFields,
  type Fields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
} from '#html/newsroom/kit/form.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { addAuthorOrTag, nameSchema } from '#people/bylines.ts';

const NEW_TAG = formFields({
  name: { label: 'Name of the new tag', subject: 'The name', schema: nameSchema.shape.name },
});
const RENAMED_TAG = formFields({ name: { ...NEW_TAG.name, label: 'New name' } });
const mergeField = (name: string, others: readonly Tag[]) =>
  ({
    into: {
      label: `Merge “${name}” into`,
      subject: 'The other tag',
      kind: 'select',
      none: 'Choose a tag',
      options: others.map(({ id, name: text }) => ({ value: id, text })),
    },
  }) as const satisfies Fields;

/** `GET /newsroom/tags`: all tags, and the form that adds one, for every member. */
export function showTags(c: Context): Promise<Response> {
  return tagsPage(c, {});
}

/** `POST /newsroom/tags`: adds a tag. */
export async function postNewTag(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const named = readFields(NEW_TAG, typed);
    const { id } = await addAuthorOrTag(c.var.deps, c.var.actor, 'tag', named.name);
    return redirect(`/newsroom/tags?done=${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      tagsPage(c, { typed, failure: aboutField(failure, 'name'), status }),
    );
  }
}

type FormState = { typed?: URLSearchParams; failure?: Failure; status?: number };

async function tagsPage(c: Context, { typed, failure, status = 200 }: FormState): Promise<Response> {
  const tags = await listTags(c.var.deps.db.read);
  const done = tags.find(({ id }) => id === c.req.query('done'));
  const isChief = c.var.actor.kind === 'editor' && c.var.actor.role === 'chief';
  return newsroomPage(c, {
    title: failure ? 'No tag was added' : 'Tags',
    status,
    head: { title: 'Tags', primary: { text: 'Add a tag', href: '#name' } },
    toast: done && !failure ? doneToast(done.name, c.req.query('act')) : null,
    main: html`${
      tags.length === 0
        ? emptyState({ title: 'No tag yet', text: 'Tags are topics of an article, in addition to its section.' })
        : listLines(
            tags.map(({ id, slug, name }) => ({
              title: name,
              ...(isChief && { href: `/newsroom/tags/${id}` }),
              side: [html`<a href="/tags/${slug}">See it as a reader<span class="unseen">: ${name}</span></a>`],
            })),
            'Tags',
          )
    }
<h2>Add a tag</h2>
${refusalSummary(failure)}
<form class="entry" method="post" action="/newsroom/tags">
${drawFields(NEW_TAG, { typed: typed ?? new URLSearchParams(), failure })}<p>${button({ text: 'Add the tag' })}</p>
</form>`,
  });
}

function doneToast(name: string, act: string | undefined): Toast {
  if (act === 'renamed') return { text: html`The tag is named “${name}” now, on published articles too.` };
  if (act === 'merged') return { text: html`Its articles have the tag “${name}” now, published articles too.` };
  return { text: html`The tag “${name}” can be used now. An editor that is open shows it after a reload.` };
}

/** `GET /newsroom/tags/{tagId}`: the forms that rename a tag and merge it into another, for chiefs. */
export function showTag(c: Context): Promise<Response> {
  return tagPage(c, {});
}

/** `POST /newsroom/tags/{tagId}`: renames a tag. */
export async function postTagName(c: Context): Promise<Response> {
  const id = tagIdOf(c);
  const typed = await readTyped(c);
  try {
    await renameTag(c.var.deps, c.var.actor, id, readFields(RENAMED_TAG, typed).name.trim());
    return redirect(`/newsroom/tags?act=renamed&done=${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => tagPage(c, { typed, failure, status }));
  }
}

/** `POST /newsroom/tags/{tagId}/merge`: gives all its articles another tag instead. */
export async function postTagMerge(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  typed.set('into', typed.get('into') ?? '');
  try {
    const { into } = readFields(mergeField('', []), typed);
    await mergeTags(c.var.deps, c.var.actor, tagIdOf(c), into);
    return redirect(`/newsroom/tags?act=merged&done=${into}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      tagPage(c, { typed, failure: aboutField(failure, 'into'), status }),
    );
  }
}

function tagIdOf(c: Context): string {
  return c.req.param('tagId') ?? '';
}

async function tagPage(c: Context, { typed, failure, status = 200 }: FormState): Promise<Response> {
  const { read } = c.var.deps.db;
  const tag = await getTag(read, tagIdOf(c));
  const others = (await listTags(read)).filter(({ id }) => id !== tag.id);
  const at = `/newsroom/tags/${tag.id}`;
  const isMerge = typed?.has('into') ?? false;
  return newsroomPage(c, {
    title: failure ? `Not changed: ${tag.name}` : `Tag: ${tag.name}`,
    status,
    head: {
      title: tag.name,
      others: [{ text: 'See it as a reader', href: `/tags/${tag.slug}` }],
      trail: [{ text: 'Tags', href: '/newsroom/tags' }],
    },
    main: html`${refusalSummary(failure)}
<h2>Rename</h2>
<p class="hint">Articles show the new name at once, published ones too. The page of the tag moves to a new address, and the old one leads there.</p>
<form class="entry" method="post" action="${at}">
${drawFields(RENAMED_TAG, typed && !isMerge ? { typed, failure } : { typed: new URLSearchParams({ name: tag.name }) })}<p>${button({ text: 'Rename' })}</p>
</form>
${others.length > 0 ? mergeForm(tag, others, isMerge ? failure : undefined) : ''}`,
  });
}

function mergeForm({ id, name }: Tag, others: Tag[], failure?: Failure): Html {
  return html`<h2>Merge</h2>
<p class="hint">Every article with “${name}”, draft or published, has the other tag from now on. “${name}” can no longer be chosen. This cannot be undone.</p>
<form class="entry" method="post" action="/newsroom/tags/${id}/merge">
${drawFields(mergeField(name, others), { typed: new URLSearchParams(), failure })}<p>${button({ text: 'Merge', weight: 'plain' })}</p>
</form>`;
}
