import { html } from 'hono/html';
import * as z from 'zod';
import { addDays, firstSendOf, isSendDay, placementsOf } from '#ads/catalog/ad-calendar.ts';
import { listWaitingOrders, type WaitingOrder } from '#ads/orders/holds.ts';
import { slotsDrawing } from '#ads/pages/slots-chart.ts';
import { type BookedRun, listBookedRuns } from '#ads/runs/runs.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { isEditorial } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import { type DayRange, issueOf, issueSpan } from '#core/issue.ts';
import { text } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import type { NewsletterIssue } from '#http/declared.ts';
import { now } from '#runtime/deps.ts';
import { AD_STYLES, adNavigation, catalogOf, days, nameOfUnit, STATE_LABELS } from './ad-labels.ts';
import { briefCell } from './brief-of-run.ts';
import { findIssues } from './find-issues.ts';

const ISSUE = /^\d{4}-Q[1-4]$/;

/** `GET /newsroom/ads/calendar`: which order holds which place on the days of an issue. */
export function showAdCalendar(c: Context): Promise<Response> {
  return page(c, null, 200);
}

const send = z.strictObject({
  day: z.iso.date({ error: 'must be a day such as 2026-11-24' }),
  at: z.iso.time({ error: 'must be a time of UTC such as 14:30' }),
  note: text({ max: 500 }),
});

/** `POST /newsroom/ads/sends`: records that a Field Brief was sent. */
export async function postSend(c: Context): Promise<Response> {
  try {
    const { day = '', at = '', note = '' } = await parseForm(c);
    const read = validateForm(send, { day, at, note }, { day: 'The day', at: 'The time', note: 'The note' });
    const sentAt = new Date(`${read.day}T${read.at}Z`).toISOString();
    await recordSend(c.var.deps, c.var.actor, c.var.config.publication, read.day, sentAt, read.note);
    return redirect(`/newsroom/ads/calendar?issue=${issueOf(read.day)}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => page(c, failure, status));
  }
}

async function page(c: Context, failure: Failure | null, status: number): Promise<Response> {
  const { deps, actor } = c.var;
  const today = now(deps).slice(0, 10);
  const asked = c.req.query('issue') ?? '';
  const issue = ISSUE.test(asked) ? asked : issueOf(today);
  const span = issueSpan(issue);
  const held = await listBookedRuns(deps.db.read, actor, span);
  const waiting = await listWaitingOrders(deps.db.read, actor, span, today);
  const requested = waiting.flatMap((order) => askedParts(order, span));
  const sends = held.filter(({ place }) => place === 'field-brief');
  const briefs = await findIssues(
    deps.db.read,
    sends.map(({ startsOn }) => startsOn),
  );
  const catalog = catalogOf(c);
  const nameOf = (place: string) => nameOfUnit(catalog, place);
  const places = [
    ...new Set([...catalog.creatives.map(({ id }) => id), ...[...held, ...requested].map(({ place }) => place)]),
  ];
  return newsroomPage(c, {
    title: `Ads of ${issue}`,
    status,
    styles: [...AD_STYLES, 'newsroom-charts.css'],
    main: html`<h1>The issue ${issue}</h1>
${adNavigation('calendar')}
${refusalNote(failure)}
<p class="months"><a href="/newsroom/ads/calendar?issue=${issueOf(addDays(span.startsOn, -1))}">Previous issue</a> <a href="/newsroom/ads/calendar?issue=${issueOf(addDays(span.endsOn, 1))}">Next issue</a></p>
<p class="hint">${days(span)}, UTC. The Field Brief goes out on Tuesdays, by the day in the time zone of each brief; that of the week the issue goes out is the first Tuesday of its first seven days, ${firstSendOf(issue)}.</p>
${slotsDrawing({
  id: 'slots',
  title: `Booked and requested places in ${issue}`,
  description: `${held.length} booked runs, filled, and ${waiting.length} waiting orders, outlined. The tables below list them.`,
  span,
  today,
  rows: places.map((place) => ({
    name: nameOf(place),
    runs: [...held, ...requested].filter((one) => one.place === place),
  })),
})}
<p class="legend"><span><i class="key solid"></i> booked</span> <span><i class="key firm"></i> on hold</span> <span><i class="key asks"></i> asked for</span></p>
${table(held, nameOf, briefs)}
${waitingTable(waiting, nameOf)}
${isEditorial(actor) ? sendForm(span, today) : ''}`,
  });
}

function table(
  held: BookedRun[],
  nameOf: (place: string) => string,
  briefs: ReadonlyMap<string, NewsletterIssue>,
): Html {
  if (held.length === 0) return html`<p>No order holds a place in this issue yet.</p>`;
  return html`<h2>Booked places</h2>
<table class="plan"><caption class="unseen">Booked places, by place and first day</caption>
<thead><tr><th scope="col">Place</th><th scope="col">Advertiser</th><th scope="col">Days (UTC)</th><th scope="col">Order</th><th scope="col">Field Brief</th></tr></thead>
<tbody>${held.map(
    (one) =>
      html`<tr><th scope="row">${nameOf(one.place)}</th><td>${one.advertiser}</td><td>${days(one)}</td><td><a href="/newsroom/ads/${one.orderId}">${one.reference}</a></td><td>${briefCell(one, briefs)}</td></tr>`,
  )}</tbody></table>`;
}

/** The parts of a waiting order in the issue, for the drawing. */
function askedParts(order: WaitingOrder, issue: DayRange) {
  const waits = order.heldUntil === null ? ('asked for' as const) : ('on hold' as const);
  return placementsOf(order.unit, order)
    .filter(({ startsOn, endsOn }) => startsOn <= issue.endsOn && endsOn >= issue.startsOn)
    .map((part) => ({ ...part, advertiser: order.advertiser, waits }));
}

function waitingTable(waiting: readonly WaitingOrder[], nameOf: (id: string) => string): Html | string {
  if (waiting.length === 0) return '';
  return html`<h2>Waiting orders</h2>
<table class="plan"><caption class="unseen">Orders that ask for days of this issue and are not booked</caption>
<thead><tr><th scope="col">Unit</th><th scope="col">Advertiser</th><th scope="col">Days (UTC)</th><th scope="col">Order</th><th scope="col">State</th><th scope="col">On hold</th></tr></thead>
<tbody>${waiting.map(
    (one) =>
      html`<tr><th scope="row">${nameOf(one.unit)}</th><td>${one.advertiser}</td><td>${days(one)}</td><td><a href="/newsroom/ads/${one.id}">${one.reference}</a></td><td>${STATE_LABELS[one.state].name}</td><td>${one.heldUntil ? html`until ${one.heldUntil}` : 'not on hold'}</td></tr>`,
  )}</tbody></table>`;
}

function sendForm({ startsOn }: DayRange, today: string): Html {
  let day = today;
  while (!isSendDay(day)) day = addDays(day, -1);
  return html`<details><summary>Record that a Field Brief was sent elsewhere …</summary>
<p class="hint">Briefs that this site sends are recorded from their deliveries, and refused here.</p>
<form class="entry" method="post" action="/newsroom/ads/sends?issue=${issueOf(startsOn)}">
<p class="field"><label for="send-day">Day of the Field Brief, a Tuesday</label><input id="send-day" name="day" type="date" value="${day}" max="${today}" required></p>
<p class="field"><label for="send-at">Sent at (UTC)</label><input id="send-at" name="at" type="time" required></p>
<p class="field"><label for="send-note">How it was sent, for the proof</label><input id="send-note" name="note" autocomplete="off"></p>
<p><button>Record the send</button></p></form></details>`;
}
