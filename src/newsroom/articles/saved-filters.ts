import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { field, parseForm, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { redirect } from '#html/newsroom/page.ts';
import { refusedPage } from '#html/newsroom/refused-page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import type { MemberSummary } from '#people/members.ts';
import { OPEN_NUMBERS } from './article-query.ts';
import { ARTICLES, type BoardQuery, boardAddress, queryText } from './board-filter.ts';
import { listFilters, removeFilter, savedFilterSchema, saveFilter } from './stored-filters.ts';

/** `POST /newsroom/filters`: saves the filter of the board under a name. */
export async function postFilter(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  try {
    const filter = validateForm(savedFilterSchema, fields, { name: 'The name', query: 'The filter' });
    await saveFilter(c.var.deps, c.var.session.editor, filter);
    return redirect(`${ARTICLES}?${new URLSearchParams(filter.query)}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      refusedPage(
        c,
        { failure, status },
        {
          title: 'View not saved',
          form: html`<form class="entry" method="post" action="/newsroom/filters"><input type="hidden" name="query" value="${fields.query ?? ''}">
${field({ name: 'name', label: 'Save this view as', value: fields.name, autocomplete: 'off', failure })}
<p>${button({ text: 'Save' })}</p></form>`,
          back: { text: 'Articles', href: `${ARTICLES}?${new URLSearchParams(fields.query)}` },
        },
      ),
    );
  }
}

/** `POST /newsroom/filters/remove`: removes a saved filter. */
export async function postFilterRemoval(c: Context): Promise<Response> {
  const { name = '' } = await parseForm(c);
  await removeFilter(c.var.deps, c.var.session.editor, name);
  return redirect(ARTICLES);
}

/** Views that everybody has: they show what can be typed. */
const VIEWS: readonly { name: string; text: string }[] = [
  { name: 'Mine', text: 'by:me' },
  { name: 'Overdue', text: 'due:overdue' },
  { name: 'Ready to publish', text: 'ready:yes' },
  { name: 'With open numbers', text: OPEN_NUMBERS },
];

/** The saved views of the person, and the forms that save the present one and remove others. */
export async function savedViews(c: Context, wanted: BoardQuery, members: readonly MemberSummary[]): Promise<Html> {
  const filters = await listFilters(c.var.deps.db.read, c.var.session.editor);
  const here = boardAddress(wanted);
  const views = [
    ...filters.map(({ name, query }) => ({ name, href: addressOf(query, members) })),
    ...VIEWS.map(({ name, text }) => ({ name, href: boardAddress({ text }) })),
  ];
  const current = views.find(({ href }) => href === here);
  const maySave = here !== ARTICLES && current === undefined && wanted.wrong.length === 0;
  return html`<details class="fold-out" name="find"><summary class="btn plain">${current ? `View: ${current.name}` : 'Saved views'}</summary>
<div class="panel"><nav aria-label="Saved views"><ul>${views.map(
    ({ name, href }) => html`<li><a href="${href}"${href === here ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul></nav>
${
  maySave
    ? html`<form class="inline" method="post" action="/newsroom/filters"><input type="hidden" name="query" value="${here.split('?')[1]}">
<label for="view-name">Save this view as</label> <input id="view-name" name="name" required maxlength="60" autocomplete="off"> ${button({ text: 'Save', weight: 'plain' })}</form>`
    : html`<p class="hint">To save a view, search or filter first.</p>`
}
${
  filters.length === 0
    ? ''
    : html`<details><summary>Remove a view …</summary>
<ul>${filters.map(
        ({ name }) =>
          html`<li><form method="post" action="/newsroom/filters/remove"><input type="hidden" name="name" value="${name}">${button({ text: `Remove “${name}”`, weight: 'plain' })}</form></li>`,
      )}</ul></details>`
}
</div></details>`;
}

/** The address of a stored view; of an earlier one, which has a parameter for each filter, as it would be stored now. */
function addressOf(query: string, members: readonly MemberSummary[]): string {
  const params = new URLSearchParams(query);
  const change = { stage: params.get('stage'), sort: params.get('sort') };
  return boardAddress({ text: queryText(params, members) }, change);
}
