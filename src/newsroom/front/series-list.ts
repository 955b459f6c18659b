import { html } from 'hono/html';
import { seriesSchema, seriesSlugSchema } from '#article/series.ts';
import { listSeriesLines, type SeriesLine } from '#article/series-records.ts';
import { addSeries } from '#editorial/publish/series.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';

export const SERIES_LABELS = { name: 'The name', description: 'The description' };
const newSeriesSchema = seriesSchema.extend({ slug: seriesSlugSchema });

/** `GET /newsroom/series`: all series, and the form that makes one. */
export function showSeriesList(c: Context): Promise<Response> {
  return seriesListPage(c, null);
}

/** `POST /newsroom/series`: makes a series. */
export async function postNewSeries(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  const { name = '', description = '', slug = '' } = typed;
  try {
    const words = { name, description, slug };
    const series = validateForm(newSeriesSchema, words, { ...SERIES_LABELS, slug: 'The address' });
    const { id } = await addSeries(c.var.deps, c.var.actor, series);
    return redirect(`/newsroom/series/${id}?done=made`);
  } catch (error) {
    return renderFormError(error, (failure, status) => seriesListPage(c, { typed, failure, status }));
  }
}

async function seriesListPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const all = await listSeriesLines(c.var.deps.db.read);
  const { name, description, slug = '' } = refused?.typed ?? {};
  return newsroomPage(c, {
    title: 'Series',
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    main: html`<h1>Series</h1>
<p class="hint">A series puts articles in an order. Once a part is published, readers find the series at <a href="/series">/series</a> and on the page of each part.</p>
${refusalNote(refused?.failure ?? null)}${c.req.query('done') === 'deleted' ? html`<p class="done" role="status">The series was deleted. Its articles stay.</p>` : ''}
${all.length > 0 ? seriesTable(all) : html`<p>There is no series yet.</p>`}
<h2>Make a series</h2>
<form class="entry" method="post" action="/newsroom/series">
${field({ name: 'name', label: 'Name', value: name, autocomplete: 'off' })}
${field({ name: 'description', label: 'What it is about, in a line', value: description, autocomplete: 'off' })}
<p class="field"><label for="slug">Address, if it should not follow the name</label>
<input id="slug" name="slug" value="${slug}" autocomplete="off" pattern="[a-z0-9]+(-[a-z0-9]+)*" aria-describedby="slug-hint">
<span class="hint" id="slug-hint">Letters from a to z, digits and hyphens. It cannot be changed later.</span></p>
<p><button>Make the series</button></p>
</form>`,
  });
}

function seriesTable(all: readonly SeriesLine[]): Html {
  return html`<table class="plan">
<thead><tr><th scope="col">Series</th><th scope="col" class="number">Parts</th><th scope="col" class="number">Published</th></tr></thead>
<tbody>${all.map(
    ({ id, name, parts, live }) => html`
<tr><th scope="row"><a href="/newsroom/series/${id}">${name}</a></th><td class="number"><span class="label">Parts</span> ${parts}</td><td class="number"><span class="label">Published</span> ${live}</td></tr>`,
  )}</tbody>
</table>`;
}
