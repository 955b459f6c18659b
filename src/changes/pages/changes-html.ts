import { html } from 'hono/html';
import { archiveInList } from '#article/archive-words.ts';
import { articlePath } from '#article/own-page.ts';
import type { Change, LiveName } from '#changes/public-changes.ts';
import type { Publication } from '#config/config.ts';
import { type Html, shortDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import { BESIDE_TEXT } from './changes-json.ts';

/** What changed, latest first. */
export function changesHtml(
  publication: Publication,
  changes: readonly Change[],
  live: ReadonlyMap<string, LiveName>,
): Promise<string> {
  return pageHtml(publication, {
    title: 'What changed',
    description: `What ${publication.name} published, corrected, moved and withdrew, latest first.`,
    canonical: `${publication.baseUrl}/changes`,
    alternates: {
      markdown: `${publication.baseUrl}/changes.md`,
      json: `${publication.baseUrl}/api/v1/public/changes`,
    },
    main: html`<h1>What changed</h1>
<p class="dek">What was published, corrected, moved and withdrawn, latest first.</p>
${changes.length > 0 ? table(changes, live) : html`<p>Nothing has been published yet.</p>`}
<p class="note">Programs follow the changes at <a href="/api#listChanges">/api/v1/public/changes</a>: from any number on, and as they happen.</p>`,
  });
}

function table(changes: readonly Change[], live: ReadonlyMap<string, LiveName>): Html {
  return html`<table class="schedule">
<thead><tr><th scope="col">No.</th><th scope="col">Date</th><th scope="col">Article and change</th></tr></thead>
<tbody>${changes.map(
    (change) => html`
<tr><td>${change.seq}</td><td><time datetime="${change.at}">${shortDate(change.at)}</time></td>
<td><p class="what">${nameOf(change, live.get(change.articleId))}</p><p>${whatChanged(change)}${archiveInList(change.archive)}</p></td></tr>`,
  )}
</tbody></table>`;
}

/** The headline as a link; of an article that was withdrawn later too, only the address that it had. */
function nameOf({ section, slug }: Change, live: LiveName | undefined): Html | string {
  return live ? html`<a href="${articlePath(live)}">${live.headline}</a>` : `/${section}/${slug}`;
}

function whatChanged({ act, moved, revision, correctionNote }: Change): string {
  switch (act) {
    case 'published':
      return `Published, revision ${revision}.`;
    case 'corrected':
      return `Corrected, revision ${revision}. ${correctionNote ?? ''}`.trimEnd();
    case 'recaptioned':
      return `What stands beside its text changed, such as ${BESIDE_TEXT}.`;
    case 'moved':
      return moved ? `Moved here from /${moved.section}/${moved.slug}.` : 'Moved.';
    case 'withdrawn':
      return 'Withdrawn.';
  }
}
