import { html } from 'hono/html';
import { seriesPath } from '#article/addresses.ts';
import { sectionName } from '#article/section.ts';
import { MOST_PARTS, seriesSchema } from '#article/series.ts';
import { getSeries, type SeriesRecord } from '#article/series-records.ts';
import { Failure } from '#core/failure.ts';
import { addToSeries, changeSeries, deleteSeries, moveInSeries, removeFromSeries } from '#editorial/publish/series.ts';
import type { Html } from '#html/html.ts';
import { field, type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { acts, button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { type Before, changeList, placeIn } from './change-list.ts';
import { findOffered, offeredForms } from './offered-articles.ts';
import { type OrderedLine, orderedList, orderedToast, undoForm } from './ordered-list.ts';
import { SERIES_LABELS } from './series-list.ts';

type Fields = Record<string, string>;

/** `GET /newsroom/series/{seriesId}?q=…`: the parts of a series, and the forms that change it. */
export function showSeries(c: Context): Promise<Response> {
  return seriesPage(c, null);
}

/** `POST /newsroom/series/{seriesId}`: changes name and description. */
export function postSeries(c: Context): Promise<Response> {
  return change(c, 'changed', async ({ name = '', description = '' }) => {
    const words = validateForm(seriesSchema, { name, description }, SERIES_LABELS);
    await changeSeries(c.var.deps, c.var.actor, idOf(c), words);
  });
}

/** `POST /newsroom/series/{seriesId}/parts`: adds an article. */
export function postSeriesPart(c: Context): Promise<Response> {
  return change(c, 'added', async (fields) => {
    const { article = '' } = fields;
    if (article === '') throw new Failure('validation_failed', 'No article was chosen.', { hint: 'Choose one.' });
    const id = idOf(c);
    await addToSeries(c.var.deps, c.var.actor, id, article);
    const place = placeIn(fields);
    const { parts } = await getSeries(c.var.deps.db.read, id);
    if (place !== undefined && place < parts.length - 1)
      await moveInSeries(c.var.deps, c.var.actor, { id, articleId: article, direction: place });
  });
}

/** `POST /newsroom/series/{seriesId}/move`: a part one place up or down. */
export function postSeriesMove(c: Context): Promise<Response> {
  return change(c, 'moved', async ({ article = '', direction }) => {
    await moveInSeries(c.var.deps, c.var.actor, {
      id: idOf(c),
      articleId: article,
      direction: direction === 'up' ? 'up' : 'down',
    });
  });
}

/** `POST /newsroom/series/{seriesId}/remove`: takes an article out. */
export function postSeriesRemoval(c: Context): Promise<Response> {
  return change(c, 'removed', async ({ article = '' }) => {
    const { parts } = await getSeries(c.var.deps.db.read, idOf(c));
    await removeFromSeries(c.var.deps, c.var.actor, idOf(c), article);
    return { place: String(parts.findIndex(({ articleId }) => articleId === article)) };
  });
}

/** `POST /newsroom/series/{seriesId}/delete`. */
export async function postSeriesDeletion(c: Context): Promise<Response> {
  await deleteSeries(c.var.deps, c.var.actor, idOf(c));
  return redirect('/newsroom/series?done=deleted');
}

function idOf(c: Context): string {
  return c.req.param('seriesId') ?? '';
}

function change(
  c: Context,
  done: string,
  act: (fields: Record<string, string>) => Promise<Before | undefined>,
): Promise<Response> {
  return changeList(c, { path: `/newsroom/series/${idOf(c)}`, show: seriesPage }, done, act);
}

async function seriesPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const series = await getSeries(c.var.deps.db.read, idOf(c));
  const { parts, name } = series;
  const isLive = parts.some((part) => part.isLive);
  const path = `/newsroom/series/${series.id}`;
  const typed = refused?.typed ?? {};
  const address = seriesPath(series);
  return newsroomPage(c, {
    title: `Series: ${name}`,
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    head: {
      title: name,
      trail: [{ text: 'Series', href: '/newsroom/series' }],
      ...(isLive && { others: [{ text: 'View series', href: address }] }),
    },
    toast: refused ? null : seriesToast(c, series, path),
    main: html`${refusalNote(refused?.failure ?? null)}
${
  parts.length > 0
    ? orderedList(c, { path, removeText: 'Remove', lines: parts.map(lineOf) })
    : emptyState({ title: 'It has no part yet', text: 'Add a published article here, or a draft on its own page.' })
}
${isLive ? '' : html`<p class="hint">Readers will find it at <code>${address}</code> once a part is published.</p>`}
${parts.length < MOST_PARTS ? html`<h2>Add an article</h2>${await addForms(c, path, series, typed)}` : html`<p class="hint">${MOST_PARTS} parts are the most.</p>`}
<details class="words"${refused ? html` open` : ''}><summary>Name and description</summary>
<form class="entry" method="post" action="${path}">
${field({ name: 'name', label: 'Name', value: typed.name ?? name, autocomplete: 'off', failure: refused?.failure })}
${field({ name: 'description', label: 'What it is about, in a line', value: typed.description ?? series.description, autocomplete: 'off', failure: refused?.failure })}
${acts(button({ text: 'Save' }))}
</form></details>
<details class="delete"><summary>Delete the series …</summary>
<form method="post" action="${path}/delete"><p>Nobody can read it at its address any more. Its articles stay. This cannot be undone.</p>${button({ text: `Delete “${name}”`, weight: 'danger' })}</form>
</details>`,
  });
}

function seriesToast(c: Context, { parts }: SeriesRecord, path: string): Toast | null {
  const { done, article = '' } = c.req.query();
  if (done === 'made') return { text: 'The series was made. Add its articles.' };
  if (done === 'changed') return { text: 'Readers see the new words.' };
  return orderedToast(c, {
    lines: parts.map(({ articleId, headline }) => ({ id: articleId, headline })),
    listName: 'the series',
    undo: (place) => undoForm(`${path}/parts`, { article, place }),
  });
}

async function addForms(c: Context, path: string, { parts }: SeriesRecord, typed: Fields): Promise<Html> {
  const q = (typed.q ?? c.req.query('q') ?? '').trim();
  const taken = parts.map(({ articleId }) => articleId);
  const offered = await findOffered(c, q, taken, { withArchive: true });
  return offeredForms(c, q, offered, { path, addPath: `${path}/parts`, act: 'Add' });
}

function lineOf({ articleId: id, headline, section, isLive }: SeriesRecord['parts'][number]): OrderedLine {
  return { id, headline, facts: [sectionName(section), isLive ? '' : 'not published: readers do not see it'] };
}
