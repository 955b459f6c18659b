import { html } from 'hono/html';
import { monthPath } from '#article/addresses.ts';
import { archiveInList } from '#article/archive-words.ts';
import { deskName } from '#article/desk.ts';
import type { PublishedListing } from '#article/published.ts';
import { direction, type Html, monthOf, shortDate } from '#html/html.ts';

/** A list of articles: date, headline, dek. */
export function entries(articles: readonly PublishedListing[], show: { desk?: true } = {}): Html {
  return html`<ul class="entries">${articles.map((article) => entry(article, show.desk === true))}
</ul>`;
}

/** Articles, newest first, by the month of publication. */
export function entriesByMonth(articles: readonly PublishedListing[], show: { desk?: true } = {}): Html {
  const months = Map.groupBy(articles, ({ publishedAt }) => monthOf(publishedAt));
  return html`${[...months].map(
    ([month, some]) => html`<section class="hang">
<h2 class="label"><a href="${monthPath(some[0]?.publishedAt.slice(0, 7) ?? '')}">${month}</a></h2>
<div>${entries(some, show)}</div>
</section>
`,
  )}`;
}

function entry(article: PublishedListing, showsDesk: boolean): Html {
  const { section, slug, headline, dek, publishedAt, correctionNumber, archive } = article;
  return html`
<li><time datetime="${publishedAt}">${shortDate(publishedAt)}</time>
<div><h3${direction(headline)}><a href="/${section}/${slug}">${headline}</a></h3>
<p${direction(dek)}>${dek}${correctionNumber === null ? '' : html` <span class="fact">Corrected.</span>`}${showsDesk ? html` <span class="fact">${deskName(section)}.</span>` : ''}${archiveInList(archive)}</p></div></li>`;
}
