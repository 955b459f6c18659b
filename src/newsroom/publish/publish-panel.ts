import { html } from 'hono/html';
import { articlePath, isOwnPage } from '#article/own-page.ts';
import { openSections } from '#article/section.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import { isZone, offsetName, timesOf, wallTime } from '#core/wall-time.ts';
import { isChange } from '#editorial/review/compare-blocks.ts';
import type { Html } from '#html/html.ts';
import { refusalNote } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { wrongOf } from '#html/newsroom/kit/form.ts';
import { formatTime, inZone, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { bylineOf, namesIn, tagsOf } from '#newsroom/kit/copy-names.ts';
import { fieldLines } from '#newsroom/review/compare-view.ts';
import { mayApprove } from '#newsroom/review/decision.ts';
import { markedBlock } from '#newsroom/review/marked-copy.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { checkList, checklistForm, checksPill, countStops } from './checks.ts';
import { correctionFields } from './correction-fields.ts';
import { liveForms } from './publication-forms.ts';
import { type Done, doneSection } from './publish-done.ts';
import type { PublishView } from './publish-view.ts';
import { publishEffects } from './revision-view.ts';
import { sharedSection } from './shared-section.ts';

// Publishing in one place: the drawer over an article, and a separate page for a browser without a script.

/** What was typed, and why it was refused. */
export type PanelState = { fields?: Record<string, string>; failure?: Failure | null; done?: Done | null };

export type Panel = {
  title: string;
  /** Why the form was refused, or what was done. */
  told: Html | string;
  /** The form that publishes, or what readers see now. */
  body: Html;
  /** The acts. */
  foot: Html;
  /** What is done less often: unpublish, move. */
  more: Html | string;
};

const FORM = 'publish-form';
/** Changed blocks that are shown beside the correction note. */
const MOST_CHANGES = 6;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the markup of one panel, with what each state leaves out
export async function publishPanel(c: Context, view: PublishView, state: PanelState = {}): Promise<Panel> {
  const { done = null, failure = null } = state;
  const notice = html`${refusalNote(failure)}${failure ? html`<p class="hint">Nothing was changed.</p>` : ''}`;
  if (done) return donePanel(c, view, done);
  if (isLive(view)) return livePanel(c, view, notice);
  const mayPublish = isEditorial(c.var.actor);
  const canGo = countStops(view) === 0;
  const plan = view.schedule.planned;
  return {
    title: titleOf(view, mayPublish),
    told: notice,
    body: html`${mayPublish ? troubleNote(view) : ''}
<form method="post" action="/newsroom/articles/${view.file.id}/${mayPublish ? 'publish' : 'review/ask'}" id="${FORM}">
<input type="hidden" name="revision" value="${view.workingCopy === null ? view.number : view.base}">${view.workingCopy === null ? '' : html`<input type="hidden" name="copy" value="${view.workingCopy}">`}${mayPublish && approvesToo(c.var.actor, view) ? html`<input type="hidden" name="approve" value="yes">` : ''}
<section class="part"><h3>Checks ${checksPill(view)}</h3>${await checkList(c, view, 'drawer')}</section>
${mayPublish && canGo ? html`${view.correcting.asks || view.correcting.note ? await correctionPart(c, view, state.fields ?? {}) : ''}${whenPart(c, view, state)}` : ''}
<section class="part"><h3>Where</h3>${await wherePart(c, view, state, mayPublish && canGo)}</section>
${await sharedSection(c, view)}
</form>
${checklistForm(view, 'drawer')}`,
    foot: foot(view, {
      ...{ mayPublish, canGo, isPlanned: plan !== null || state.fields?.when === 'time' },
      verb: approvesToo(c.var.actor, view) ? 'Approve and publish' : 'Publish',
    }),
    more: mayPublish ? html`${plan ? cancelForm(view.file.id) : ''}${liveForms(view)}` : '',
  };
}

/** Whether readers see this revision, with the words by its picture as they are now. */
function isLive({ file, number, workingCopy }: PublishView): boolean {
  if (workingCopy !== null || number !== file.liveRevision) return false;
  return !file.gate.some(({ code }) => code === 'hero_words_held');
}

/** Whether publishing answers the request for a review too: where one editor may do both. */
function approvesToo(actor: Actor, { review, number, reviewBy, workingCopy }: PublishView): boolean {
  const isAsked = review.stage === 'in_review' && review.latest === number && workingCopy === null;
  return isAsked && reviewBy === 'one' && mayApprove(actor, review);
}

function titleOf(view: PublishView, mayPublish: boolean): string {
  const { number, schedule, unfinished } = view;
  if (unfinished.length > 0) return 'Not ready yet';
  if (!mayPublish) return `Ask for a review of revision ${number}`;
  if (schedule.planned?.revision === number) return `Revision ${number} is scheduled`;
  return `Publish revision ${number}`;
}

function foot(
  { number, file, workingCopy, review, unfinished, correcting }: PublishView,
  { mayPublish, canGo, isPlanned, verb }: { mayPublish: boolean; canGo: boolean; isPlanned: boolean; verb: string },
): Html {
  const key = html` <kbd aria-hidden="true">Ctrl Enter</kbd>`;
  const saves = workingCopy === null ? '' : 'Save and ';
  const act = (verb: string) => `${saves}${saves ? verb.toLowerCase() : verb} revision ${number}`;
  const back = html`<a class="btn plain" href="/newsroom/articles/${file.id}" data-close>Not now</a>`;
  if (!mayPublish) {
    if (unfinished.length > 0) return back;
    if (review.stage === 'in_review' && workingCopy === null)
      return html`<p>It is in review. An editor decides.</p>${back}`;
    const text = `${saves ? 'Save and ask' : 'Ask'} for a review of revision ${number}`;
    return html`${button({ text: html`${text}${key}`, form: FORM, autofocus: true })}${back}`;
  }
  if (!canGo)
    return html`<p>${file.gate.every(({ code, severity }) => severity !== 'block' || code === 'needs_second_person') && unfinished.length === 0 ? `Revision ${number} can be published as it is when a second person has reviewed it.` : 'Fix what the checks name first.'}</p>${back}`;
  const label = html`<span class="if-now">${act(verb)}</span><span class="if-later">${act('Schedule')}</span>`;
  return html`${button({ text: html`${label}${key}`, form: FORM, autofocus: !correcting.asks && !isPlanned })}${back}`;
}

/** The choice about a correction, with the changed words beside it. */
async function correctionPart(c: Context, view: PublishView, fields: Record<string, string>): Promise<Html> {
  const { correcting, changes, file } = view;
  const choice = correcting.asks
    ? correctionFields(view, fields)
    : html`<p>Readers see this correction above the article permanently: “${correcting.note}”</p>`;
  return html`<section class="part correcting"><h3>Correction</h3>
${choice}
${changes ? html`<div class="changed-words" role="group" aria-label="The changed words">${await changedWords(c, view, changes)}</div>` : ''}
${changes && view.workingCopy === null && file.liveRevision !== null ? html`<p><a href="/newsroom/articles/${file.id}/compare/${file.liveRevision}/${view.number}">Compare the two revisions</a></p>` : ''}
</section>`;
}

async function changedWords(
  c: Context,
  view: PublishView,
  changes: NonNullable<PublishView['changes']>,
): Promise<Html> {
  const named = await namesIn(c, [view.file.copy]);
  const fields = fieldLines(
    changes.texts.filter(({ name }) => name === 'headline' || name === 'dek'),
    [],
    changes.sources,
    named,
  );
  const blocks = changes.blocks.filter(isChange);
  const shown = blocks.slice(0, MOST_CHANGES);
  return html`${fields.map(({ label, words }) => html`<p class="words"><span class="place">${label}:</span> ${words}</p>`)}${shown.map(
    (block, at) => html`<div class="words">${markedBlock(block, `change-${at}`)}</div>`,
  )}${blocks.length > shown.length ? html`<p class="hint">And ${blocks.length - shown.length} more.</p>` : ''}`;
}

function whenPart(c: Context, view: PublishView, { fields = {}, failure }: PanelState): Html {
  const { planned } = view.schedule;
  const time = now(c.var.deps);
  const { zone = zoneOf(c) } = fields;
  const clock = isZone(zone) ? zone : 'UTC';
  const { at = planned ? wallTime(Date.parse(planned.at), clock).slice(0, 16) : nextHour(time, clock) } = fields;
  const when = fields.when ?? (planned ? 'time' : 'now');
  const typed = new URLSearchParams({ ...fields, at, zone, when });
  const choose = (value: string, text: string) =>
    html`<input type="radio" id="when-${value}" name="when" value="${value}"${when === value ? html` checked` : ''}><label for="when-${value}">${text}</label>`;
  return html`<section class="part when"><h3 id="when-title">When</h3>
${planned ? plannedNote(view, planned) : ''}
<div class="segments" role="radiogroup" aria-labelledby="when-title">${choose('now', 'Now')}${choose('time', 'At a time')}</div>
<p class="hint if-now">Readers see it within a second. Feeds and the sitemap follow.</p>
<div class="if-later"><div class="pair">${field({ label: 'Day and time', kind: 'datetime-local' }, { name: 'at', typed, wrong: wrongOf(failure, 'at') })}${field({ label: 'Time zone', kind: 'zone' }, { name: 'zone', typed, wrong: wrongOf(failure, 'zone') })}</div>
<p class="hint">Your zone is ${zoneOf(c)}, where it is ${inZone(time, zoneOf(c)).slice(11)} now; <a href="/newsroom/profile#time-zone">change it</a> in your profile. Everything is checked again at that time; if something has to be fixed then, nothing is published and you get an email.</p>
${askReading(fields)}</div></section>`;
}

function plannedNote({ file, number }: PublishView, planned: NonNullable<PublishView['schedule']['planned']>): Html {
  const { at, revision, by, noCorrectionBecause } = planned;
  const other =
    revision === number
      ? ''
      : html` Revision ${file.revision} was saved since. It does not change the schedule, but publishing or scheduling revision ${number} replaces it.`;
  return html`<p><strong>Revision ${revision} will be published on ${formatTime(at)} UTC</strong>, scheduled by ${by}.${other}</p>
${noCorrectionBecause ? html`<p>No correction, because: “${noCorrectionBecause}”</p>` : ''}`;
}

/** Asks which of the two times is meant at which clocks of the zone show the local time; nothing for any other time. */
function askReading({ at = '', zone = '', reading }: Record<string, string>): Html | string {
  const times = isZone(zone) ? (timesOf(at, zone) ?? []) : [];
  if (times.length < 2) return '';
  const [clock, first] = [at.slice(11, 16), times[0]];
  const pick = (time: string) =>
    html`<p class="pick"><input type="radio" id="reading-${time === first ? 1 : 2}" name="reading" value="${time}"${time === reading ? html` checked` : ''}> <label for="reading-${time === first ? 1 : 2}">${clock} at ${offsetName(time, zone)}, ${time.slice(0, 16).replace('T', ' ')} UTC</label></p>`;
  return html`<fieldset class="correction-choice"><legend>Clocks show ${clock} twice on this day</legend>
${times.map(pick)}
</fieldset>`;
}

/** The full hour after the next one by the clocks of a zone, as the default time. */
function nextHour(time: string, zone: string): string {
  const hour = 60 * 60 * 1000;
  return wallTime(Math.ceil(Date.parse(time) / hour) * hour + hour, zone);
}

async function wherePart(c: Context, view: PublishView, state: PanelState, canChange: boolean): Promise<Html> {
  const { copy } = view.file;
  const host = siteSnapshot().publication.baseUrl.replace(/^https?:\/\//, '');
  const [section, slug] = [articlePath(copy).replace(/[^/]*$/, ''), copy.slug];
  const tags = (await tagsOf(c, copy)).map(({ name }) => name).filter((name) => name !== null);
  const effects = publishEffects(view);
  return html`<p class="address">${host}${section}<b>${slug}</b></p>
<p class="hint">By ${await bylineOf(c, copy)}${tags.length > 0 ? html` · Tagged ${tags.join(', ')}` : ''}</p>
<ul class="effects">${effects.map((effect) => html`<li>It ${effect}</li>`)}</ul>
${canChange && mayMove(view) ? addressFields(view, state) : ''}`;
}

/** Another address makes a new revision: of the latest one only, and not where that needs a second person's approval. */
function mayMove({ number, base, reviewBy, workingCopy, file }: PublishView): boolean {
  return reviewBy === 'one' && (workingCopy !== null || number === base) && !isOwnPage(file.copy.section);
}

function addressFields({ file, number, workingCopy }: PublishView, { fields = {}, failure }: PanelState): Html {
  const { section = file.copy.section, slug = file.copy.slug } = fields;
  const typed = new URLSearchParams({ section, slug });
  const isOpen = section !== file.copy.section || slug !== file.copy.slug;
  const options = openSections().map((section) => ({ value: section.slug, text: section.name }));
  const known = options.some(({ value }) => value === section)
    ? options
    : [...options, { value: section, text: section }];
  const saves = workingCopy === null ? ` Another address is saved as revision ${number + 1}, with the same words.` : '';
  return html`<details${isOpen ? html` open` : ''}><summary>Change the section or the address</summary>
<div class="pair">${field({ label: 'Section', kind: 'select', options: known }, { name: 'section', typed, wrong: wrongOf(failure, 'section') })}${field({ label: 'Slug', kind: 'text' }, { name: 'slug', typed, wrong: wrongOf(failure, 'slug') })}</div>
<p class="hint">The last part of the address: small letters, digits and hyphens.${saves}</p></details>`;
}

function troubleNote({ schedule }: PublishView): Html | string {
  if (!schedule.trouble) return '';
  return html`<div class="refusal missed"><p><strong>Not published as planned.</strong> ${schedule.trouble}</p></div>`;
}

function cancelForm(id: string): Html {
  return html`<section class="part"><form method="post" action="/newsroom/articles/${id}/schedule/cancel">${button({ text: 'Cancel the schedule', weight: 'plain' })}</form></section>`;
}

/** Readers see this revision: where it is, and what can be done with it. */
async function livePanel(c: Context, view: PublishView, notice: Html): Promise<Panel> {
  const { file, number } = view;
  return {
    title: `Revision ${number} is published`,
    told: notice,
    body: html`${addressSection(view)}
<section class="part"><p>Readers see this revision now${file.modifiedAt ? html`, since ${formatTime(file.modifiedAt)} UTC` : ''}.</p>${view.schedule.planned ? plannedNote(view, view.schedule.planned) : ''}</section>
${await sharedSection(c, view)}`,
    foot: html`<a class="btn plain" href="/newsroom/articles/${file.id}" data-close>Close</a>`,
    more: isEditorial(c.var.actor) ? html`${view.schedule.planned ? cancelForm(file.id) : ''}${liveForms(view)}` : '',
  };
}

/** The public address, to open and to copy. */
export function addressSection({ file }: PublishView): Html {
  const { baseUrl } = siteSnapshot().publication;
  const path = articlePath({ section: file.liveSection ?? '', slug: file.liveSlug ?? '' });
  return html`<section class="part"><p class="field"><label for="public-address">Address</label><input id="public-address" readonly value="${baseUrl}${path}"></p>
<div class="acts"><a class="btn plain" href="${path}" target="_blank" rel="noopener">Open<span class="unseen"> the article (opens a new tab)</span></a><button type="button" class="btn plain" data-copies="public-address" hidden>Copy</button><span role="status" id="public-address-copied"></span></div></section>`;
}

async function donePanel(c: Context, view: PublishView, done: Done): Promise<Panel> {
  const isPublic = view.file.liveRevision !== null && done.act === 'published';
  const { title, body, foot } = await doneSection(c, view, done);
  return { title, told: '', body: html`${body}${isPublic ? addressSection(view) : ''}`, foot, more: '' };
}
