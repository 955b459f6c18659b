import { html } from 'hono/html';
import { archiveHtml } from '#article/archive-words.ts';
import { isEditorial } from '#core/actor.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import { ledgerAddress } from '#editorial/newsroom/figure-state.ts';
import { readSchedule, type Schedule } from '#editorial/publish/schedule.ts';
import { readGateWithAnchors } from '#editorial/settle/read-figures.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { gateList } from './gate-list.ts';
import { otherForms } from './publication-forms.ts';
import type { RevisionView } from './revision-view.ts';

/** What has to be fixed in one revision, and what is planned. Publishing itself is in the drawer that the page opens. */
export async function publishBox(c: Context, seen: RevisionView): Promise<Html> {
  const { actor, deps } = c.var;
  const schedule = await readSchedule(deps.db.read, actor, seen.file.id);
  const at = { articleId: seen.file.id, revision: seen.number };
  return html`<section aria-labelledby="gate-title">
<h2 id="gate-title">Ready to publish?</h2>
${gateList(await figureGate(c, seen), { ...at, copy: seen.file.copy })}
<p><a href="${ledgerAddress(at)}">Numbers of revision ${seen.number}</a></p>
</section>
<section aria-labelledby="publish-title" class="publication">
<h2 id="publish-title">Publication</h2>
${scheduleFacts(seen, schedule, isEditorial(actor))}
${standing(seen, isEditorial(actor))}
${seen.file.archive ? html`<p>${archiveHtml(seen.file.archive)}</p>` : ''}
${otherForms(seen)}
</section>`;
}

/** The gate; entries about figures have the anchors of their figures. */
async function figureGate(c: Context, { file, number }: RevisionView): Promise<ArticleRecord['gate']> {
  if (!file.gate.some(({ code }) => code.startsWith('figure_'))) return file.gate;
  return readGateWithAnchors(c.var.deps.db.read, c.var.actor, c.var.deps, { articleId: file.id, revision: number });
}

/** Number of gate entries that block publication. */
export function countBlocking({ gate }: ArticleRecord): number {
  return gate.filter(({ severity }) => severity === 'block').length;
}

/** Whether readers see this revision, with the words by its picture as they are now. */
export function isLiveNow({ gate, liveRevision }: ArticleRecord, number: number): boolean {
  return number === liveRevision && !gate.some(({ code }) => code === 'hero_words_held');
}

function standing({ file, number }: RevisionView, mayPublish: boolean): Html {
  if (isLiveNow(file, number)) return html`<p>Readers see this revision now.</p>`;
  const stops = file.gate.filter((entry) => entry.severity === 'block');
  if (stops.length > 0 && stops.every(({ code }) => code === 'needs_second_person'))
    return html`<p>Revision ${number} can be published as it is when a second person has reviewed it.</p>`;
  if (stops.length > 0)
    return html`<p>Revision ${number} cannot be published yet: fix what the list above names, and save.</p>`;
  if (!mayPublish) return html`<p>An editor publishes it. Ask for a review when it is ready.</p>`;
  return html`<p>Revision ${number} can be published.</p>`;
}

/** The scheduled publication, or why it failed, or why the article was unpublished. */
function scheduleFacts({ file }: RevisionView, schedule: Schedule, mayPublish: boolean): Html {
  return html`${schedule.trouble ? troubleNote(file.id, schedule.trouble, mayPublish) : ''}
${schedule.planned ? plan(file, schedule.planned) : ''}
${schedule.unpublishedBecause ? html`<p>Unpublished because: “${schedule.unpublishedBecause}”</p>` : ''}
${schedule.retractionNotice ? html`<p>Readers see at its address: “${schedule.retractionNotice}” Publishing it again removes this notice.</p>` : ''}`;
}

function troubleNote(articleId: string, trouble: string, mayPublish: boolean): Html {
  return html`<div class="refusal missed">
<p><strong>Not published as planned.</strong> ${trouble}</p>
${
  mayPublish
    ? html`<form method="post" action="/newsroom/articles/${articleId}/schedule/cancel"><p>${button({ text: 'Dismiss this note', weight: 'plain' })}</p></form>`
    : ''
}
</div>`;
}

function plan({ revision: latest }: ArticleRecord, planned: NonNullable<Schedule['planned']>): Html {
  const { at, revision, by, noCorrectionBecause } = planned;
  return html`<div class="planned">
<p><strong>Revision ${revision} will be published on ${formatTime(at)} UTC</strong>, scheduled by ${by}. Everything is checked again at that time.</p>
${latest > revision ? html`<p>Revision ${latest} was saved since. It does not change the schedule: revision ${revision} is published as it is.</p>` : ''}
${noCorrectionBecause ? html`<p>No correction, because: “${noCorrectionBecause}”</p>` : ''}
</div>`;
}
