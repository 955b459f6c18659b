import { html } from 'hono/html';
import { seriesPath } from '#article/addresses.ts';
import { archiveInList } from '#article/archive-words.ts';
import type { PublishedListing } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { direction, type Html, isolated, shortDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { ListedSeries, PublishedSeries, SeriesPlace } from './read-series.ts';

export const SERIES_SUMMARY = 'Stories in several parts, each series in the order in which its parts belong.';
export const NO_SERIES = 'No series yet.';

/** `three parts` as a reader reads it. */
export function countParts(count: number): string {
  return count === 1 ? 'one part' : `${count} parts`;
}

/** Every series with published parts, by name. */
export function seriesListHtml(publication: Publication, series: readonly ListedSeries[]): Promise<string> {
  const url = `${publication.baseUrl}/series`;
  return pageHtml(publication, {
    title: 'Series',
    description: SERIES_SUMMARY,
    canonical: url,
    alternates: { markdown: `${url}.md`, json: `${publication.baseUrl}/api/v1/public/series` },
    main: html`<h1>Series</h1>
<p class="dek">${SERIES_SUMMARY}</p>
${
  series.length === 0
    ? html`<p>${NO_SERIES}</p>`
    : html`<ul class="entries">${series.map(
        (entry) => html`
<li><span class="fact">${countParts(entry.parts)}</span>
<div class="series"><h2${direction(entry.name)}><a href="${seriesPath(entry)}">${entry.name}</a></h2>
<p${direction(entry.description)}>${entry.description}</p></div></li>`,
      )}
</ul>`
}`,
  });
}

/** A series with its parts, in order. */
export function seriesHtml(publication: Publication, series: PublishedSeries): Promise<string> {
  const { slug, name, description, articles } = series;
  const url = publication.baseUrl + seriesPath(series);
  return pageHtml(publication, {
    title: name,
    description,
    canonical: url,
    alternates: { markdown: `${url}.md`, json: `${publication.baseUrl}/api/v1/public/series/${slug}` },
    main: html`<h1${direction(name)}>${name}</h1>
<p class="dek"${direction(description)}>${description}</p>
<section class="hang" aria-labelledby="parts">
<h2 class="label" id="parts">${countParts(articles.length)}</h2>
<div><ol class="entries">${articles.map((article, at) => partEntry(publication, article, at))}
</ol></div>
</section>
<p class="onward"><a href="/series">All series</a></p>`,
  });
}

function partEntry(
  { timeZone }: Publication,
  { section, slug, headline, dek, publishedAt, correctionNumber, archive }: PublishedListing,
  at: number,
): Html {
  return html`
<li><span class="fact">Part ${at + 1}</span>
<div><h3${direction(headline)}><a href="/${section}/${slug}">${headline}</a></h3>
<p${direction(dek)}>${dek}${correctionNumber === null ? '' : html` <span class="fact">Corrected.</span>`} <span class="fact">${sectionName(section)}, <time datetime="${publishedAt}">${shortDate(publishedAt, timeZone)}</time>.</span>${archiveInList(archive)}</p></div></li>`;
}

/** The line below the dek of an article. */
export function seriesLine(series: SeriesPlace): Html {
  return html`<p class="fact part-of">Part ${series.part} of ${series.of} of <a href="${seriesPath(series)}">${isolated(series.name)}</a></p>
`;
}

/** The parts before and after an article, below it. */
export function seriesNav(series: SeriesPlace): Html {
  const { part, of, name, previous, next } = series;
  return html`<nav class="parts hang" aria-labelledby="series">
<div class="label"><h2 id="series"${direction(name)}>${name}</h2>
<p>Part ${part} of ${of}</p></div>
<div>${
    previous || next
      ? html`<ul class="entries">${previous ? neighbour(previous, 'prev', `Previous: part ${part - 1}`) : ''}${next ? neighbour(next, 'next', `Next: part ${part + 1}`) : ''}
</ul>
`
      : ''
  }<p class="onward"><a href="${seriesPath(series)}">The whole series</a></p></div>
</nav>`;
}

function neighbour(
  { section, slug, headline, dek, archive }: PublishedListing,
  rel: 'prev' | 'next',
  which: string,
): Html {
  return html`
<li><span class="fact">${which}</span> <div><h3${direction(headline)}><a href="/${section}/${slug}" rel="${rel}">${headline}</a></h3>
<p${direction(dek)}>${dek}${archiveInList(archive)}</p></div></li>`;
}
