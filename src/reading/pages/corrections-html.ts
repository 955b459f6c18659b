import { html } from 'hono/html';
import { archiveInList } from '#article/archive-words.ts';
import { articlePath } from '#article/own-page.ts';
import type { ListedRetraction } from '#article/retraction.ts';
import { sectionName } from '#article/section.ts';
import { direction, type Html, shortDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Correction } from '#reading/corrections.ts';
import type { Publication } from '#runtime/config/config.ts';

/** The corrections of the whole magazine, latest first; `earlier` is the cursor of the next page. */
export type CorrectionsPage = {
  corrections: readonly Correction[];
  earlier: number | null;
  /** What the editors say about articles that are no longer published, latest first. */
  retractions: readonly ListedRetraction[];
};

export function correctionsHtml(
  publication: Publication,
  { corrections, earlier, retractions }: CorrectionsPage,
): Promise<string> {
  return pageHtml(publication, {
    title: 'Corrections',
    description: `Every correction ${publication.name} has made to a published article.`,
    canonical: `${publication.baseUrl}/corrections`,
    alternates: { markdown: `${publication.baseUrl}/corrections.md` },
    main: html`<h1>Corrections</h1>
<p class="dek">Every correction made to a published article, latest first. The number in the triangle identifies the correction; the same mark is above the article.</p>
${corrections.length > 0 ? schedule(publication, corrections) : html`<p>No correction has been made yet. Corrections will be listed here with their number, their date and the mistake.</p>`}
${retractions.length > 0 ? withdrawals(publication, retractions) : ''}
${earlier === null ? '' : html`<p class="onward"><a href="/corrections?before=${earlier}" rel="next">Earlier corrections</a></p>`}
<p class="note">How a correction is made, and why it cannot be removed: <a href="/standards#corrections">standards</a>.${contact(publication)}</p>`,
  });
}

function schedule({ timeZone }: Publication, corrections: readonly Correction[]): Html {
  return html`<table class="schedule">
<thead><tr><th scope="col">No.</th><th scope="col">Date</th><th scope="col">Article and correction</th></tr></thead>
<tbody>${corrections.map(
    ({ seq, at, section, slug, headline, note, archive }) => html`
<tr id="correction-${seq}"><td><span class="mark">${seq}</span></td><td><time datetime="${at}">${shortDate(at, timeZone)}</time></td>
<td><p class="fact">${sectionName(section)}</p><p class="what"${direction(headline)}><a href="/${section}/${slug}#correction-${seq}">${headline}</a>${archiveInList(archive)}</p><p${direction(note)}>${note}</p></td></tr>`,
  )}
</tbody></table>`;
}

/** The headline is not shown: readers see nothing of an unpublished article but the notice. */
function withdrawals({ timeZone }: Publication, retractions: readonly ListedRetraction[]): Html {
  return html`<h2>No longer published</h2>
<table class="schedule">
<thead><tr><th scope="col">Date</th><th scope="col">Address and notice of the editors</th></tr></thead>
<tbody>${retractions.map(
    ({ at, section, slug, notice }) => html`
<tr><td><time datetime="${at}">${shortDate(at, timeZone)}</time></td>
<td><p class="fact">${sectionName(section)}</p><p class="what"><a href="${articlePath({ section, slug })}" rel="nofollow">${articlePath({ section, slug })}</a></p>${notice.split(/\n+/).map((line) => html`<p${direction(line)}>${line}</p>`)}</td></tr>`,
  )}
</tbody></table>`;
}

function contact({ contact }: Publication): Html | string {
  return contact ? html` Tell us of a mistake: <a href="mailto:${contact}">${contact}</a>.` : '';
}
