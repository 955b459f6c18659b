import { html } from 'hono/html';
import { archiveInList } from '#article/archive-words.ts';
import { articlePath } from '#article/own-page.ts';
import type { Change, LiveName } from '#changes/public-changes.ts';
import { dayAndMonth, direction, type Html, monthOf } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { BESIDE_TEXT } from './changes-json.ts';

/** What changed, newest first, by month. */
export function changesHtml(
  publication: Publication,
  changes: readonly Change[],
  live: ReadonlyMap<string, LiveName>,
): Promise<string> {
  const { baseUrl, timeZone } = publication;
  const months = Map.groupBy(changes, ({ at }) => monthOf(at, timeZone));
  const dates = { timeZone, newest: changes[0]?.at ?? '' };
  return pageHtml(publication, {
    title: 'What changed',
    description: `What ${publication.name} published, corrected, moved and withdrew, newest first.`,
    canonical: `${baseUrl}/changes`,
    alternates: { markdown: `${baseUrl}/changes.md`, json: `${baseUrl}/api/v1/public/changes` },
    main: html`<h1>What changed</h1>
${changes.length > 0 ? '' : html`<p>Nothing has been published yet.</p>`}${[...months].map(
  ([month, some]) => html`<section class="hang">
<h2 class="label">${month}</h2>
<ul class="story-list changes">${some.map((change) => changeItem(change, live.get(change.articleId), dayAndMonth(change.at, dates)))}
</ul>
</section>
`,
)}
<p class="note">Programs follow the changes at <a href="/api#listChanges">/api/v1/public/changes</a>.</p>`,
  });
}

/** `Corrected: headline`, the note, the date. */
function changeItem(change: Change, live: LiveName | undefined, day: string): Html {
  const note = noteOf(change);
  return html`
<li class="words"><div><h3><span>${wordOf(change, live)}:</span> ${nameOf(change, live)}</h3>
${note === '' ? '' : html`<p class="dek"${direction(note)}>${note}</p>`}<p class="fact"><time datetime="${change.at}">${day}</time>${archiveInList(change.archive)}</p></div></li>`;
}

/** What happened to the article, in a word: it was published once, and updated each time after that. */
function wordOf({ act, at, archive }: Change, live: LiveName | undefined): string {
  const isLater = archive === null && live !== undefined && at > live.publishedAt;
  const words = {
    published: isLater ? 'Updated' : 'Published',
    corrected: 'Corrected',
    recaptioned: 'Updated',
    moved: 'Moved',
    withdrawn: 'Withdrawn',
  };
  return words[act];
}

/** The headline as a link; of an article that was withdrawn later too, only the address that it had. */
function nameOf({ section, slug }: Change, live: LiveName | undefined): Html | string {
  return live
    ? html`<a href="${articlePath(live)}"${direction(live.headline)}>${live.headline}</a>`
    : `/${section}/${slug}`;
}

function noteOf({ act, moved, correctionNote }: Change): string {
  if (act === 'recaptioned') return `Its text did not change, but a part beside it did, such as ${BESIDE_TEXT}.`;
  if (moved) return `Its address was /${moved.section}/${moved.slug}.`;
  return correctionNote ?? '';
}
