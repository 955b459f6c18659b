import { html } from 'hono/html';
import { seriesPath } from '#article/addresses.ts';
import { deskName } from '#article/desk.ts';
import { MOST_PARTS, seriesSchema } from '#article/series.ts';
import { getSeries, type SeriesRecord } from '#article/series-records.ts';
import { Failure } from '#core/failure.ts';
import { addToSeries, changeSeries, deleteSeries, moveInSeries, removeFromSeries } from '#editorial/publish/series.ts';
import type { Html } from '#html/html.ts';
import { field, type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { changeList } from './change-list.ts';
import { findOffered, offeredForms } from './offered-articles.ts';
import { SERIES_LABELS } from './series-list.ts';

type Fields = Record<string, string>;

/** `GET /newsroom/series/{seriesId}?q=…`: the parts of a series, and the forms that change it. */
export function showSeries(c: Context): Promise<Response> {
  return seriesPage(c, null);
}

/** `POST /newsroom/series/{seriesId}`: changes name and description. */
export function postSeries(c: Context): Promise<Response> {
  return change(c, 'changed', ({ name = '', description = '' }) => {
    const words = validateForm(seriesSchema, { name, description }, SERIES_LABELS);
    return changeSeries(c.var.deps, c.var.actor, idOf(c), words);
  });
}

/** `POST /newsroom/series/{seriesId}/parts`: adds an article. */
export function postSeriesPart(c: Context): Promise<Response> {
  return change(c, 'added', ({ article = '' }) => {
    if (article === '') throw new Failure('validation_failed', 'No article was chosen.', { hint: 'Choose one.' });
    return addToSeries(c.var.deps, c.var.actor, idOf(c), article);
  });
}

/** `POST /newsroom/series/{seriesId}/move`: a part one place up or down. */
export function postSeriesMove(c: Context): Promise<Response> {
  return change(c, 'moved', ({ article = '', direction }) =>
    moveInSeries(c.var.deps, c.var.actor, {
      id: idOf(c),
      articleId: article,
      direction: direction === 'up' ? 'up' : 'down',
    }),
  );
}

/** `POST /newsroom/series/{seriesId}/remove`: takes an article out. */
export function postSeriesRemoval(c: Context): Promise<Response> {
  return change(c, 'removed', ({ article = '' }) => removeFromSeries(c.var.deps, c.var.actor, idOf(c), article));
}

/** `POST /newsroom/series/{seriesId}/delete`. */
export async function postSeriesDeletion(c: Context): Promise<Response> {
  await deleteSeries(c.var.deps, c.var.actor, idOf(c));
  return redirect('/newsroom/series?done=deleted');
}

function idOf(c: Context): string {
  return c.req.param('seriesId') ?? '';
}

function change(c: Context, done: string, act: (fields: Record<string, string>) => Promise<void>): Promise<Response> {
  return changeList(c, { path: `/newsroom/series/${idOf(c)}`, show: seriesPage }, done, act);
}

async function seriesPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const series = await getSeries(c.var.deps.db.read, idOf(c));
  const { parts, name } = series;
  const isLive = parts.some((part) => part.isLive);
  const path = `/newsroom/series/${series.id}`;
  const typed = refused?.typed ?? {};
  return newsroomPage(c, {
    title: `Series: ${name}`,
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/series">Series</a></p>
<h1>${name}</h1>
<p class="hint">${isLive ? html`Readers find it at <a href="${seriesPath(series)}">${seriesPath(series)}</a>.` : html`Readers will find it at <code>${seriesPath(series)}</code> once a part is published.`} They see only published parts.</p>
${refusalNote(refused?.failure ?? null)}${refused ? '' : doneNote(c, series)}
${parts.length > 0 ? partList(c, path, series) : html`<p>It has no part yet.</p>`}
<h2>Add an article</h2>
<p class="hint">A draft is added on its own page.</p>
${parts.length < MOST_PARTS ? await addForms(c, path, series, typed) : html`<p>${MOST_PARTS} parts are the most.</p>`}
<h2>Name and description</h2>
<form class="entry" method="post" action="${path}">
${field({ name: 'name', label: 'Name', value: typed.name ?? name, autocomplete: 'off' })}
${field({ name: 'description', label: 'What it is about, in a line', value: typed.description ?? series.description, autocomplete: 'off' })}
<p><button>Change the words</button></p>
</form>
<details class="delete"><summary>Delete the series …</summary>
<form method="post" action="${path}/delete"><p>Nobody can read it at its address any more. Its articles stay. This cannot be undone.</p><button class="plain">Delete “${name}”</button></form>
</details>`,
  });
}

function doneNote(c: Context, { parts }: SeriesRecord): Html | string {
  const done = c.req.query('done');
  const place = parts.findIndex(({ articleId }) => articleId === c.req.query('article'));
  const headline = parts[place]?.headline;
  const note = (text: string) => html`<p class="done" role="status">${text}</p>`;
  if (done === 'made') return note('The series was made. Add its articles.');
  if (done === 'changed') return note('Readers see the new words.');
  if (done === 'removed') return note('The article is no part of the series any more.');
  return done && headline ? note(`“${headline}” is now number ${place + 1} of the series.`) : '';
}

async function addForms(c: Context, path: string, { parts }: SeriesRecord, typed: Fields): Promise<Html> {
  const q = (typed.q ?? c.req.query('q') ?? '').trim();
  const taken = parts.map(({ articleId }) => articleId);
  const form = { path, addPath: `${path}/parts`, act: 'Add it', chosen: typed.article };
  return offeredForms(q, await findOffered(c, q, taken, { withArchive: true }), form);
}

function partList(c: Context, path: string, { parts }: SeriesRecord): Html {
  const focus = (id: string, direction: string) =>
    id === c.req.query('article') && c.req.query('direction') === direction ? html` autofocus` : '';
  return html`<ol class="front">${parts.map(({ articleId: id, headline, section, isLive }, place) => {
    const hidden = html`<input type="hidden" name="article" value="${id}">`;
    const move = (direction: 'up' | 'down') =>
      html`<button class="plain" name="direction" value="${direction}"${focus(id, direction)}>Move ${direction}<span class="unseen"> “${headline}”</span></button>`;
    return html`
<li><p><a href="/newsroom/articles/${id}">${headline}</a> <span class="hint">${deskName(section)}${isLive ? '' : '. Not published: readers do not see it'}</span></p>
<div class="acts"><form method="post" action="${path}/move">${hidden}${place > 0 ? move('up') : ''} ${place < parts.length - 1 ? move('down') : ''}</form>
<form method="post" action="${path}/remove">${hidden}<button class="plain">Remove<span class="unseen"> “${headline}”</span></button></form></div></li>`;
  })}
</ol>`;
}
