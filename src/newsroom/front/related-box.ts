import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { listChosen } from '#reading/related/read-related.ts';

/** What editors chose to follow an article, on its page. */
export async function relatedBox(c: Context, { id }: ArticleRecord): Promise<Html | string> {
  if (!isEditorial(c.var.actor)) return '';
  const chosen = await listChosen(c.var.deps.db.read, id);
  return html`<section aria-labelledby="related-title">
<h2 id="related-title">Read next</h2>
${
  chosen.length === 0
    ? html`<p>Articles that share its tags follow it.</p>`
    : html`<ol>${chosen.map((article) => html`<li>${article.headline}${article.isLive ? '' : ' (not published)'}</li>`)}</ol>`
}
<p><a href="/newsroom/articles/${id}/related">Choose what to read next</a></p>
</section>`;
}
