import { html } from 'hono/html';
import type { GateEntry } from '#article/gate-entry.ts';
import { isEditorial } from '#core/actor.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import { ledgerAddress } from '#editorial/newsroom/figure-state.ts';
import { readSchedule } from '#editorial/publish/schedule.ts';
import { readGateWithAnchors } from '#editorial/settle/read-figures.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { gateList } from './gate-list.ts';
import { otherForms } from './publication-forms.ts';
import type { RevisionView } from './revision-view.ts';
import { scheduleBox } from './schedule.ts';

/** The gate of one revision, and the forms that publish or schedule exactly this revision. */
export async function publishBox(c: Context, seen: RevisionView): Promise<Html> {
  const { actor, deps } = c.var;
  const schedule = await readSchedule(deps.db.read, actor, seen.file.id);
  const mayPublish = isEditorial(actor);
  const at = { articleId: seen.file.id, revision: seen.number };
  return html`<section aria-labelledby="gate-title">
<h2 id="gate-title">Ready to publish?</h2>
${gateList(await figureGate(c, seen), { ...at, copy: seen.file.copy })}
<p><a href="${ledgerAddress(at)}">Numbers of revision ${seen.number}</a></p>
</section>
<section aria-labelledby="publish-title" class="publication">
<h2 id="publish-title">Publication</h2>
${scheduleBox(seen, schedule, mayPublish)}
${publication(seen, mayPublish)}
${otherForms(seen, mayPublish)}
</section>`;
}

/** The gate; entries about figures have the anchors of their figures. */
async function figureGate(c: Context, { file, number }: RevisionView): Promise<readonly GateEntry[]> {
  if (!file.gate.some(({ code }) => code.startsWith('figure_'))) return file.gate;
  return readGateWithAnchors(c.var.deps.db.read, c.var.actor, c.var.deps, { articleId: file.id, revision: number });
}

/** Number of gate entries that block publication. */
export function countBlocking({ gate }: ArticleRecord): number {
  return gate.filter(({ severity }) => severity === 'block').length;
}

/** Whether an editor can publish this revision now. */
export function canBePublished(file: ArticleRecord, number: number): boolean {
  return !isLive(file, number) && countBlocking(file) === 0;
}

/** Whether readers see this revision, with the words by its picture as they are now. */
function isLive({ gate, liveRevision }: ArticleRecord, number: number): boolean {
  return number === liveRevision && !gate.some(({ code }) => code === 'hero_words_held');
}

function publication(seen: RevisionView, mayPublish: boolean): Html {
  const { file, number } = seen;
  if (isLive(file, number)) return html`<p>Readers see this revision now.</p>`;
  if (!mayPublish) return html`<p>Only an editor can publish. Tell an editor that revision ${number} is ready.</p>`;
  const stops = file.gate.filter((entry) => entry.severity === 'block');
  if (stops.length > 0 && stops.every(({ code }) => code === 'needs_second_person'))
    return html`<p>Revision ${number} can be published as it is when a second person has reviewed it.</p>`;
  if (stops.length > 0)
    return html`<p>Revision ${number} cannot be published yet: fix what the list above names, and save.</p>`;
  return html`<p><a href="/newsroom/articles/${file.id}/publish?revision=${number}">Publish revision ${number} …</a></p>
<p><a href="/newsroom/articles/${file.id}/schedule?revision=${number}">Schedule revision ${number} for a day and time</a></p>`;
}
