import { html } from 'hono/html';
import { seriesSchema, seriesSlugSchema } from '#article/series.ts';
import { listSeriesLines, type SeriesLine } from '#article/series-records.ts';
import { addSeries } from '#editorial/publish/series.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { acts, button } from '#html/newsroom/kit/button.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
} from '#html/newsroom/kit/form.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

export const SERIES_LABELS = { name: 'The name', description: 'The description' };

const FIELDS = formFields({
  name: { label: 'Name', subject: SERIES_LABELS.name, schema: seriesSchema.shape.name },
  description: {
    label: 'What it is about, in a line',
    subject: SERIES_LABELS.description,
    schema: seriesSchema.shape.description,
  },
  slug: {
    label: 'Address, if it should not follow the name',
    subject: 'The address',
    schema: seriesSlugSchema,
    pattern: '[a-z0-9]+(-[a-z0-9]+)*',
    hint: 'Letters from a to z, digits and hyphens. It cannot be changed later.',
    optional: true,
  },
});

/** `GET /newsroom/series`: all series, and the form that makes one. */
export function showSeriesList(c: Context): Promise<Response> {
  return seriesListPage(c, { typed: new URLSearchParams() });
}

/** `POST /newsroom/series`: makes a series. */
export async function postNewSeries(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { slug, ...words } = readFields(FIELDS, typed);
    const { id } = await addSeries(c.var.deps, c.var.actor, { ...words, slug: slug ?? '' });
    return redirect(`/newsroom/series/${id}?done=made`);
  } catch (error) {
    return renderFormError(error, (failure, status) => seriesListPage(c, { typed, failure }, status));
  }
}

async function seriesListPage(c: Context, form: ShownForm, status = 200): Promise<Response> {
  const all = await listSeriesLines(c.var.deps.db.read);
  const isOpen = form.failure !== undefined || all.length === 0;
  return newsroomPage(c, {
    title: 'Series',
    status,
    styles: ['newsroom-front.css'],
    head: { title: 'Series', others: [{ text: 'View series', href: '/series' }] },
    toast: c.req.query('done') === 'deleted' ? { text: 'The series was deleted. Its articles stay.' } : null,
    main: html`${refusalSummary(form.failure)}
${all.length > 0 ? listLines(all.map(lineOf), 'Series') : html`<p class="hint">A series puts articles in an order. Once a part is published, readers find the series at its address and on the page of each part.</p>`}
<details class="new-series"${isOpen ? html` open` : ''}><summary class="btn ${isOpen ? 'quiet' : 'primary'}">New series</summary>
<form class="entry" method="post" action="/newsroom/series">
${drawFields(FIELDS, form)}${acts(button({ text: 'Create the series' }))}
</form></details>`,
  });
}

function lineOf({ id, name, parts, live }: SeriesLine): ListLine {
  const words = `${parts} ${parts === 1 ? 'part' : 'parts'}`;
  const readers = live === 0 ? 'not published yet' : live === parts ? 'all published' : `${live} published`;
  return { title: name, href: `/newsroom/series/${id}`, facts: parts === 0 ? ['no part yet'] : [words, readers] };
}
