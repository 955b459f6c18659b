import { html } from 'hono/html';
import { openDesks } from '#article/desk.ts';
import { listTags } from '#article/tags.ts';
import { Failure } from '#core/failure.ts';
import { BULK_ACTS, type BulkAct, type BulkResult, changeArticles } from '#editorial/bulk/change-articles.ts';
import type { Html } from '#html/html.ts';
import { refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { readForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { listMembers } from '#people/members.ts';
import { assignable } from './assignment.ts';

/** The id of the form; the checkboxes in the table name it, because the script replaces the table. */
export const BULK_FORM = 'bulk';

/** `POST /newsroom/bulk`: one act on the ticked articles; the page lists what was done and what not, and why. */
export async function postBulk(c: Context): Promise<Response> {
  const fields = await readForm(c.req.raw);
  const back = boardPath(fields.get('back'));
  const act = BULK_ACTS.find((one) => one === fields.get('act'));
  try {
    if (!act) throw new Failure('validation_failed', 'The form names no act.', { hint: 'Press one of its buttons.' });
    const value = fields.get(act) ?? '';
    const results = await changeArticles(c.var.deps, c.var.actor, { ids: fields.getAll('id'), act, value });
    return resultPage(c, back, act, results);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      newsroomPage(c, {
        title: 'Nothing was changed',
        status,
        main: html`<h1>Nothing was changed</h1>${refusalNote(failure)}<p><a href="${back}">Back to the board</a></p>`,
      }),
    );
  }
}

/** Only an address of the board: a form may not send people elsewhere. */
function boardPath(back: string | null): string {
  return back?.startsWith('/newsroom?') ? back : '/newsroom';
}

const DONE: Record<BulkAct, string> = {
  assign: 'Assignee set',
  section: 'Moved to the desk, in a new revision',
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
    main: html`<p class="trail"><a href="${back}">Board</a></p>
<h1>${done.length} of ${results.length} changed</h1>
${done.length > 0 ? html`<h2>${DONE[act]}: ${done.length}</h2>${list(done, act)}` : ''}
${not.length > 0 ? html`<h2>Not changed: ${not.length}</h2>${list(not, act)}` : ''}
<p><a href="${back}" autofocus>Back to the board</a>${act === 'bin' && done.length > 0 ? html` · <a href="/newsroom/bin">Open the bin</a>` : ''}</p>`,
  });
}

function list(results: readonly BulkResult[], act: BulkAct): Html {
  return html`<ul class="results">${results.map(({ id, headline, isDone, why }) => {
    const name = headline ?? 'An article that you may not see';
    const isThere = headline !== null && !(act === 'bin' && isDone);
    return html`<li>${isThere ? html`<a href="/newsroom/articles/${id}">${name}</a>` : name}${why === null ? '' : html`: ${why}`}</li>`;
  })}</ul>`;
}

/** The form below the board. It is hidden while no article is ticked, by its style sheet. */
export async function bulkForm(c: Context, back: string): Promise<Html> {
  const { deps, actor } = c.var;
  const people = assignable(await listMembers(deps.db.read), actor);
  const tags = await listTags(deps.db.read);
  return html`<form class="bulk" id="${BULK_FORM}" method="post" action="/newsroom/bulk" aria-label="Selected articles">
<input type="hidden" name="back" value="${back}">
<button disabled hidden>Enter in a field sends nothing</button>
<p class="bulk-count" role="status" id="bulk-count">Ticked articles:</p>
${choice('assign', 'Assignee', 'Assign', [{ value: '', name: 'Nobody' }, ...people.map(({ id, name }) => ({ value: id, name }))])}
${choice(
  'section',
  'Desk',
  'Move',
  openDesks().map(({ slug, name }) => ({ value: slug, name })),
)}
${
  tags.length > 0
    ? choice(
        'tag',
        'Tag',
        'Add',
        tags.map(({ id, name }) => ({ value: id, name })),
      )
    : ''
}
<p><label for="bulk-due">Due on</label> <input id="bulk-due" name="due" type="date"> <button class="plain" name="act" value="due">Set</button></p>
<p><button class="plain" name="act" value="duplicate">Duplicate</button> <button class="plain" name="act" value="bin">Move to the bin</button></p>
<p><button type="button" class="plain" data-tick="all" hidden>Tick all shown</button> <button type="button" class="plain" data-tick="none" hidden>Untick all</button></p>
</form>`;
}

type Option = { value: string; name: string };

function choice(act: BulkAct, label: string, button: string, options: readonly Option[]): Html {
  return html`<p><label for="bulk-${act}">${label}</label> <select id="bulk-${act}" name="${act}">${options.map(
    ({ value, name }) => html`<option value="${value}">${name}</option>`,
  )}</select> <button class="plain" name="act" value="${act}">${button}<span class="unseen"> ${label.toLowerCase()}</span></button></p>`;
}
