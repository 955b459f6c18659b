import { html } from 'hono/html';
import { deskName } from '../../article/model/desk.ts';
import type { PublishedListing } from '../../article/read/published.ts';
import { type Html, monthOf, shortDate } from './html.ts';

/** Articles as lines of a drawing index: date, headline, dek. */
export function entries(articles: readonly PublishedListing[], show: { desk?: true } = {}): Html {
  return html`<ul class="entries">${articles.map((article) => entry(article, show.desk === true))}
</ul>`;
}

/** Articles newest first, under the months they were published in. */
export function entriesByMonth(articles: readonly PublishedListing[], show: { desk?: true } = {}): Html {
  const months = Map.groupBy(articles, ({ publishedAt }) => monthOf(publishedAt));
  return html`${[...months].map(
    ([month, some]) => html`<section class="hang">
<h2 class="label">${month}</h2>
<div>${entries(some, show)}</div>
</section>
`,
  )}`;
}

function entry(article: PublishedListing, showsDesk: boolean): Html {
  const { section, slug, headline, dek, publishedAt, correctionNumber } = article;
  return html`
<li><time datetime="${publishedAt}">${shortDate(publishedAt)}</time>
<div><h3><a href="/${section}/${slug}">${headline}</a></h3>
<p>${dek}${correctionNumber === null ? '' : html` <span class="fact">Corrected.</span>`}${showsDesk ? html` <span class="fact">${deskName(section)}.</span>` : ''}</p></div></li>`;
}
