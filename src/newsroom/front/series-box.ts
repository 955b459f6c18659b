import { html } from 'hono/html';
import { findSeriesOf, listSeriesLines } from '#article/series-records.ts';
import { isEditorial } from '#core/actor.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import { addToSeries } from '#editorial/publish/series.ts';
import type { Html } from '#html/html.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';

/** `POST /newsroom/articles/{articleId}/series`: makes the article the last part of a series. */
export async function postArticleSeries(c: Context): Promise<Response> {
  const { series = '' } = await parseForm(c);
  await addToSeries(c.var.deps, c.var.actor, series, articleIdOf(c));
  return redirect(`/newsroom/articles/${articleIdOf(c)}#series`);
}

/** The series of an article, or the form that adds it to one, on its page. */
export async function seriesBox(c: Context, { id }: ArticleRecord): Promise<Html | string> {
  const { actor, deps } = c.var;
  if (!isEditorial(actor)) return '';
  const own = await findSeriesOf(deps.db.read, id);
  const all = own ? [] : await listSeriesLines(deps.db.read);
  return html`<section id="series" aria-labelledby="series-title">
<h2 id="series-title">Series</h2>
${own ? html`<p>Part of <a href="/newsroom/series/${own.id}">${own.name}</a></p>` : ''}${
  all.length > 0
    ? html`<form class="entry inline" method="post" action="/newsroom/articles/${id}/series">
<p class="field"><label for="in-series">Part of</label>
<select id="in-series" name="series" required><option value="">No series</option>${all.map((series) => html`<option value="${series.id}">${series.name}</option>`)}</select></p>
<p class="field"><button class="plain">Add</button></p>
</form>`
    : ''
}${own || all.length > 0 ? '' : html`<p>There is no series yet. <a href="/newsroom/series">Make a series</a></p>`}
</section>`;
}
