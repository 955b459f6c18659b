import { html } from 'hono/html';
import type { GateEntry } from '../../../article/model/gate-entry.ts';
import { correctionChoiceMissing, readPendingCorrection } from '../../../article/model/pending-correction.ts';
import type { CorrectionChoice } from '../../../article/publish/correction-choice.ts';
import { publish } from '../../../article/publish/publish.ts';
import { readSchedule } from '../../../article/publish/schedule.ts';
import type { ArticleRecord } from '../../../article/read/article-record.ts';
import { readGateWithAnchors } from '../../../article/settle/read-figures.ts';
import { isEditorial } from '../../../core/actor.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { ledgerAddress } from '../figures/figure-state.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { articleIdOf, parseRevisionNumber } from '../kit/params.ts';
import { correctionFields, parseCorrectionChoice } from './correction-fields.ts';
import { gateList } from './gate-list.ts';
import { otherForms, renderRefusedForm } from './publication-forms.ts';
import { publishEffects, type RevisionView, readRevisionView } from './revision-view.ts';
import { scheduleBox } from './schedule.ts';

/** `POST /newsroom/articles/{articleId}/publish`: publishes the revision that the form names. */
export async function postPublish(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const articleId = articleIdOf(c);
  const number = parseRevisionNumber(fields.revision);
  let choice: CorrectionChoice | null;
  try {
    choice = parseCorrectionChoice(fields);
    if (choice === null) await requireChoice(c, articleId, number);
  } catch (error) {
    const seen = await readRevisionView(c, number);
    return renderRefusedForm(c, error, seen, `Publish revision ${number}`, publishForm(seen, fields));
  }
  const { id } = await publish(c.var.deps, c.var.actor, articleId, number, choice);
  return redirect(`/newsroom/articles/${id}?done=published`);
}

/** @throws validation_failed when the published text changes and the form has no correction choice */
async function requireChoice(c: Context, articleId: string, number: number): Promise<void> {
  if ((await readPendingCorrection(c.var.deps.db.read, articleId, number)).asks) throw correctionChoiceMissing();
}

/** The gate of one revision, and the forms that publish or schedule exactly this revision. */
export async function publishBox(c: Context, seen: RevisionView): Promise<Html> {
  const { actor, deps } = c.var;
  const schedule = await readSchedule(deps.db.read, actor, seen.file.id);
  const mayPublish = isEditorial(actor);
  const at = { articleId: seen.file.id, revision: seen.number };
  return html`<section aria-labelledby="gate-title">
<h2 id="gate-title">Gate of revision ${seen.number}</h2>
${gateList(await figureGate(c, seen), at)}
<p><a href="${ledgerAddress(at)}">Figures of revision ${seen.number}</a></p>
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
  return readGateWithAnchors(c.var.deps.db.read, c.var.actor, file.id, number, c.var.deps);
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
    return html`<p>The gate is closed for revision ${number}. Fix the blockers in a new revision.</p>`;
  return html`${publishForm(seen)}
<p><a href="/newsroom/articles/${file.id}/schedule?revision=${number}">Schedule revision ${number} for a day and time</a></p>`;
}

/** The effects of publishing this revision, and the form. */
export function publishForm(seen: RevisionView, typed: Record<string, string> = {}): Html {
  const { file, number, correcting } = seen;
  return html`<p>Publishing revision ${number}:</p>
<ul>${publishEffects(seen).map((effect) => html`<li>${effect}</li>`)}</ul>
<form method="post" action="/newsroom/articles/${file.id}/publish">
<input type="hidden" name="revision" value="${number}">
${correcting.asks ? correctionFields(seen, typed) : ''}
<p><button>Publish revision ${number}</button></p>
</form>`;
}
