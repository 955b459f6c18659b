import { html } from 'hono/html';
import { openSections } from '#article/section.ts';
import { listTags } from '#article/tags.ts';
import { Failure } from '#core/failure.ts';
import { BULK_ACTS, type BulkAct, type BulkResult, changeArticles } from '#editorial/bulk/change-articles.ts';
import { isDay } from '#editorial/review/assign.ts';
import type { Html } from '#html/html.ts';
import { refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { wrongFields, wrongOf } from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { refusedPage } from '#html/newsroom/refused-page.ts';
import { readForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import type { MemberSummary } from '#people/members.ts';
import { assignable } from './assignment.ts';
import { ARTICLES } from './board-filter.ts';
import { MOST_TAKEN_BACK, withChange } from './bulk-undo.ts';

/** The id of the form; the checkboxes in the table name it, because the script replaces the table. */
export const BULK_FORM = 'bulk';

/**
 * `POST /newsroom/bulk`: one act on the ticked articles. Back to the list, with a word and the way back; where an article was not
 * changed, or very many were, a page lists what was done and what not, and why.
 */
export async function postBulk(c: Context): Promise<Response> {
  const fields = await readForm(c.req.raw);
  const back = boardPath(fields.get('back'));
  const act = BULK_ACTS.find((candidate) => candidate === fields.get('act'));
  try {
    if (!act) throw new Failure('validation_failed', 'The form names no act.', { hint: 'Press one of its buttons.' });
    const value = fields.get(act) ?? '';
    if (act === 'due' && value !== '' && !isDay(value)) return dueRefused(c, back, fields);
    const results = await changeArticles(c.var.deps, c.var.actor, { ids: fields.getAll('id'), act, value });
    if (results.every(({ isDone }) => isDone) && results.length <= MOST_TAKEN_BACK)
      return redirect(withChange(back, act, results));
    return resultPage(c, back, act, results);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      newsroomPage(c, {
        title: 'Nothing was changed',
        status,
        head: { title: 'Nothing was changed' },
        main: html`${refusalNote(failure)}<p><a href="${back}">Back to the articles</a></p>`,
      }),
    );
  }
}

/** The form for the due day of the same articles, where what was sent is no day. */
function dueRefused(c: Context, back: string, fields: URLSearchParams): Promise<Response> {
  const failure = wrongFields([{ path: 'due', message: 'The due day must be a day, such as 2026-11-21.' }]);
  const ids = fields.getAll('id');
  return refusedPage(
    c,
    { failure, status: 422 },
    {
      title: 'Nothing was changed',
      form: html`<form class="entry" method="post" action="/newsroom/bulk"><input type="hidden" name="back" value="${back}">
${ids.map((id) => html`<input type="hidden" name="id" value="${id}">`)}
${field({ label: 'Due day', kind: 'date', optional: true }, { name: 'due', typed: fields, wrong: wrongOf(failure, 'due') })}
<p>${button({ text: 'Set', name: 'act', value: 'due' })}</p></form>`,
      back: { text: 'Articles', href: back },
    },
  );
}

/** Only an address of the board: a form may not send people elsewhere. */
function boardPath(back: string | null): string {
  return back?.startsWith(`${ARTICLES}?`) ? back : ARTICLES;
}

const DONE: Record<BulkAct, string> = {
  assign: 'Assignee set',
  section: 'Moved to the section, in a new revision',
  tag: 'Tagged, in a new revision',
  due: 'Due day set',
  duplicate: 'Duplicated',
  bin: 'Moved to the bin',
};

function resultPage(c: Context, back: string, act: BulkAct, results: readonly BulkResult[]): Promise<Response> {
  const [done, not] = [results.filter(({ isDone }) => isDone), results.filter(({ isDone }) => !isDone)];
  return newsroomPage(c, {
    title: `${done.length} of ${results.length} changed`,
    styles: ['newsroom-board.css'],
    head: { title: `${done.length} of ${results.length} changed`, trail: [{ text: 'Articles', href: back }] },
    main: html`${done.length > 0 ? html`<h2>${DONE[act]}: ${done.length}</h2>${list(done, act)}` : ''}
${not.length > 0 ? html`<h2>Not changed: ${not.length}</h2>${list(not, act)}` : ''}
<p><a href="${back}" autofocus>Back to the articles</a>${act === 'bin' && done.length > 0 ? html` · <a href="/newsroom/bin">Open the bin</a>` : ''}</p>`,
  });
}

function list(results: readonly BulkResult[], act: BulkAct): Html {
  return html`<ul class="results">${results.map(({ id, headline, isDone, why }) => {
    const name = headline ?? 'An article that you may not see';
    const isThere = headline !== null && !(act === 'bin' && isDone);
    return html`<li>${isThere ? html`<a href="/newsroom/articles/${id}">${name}</a>` : name}${why === null ? '' : html`: ${why}`}</li>`;
  })}</ul>`;
}

/** The bar at the foot of the list. Its style sheet hides it while no article is ticked, without a script too. */
export async function bulkForm(c: Context, back: string, members: readonly MemberSummary[]): Promise<Html> {
  const { deps, actor } = c.var;
  const people = assignable([...members], actor).map(({ id, name }) => ({ value: id, name }));
  const sections = openSections().map(({ slug, name }) => ({ value: slug, name }));
  const tags = (await listTags(deps.db.read)).map(({ id, name }) => ({ value: id, name }));
  return html`<form class="bulk" id="${BULK_FORM}" method="post" action="/newsroom/bulk" aria-label="Ticked articles">
<input type="hidden" name="back" value="${back}">
<button disabled hidden>Enter in a field sends nothing</button>
<p class="bulk-count" role="status" id="bulk-count">Ticked articles:</p>
${foldOut('Assign …', 'assign', 'Assign', choice('assign', 'Assignee', [{ value: '', name: 'Nobody' }, ...people]))}
${foldOut('Move …', 'section', 'Move', choice('section', 'Section', sections))}
${tags.length > 0 ? foldOut('Tag …', 'tag', 'Add', choice('tag', 'Tag', tags)) : ''}
${foldOut('Due …', 'due', 'Set', html`<label for="bulk-due">Due day</label> <input id="bulk-due" name="due" type="date">`)}
${button({ text: 'Duplicate', weight: 'plain', name: 'act', value: 'duplicate' })}
${button({ text: 'Move to the bin', weight: 'plain', name: 'act', value: 'bin' })}
<span class="bulk-ticks"><button type="button" class="btn quiet" data-tick="all" hidden>Tick all shown</button><button type="button" class="btn quiet" data-tick="none" hidden>Untick all</button></span>
</form>`;
}

/** An act that needs a value: its field opens above the bar. */
function foldOut(words: string, act: BulkAct, text: string, fields: Html): Html {
  return html`<details class="fold-out" name="bulk-act"><summary class="btn plain">${words}</summary><p class="panel">${fields} ${button({ text, name: 'act', value: act })}</p></details>`;
}

type Option = { value: string; name: string };

function choice(act: BulkAct, label: string, options: readonly Option[]): Html {
  return html`<label for="bulk-${act}">${label}</label> <select id="bulk-${act}" name="${act}">${options.map(
    ({ value, name }) => html`<option value="${value}">${name}</option>`,
  )}</select>`;
}
