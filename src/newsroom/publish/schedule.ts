import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import { isZone, offsetName, onlyTimeOf, timesOf, wallTime } from '#core/wall-time.ts';
import { cancelSchedule, type Schedule, schedule } from '#editorial/publish/schedule.ts';
import type { Html } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { formatTime, inZone, listZones, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { setTimeZone } from '#people/profile.ts';
import { now } from '#runtime/deps.ts';
import { correctionFields, parseCorrectionChoice } from './correction-fields.ts';
import { gateList } from './gate-list.ts';
import { readersWillSee } from './readers-will-see.ts';
import { type RevisionView, readLatestView, readRevisionView } from './revision-view.ts';

type FormState = { fields: Record<string, string>; failure: Failure | null; status: number };

/** `GET /newsroom/articles/{articleId}/schedule?revision=N`; without a number it redirects to the latest revision. */
export async function showSchedule(c: Context): Promise<Response> {
  if (c.req.query('revision') === undefined) {
    const { file } = await readLatestView(c);
    return redirect(`/newsroom/articles/${file.id}/schedule?revision=${file.revision}`);
  }
  const seen = await readRevisionView(c, parseRevisionNumber(c.req.query('revision')));
  return schedulePage(c, seen, { fields: {}, failure: null, status: 200 });
}

/** `POST /newsroom/articles/{articleId}/schedule`: schedules the revision that the form names, at a local time of the zone that it names. */
export async function postSchedule(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const { revision, at = '', zone = zoneOf(c) } = fields;
  const number = parseRevisionNumber(revision);
  const articleId = articleIdOf(c);
  try {
    await schedule(c.var.deps, c.var.actor, {
      articleId,
      revisionNumber: number,
      at: readTime(at, zone, fields.reading),
      choice: parseCorrectionChoice(fields),
    });
  } catch (error) {
    const seen = await readRevisionView(c, number);
    return renderFormError(error, (failure, status) => schedulePage(c, seen, { fields, failure, status }));
  }
  const { session, deps } = c.var;
  if (session.timeZone === null && zone !== zoneOf(c)) await setTimeZone(deps, session.editor, zone);
  return redirect(`/newsroom/articles/${articleId}?done=scheduled&zone=${encodeURIComponent(zone)}`);
}

/** `POST /newsroom/articles/{articleId}/schedule/cancel`. */
export async function postCancel(c: Context): Promise<Response> {
  const { id } = await cancelSchedule(c.var.deps, c.var.actor, articleIdOf(c));
  return redirect(`/newsroom/articles/${id}?done=unscheduled`);
}

/**
 * `reading` is the one that the person chose of the two times at which clocks show the local time.
 * @throws validation_failed, with both choices, when clocks skip the time or show it twice
 */
function readTime(local: string, zone: string, reading: string | undefined): string {
  if (!isZone(zone))
    throw new Failure('validation_failed', 'There is no such time zone.', {
      hint: 'Choose a time zone from the list, such as UTC or America/New_York.',
    });
  const times = timesOf(local, zone);
  if (times === null)
    throw new Failure('validation_failed', 'This is not a time.', {
      hint: 'Give a date and a time, for example 2026-11-21 09:00.',
    });
  return times.find((one) => one === reading) ?? onlyTimeOf(local, zone, 'below the day and time');
}

/** Asks which of the two times is meant at which clocks of the zone show the local time; nothing for any other time. */
function askReading({ at = '', zone = '', reading }: Record<string, string>): Html | string {
  const times = isZone(zone) ? (timesOf(at, zone) ?? []) : [];
  if (times.length < 2) return '';
  const [clock, first] = [at.slice(11, 16), times[0]];
  const pick = (one: string) =>
    html`<p class="pick"><input type="radio" id="reading-${one === first ? 1 : 2}" name="reading" value="${one}"${one === reading ? html` checked` : ''}> <label for="reading-${one === first ? 1 : 2}">${clock} at ${offsetName(one, zone)}, ${one.slice(0, 16).replace('T', ' ')} UTC</label></p>`;
  return html`<fieldset class="correction-choice"><legend>Clocks show ${clock} twice on this day</legend>
${times.map(pick)}
</fieldset>`;
}

async function schedulePage(c: Context, seen: RevisionView, { fields, failure, status }: FormState): Promise<Response> {
  const { file, number, correcting } = seen;
  const time = now(c.var.deps);
  const { zone = zoneOf(c) } = fields;
  const { at = nextHour(time, isZone(zone) ? zone : 'UTC') } = fields;
  const entries = failure?.detail.more?.gate ? file.gate : [];
  return newsroomPage(c, {
    title: `Schedule revision ${number}`,
    status,
    styles: ['newsroom-publication.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1><small>${file.copy.headline}</small> Schedule revision ${number}</h1>
${refusalNote(failure)}
${entries.length > 0 ? gateList(entries, { articleId: file.id, revision: number, copy: file.copy }) : ''}
<div class="publication">
<p>Readers will see:</p>
${await readersWillSee(c, seen, 'at the time below')}
<p>It is published in your name, as it is now: later revisions do not change it. Everything is checked again at that time. If something has to be fixed, nothing is published, the article page says why, and you get an email.</p>
<form class="entry" method="post" action="/newsroom/articles/${file.id}/schedule">
<input type="hidden" name="revision" value="${number}">
<div class="pair">
<p class="field"><label for="at">Day and time</label>
<input id="at" name="at" type="datetime-local" value="${at}" required></p>
<p class="field"><label for="zone">Time zone</label>
<input id="zone" name="zone" value="${zone}" list="zones" autocomplete="off" spellcheck="false" required aria-describedby="zone-hint"></p>
</div>
<p class="hint" id="zone-hint">Your zone is ${zoneOf(c)}, where it is ${inZone(time, zoneOf(c)).slice(11)} now; <a href="/newsroom/profile#time-zone">change it</a> in your profile. The first other zone that you schedule in becomes yours.</p>
<datalist id="zones">${listZones().map((name) => html`<option value="${name}">`)}</datalist>
${askReading(fields)}
${correcting.asks ? correctionFields(seen, fields) : ''}
<p><button>Schedule revision ${number}</button></p>
</form>
</div>`,
  });
}

/** The full hour after the next one by the clocks of a zone, as the default time. */
function nextHour(time: string, zone: string): string {
  const hour = 60 * 60 * 1000;
  return wallTime(Math.ceil(Date.parse(time) / hour) * hour + hour, zone);
}

/** The schedule in one line, for the head of the page. */
export function scheduleLine(schedule: Schedule): Html | string {
  const { planned, trouble } = schedule;
  if (trouble)
    return html`<p class="plans"><strong>Not published as planned.</strong> <a href="#publish-title">See why</a></p>`;
  if (!planned) return '';
  return html`<p class="plans"><strong>Scheduled.</strong> <a href="#publish-title">Revision ${planned.revision} will be published on ${formatTime(planned.at)} UTC</a></p>`;
}

/** The scheduled publication, or why it failed, or why the article was unpublished. */
export function scheduleBox({ file }: RevisionView, schedule: Schedule, mayPublish: boolean): Html {
  return html`${schedule.trouble ? troubleNote(file.id, schedule.trouble, mayPublish) : ''}
${schedule.planned ? plan(file, schedule.planned, mayPublish) : ''}
${schedule.unpublishedBecause ? html`<p>Unpublished because: “${schedule.unpublishedBecause}”</p>` : ''}
${schedule.retractionNotice ? html`<p>Readers see at its address: “${schedule.retractionNotice}” Publishing it again removes this notice.</p>` : ''}`;
}

function troubleNote(articleId: string, trouble: string, mayPublish: boolean): Html {
  return html`<div class="refusal missed">
<p><strong>Not published as planned.</strong> ${trouble}</p>
${
  mayPublish
    ? html`<form method="post" action="/newsroom/articles/${articleId}/schedule/cancel"><p><button class="plain">Dismiss this note</button></p></form>`
    : ''
}
</div>`;
}

function plan(
  { id, revision: latest }: RevisionView['file'],
  planned: NonNullable<Schedule['planned']>,
  mayPublish: boolean,
) {
  const { at, revision, by, noCorrectionBecause } = planned;
  return html`<div class="planned">
<p><strong>Revision ${revision} will be published on ${formatTime(at)} UTC</strong>, scheduled by ${by}. Everything is checked again at that time.</p>
${latest > revision ? html`<p>Revision ${latest} was saved since. It does not change the schedule: revision ${revision} is published as it is.</p>` : ''}
${noCorrectionBecause ? html`<p>No correction, because: “${noCorrectionBecause}”</p>` : ''}
${
  mayPublish
    ? html`<p>Publishing or unpublishing the article now cancels the schedule.</p>
<form method="post" action="/newsroom/articles/${id}/schedule/cancel">
<p><a href="/newsroom/articles/${id}/schedule?revision=${revision}">Change the time</a> <button class="plain">Cancel the schedule</button></p></form>`
    : ''
}
</div>`;
}
