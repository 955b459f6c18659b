import { html } from 'hono/html';
import { deskName } from '../../article/model/desk.ts';
import type { Correction } from '../../article/read/corrections.ts';
import type { Publication } from '../../config.ts';
import { direction, type Html, shortDate } from './html.ts';
import { pageHtml } from './page-html.ts';

/** The corrections of the whole magazine, latest first; `earlier` is the cursor of the next page. */
export function correctionsHtml(
  publication: Publication,
  corrections: readonly Correction[],
  earlier: number | null,
): Promise<string> {
  return pageHtml(publication, {
    title: 'Corrections',
    description: `Every correction ${publication.name} has made to a published article.`,
    canonical: `${publication.baseUrl}/corrections`,
    alternates: { markdown: `${publication.baseUrl}/corrections.md` },
    main: html`<h1>Corrections</h1>
<p class="dek">Every correction made to a published article, latest first. The number in the triangle identifies the correction; the same mark is above the article.</p>
${corrections.length > 0 ? schedule(corrections) : html`<p>No correction has been made yet. Corrections will be listed here with their number, their date and the mistake.</p>`}
${earlier === null ? '' : html`<p class="onward"><a href="/corrections?before=${earlier}" rel="next">Earlier corrections</a></p>`}
<p class="note">How a correction is made, and why it cannot be removed: <a href="/standards#corrections">standards</a>.${contact(publication)}</p>`,
  });
}

function schedule(corrections: readonly Correction[]): Html {
  return html`<table class="schedule">
<thead><tr><th scope="col">No.</th><th scope="col">Date</th><th scope="col">Article and correction</th></tr></thead>
<tbody>${corrections.map(
    ({ seq, at, section, slug, headline, note }) => html`
<tr id="correction-${seq}"><td><span class="mark">${seq}</span></td><td><time datetime="${at}">${shortDate(at)}</time></td>
<td><p class="fact">${deskName(section)}</p><p class="what"${direction(headline)}><a href="/${section}/${slug}#correction-${seq}">${headline}</a></p><p${direction(note)}>${note}</p></td></tr>`,
  )}
</tbody></table>`;
}

function contact({ contact }: Publication): Html | string {
  return contact ? html` Tell us of a mistake: <a href="mailto:${contact}">${contact}</a>.` : '';
}
