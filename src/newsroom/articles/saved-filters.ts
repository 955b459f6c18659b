import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { type BoardQuery, boardAddress, isNarrowed } from './board-filter.ts';
import { listFilters, removeFilter, savedFilterSchema, saveFilter } from './stored-filters.ts';

/** `POST /newsroom/filters`: saves the filter of the board under a name. */
export async function postFilter(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  try {
    const filter = validateForm(savedFilterSchema, fields, { name: 'The name', query: 'The filter' });
    await saveFilter(c.var.deps, c.var.session.editor, filter);
    return redirect(`/newsroom?${new URLSearchParams(filter.query)}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      newsroomPage(c, {
        title: 'Not saved',
        status,
        main: html`<h1>Not saved</h1>${refusalNote(failure)}<p><a href="/newsroom?${new URLSearchParams(fields.query)}">Back to the board</a></p>`,
      }),
    );
  }
}

/** `POST /newsroom/filters/remove`: removes a saved filter. */
export async function postFilterRemoval(c: Context): Promise<Response> {
  const { name = '' } = await parseForm(c);
  await removeFilter(c.var.deps, c.var.session.editor, name);
  return redirect('/newsroom');
}

/** The person's saved filters, and the forms that save the present one and remove others. */
export async function savedFilters(c: Context, wanted: BoardQuery): Promise<Html | string> {
  const filters = await listFilters(c.var.deps.db.read, c.var.session.editor);
  const { cursor: _, ...kept } = wanted;
  const query = boardAddress(kept).split('?')[1] ?? '';
  const maySave = isNarrowed(kept) || kept.stage !== undefined;
  if (filters.length === 0 && !maySave) return '';
  return html`<div class="saved-filters">
${
  filters.length === 0
    ? ''
    : html`<nav aria-label="Saved filters"><ul>${filters.map(
        (one) =>
          html`<li><a href="/newsroom?${one.query}"${one.query === query ? html` aria-current="true"` : ''}>${one.name}</a></li>`,
      )}</ul></nav>`
}
${
  maySave
    ? html`<details><summary>Save this filter …</summary>
<form class="entry inline" method="post" action="/newsroom/filters"><input type="hidden" name="query" value="${query}">
<p class="field"><label for="filter-name">Name</label> <input id="filter-name" name="name" required maxlength="60" autocomplete="off"></p><p><button class="plain">Save</button></p></form></details>`
    : ''
}
${
  filters.length === 0
    ? ''
    : html`<details><summary>Remove a filter …</summary>
<ul>${filters.map(
        ({ name }) =>
          html`<li><form method="post" action="/newsroom/filters/remove"><input type="hidden" name="name" value="${name}"><button class="plain">Remove “${name}”</button></form></li>`,
      )}</ul></details>`
}
</div>`;
}
