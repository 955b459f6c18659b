import { html } from 'hono/html';
import * as z from 'zod';
import { addDays, firstSendOf, isSendDay, placementsOf } from '#ads/catalog/ad-calendar.ts';
import { listWaitingOrders, type WaitingOrder } from '#ads/orders/holds.ts';
import { slotsDrawing } from '#ads/pages/slots-chart.ts';
import { type BookedRun, listBookedRuns } from '#ads/runs/runs.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { isEditorial } from '#core/actor.ts';
import { type DayRange, issueOf, issueSpan } from '#core/issue.ts';
import { text } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields, readTyped, refusalSummary, type ShownForm, typedOf } from '#html/newsroom/kit/form.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { NewsletterIssue } from '#http/declared.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { AD_STYLES, catalogOf, days, nameOfUnit, orderTabs, STATE_LABELS, slotsLegend } from './ad-labels.ts';
import { briefCell } from './brief-of-run.ts';
import { findIssues } from './find-issues.ts';
import { day, withFields } from './order-forms.ts';

const ISSUE = /^\d{4}-Q[1-4]$/;

/** `GET /newsroom/ads/calendar`: which order holds which place on the days of an issue. */
export function showAdCalendar(c: Context): Promise<Response> {
  return page(c, null, 200);
}

const SEND = formFields({
  day: { label: 'Day of the Field Brief, a Tuesday', kind: 'date', schema: day, subject: 'The day' },
  at: {
    label: 'Sent at (UTC)',
    kind: 'time',
    schema: z.iso.time({ error: 'must be a time of UTC such as 14:30' }),
    subject: 'The time',
  },
  note: {
    label: 'How it was sent, for the proof of performance',
    schema: text({ max: 500 }),
    subject: 'The note',
    optional: true,
  },
});

/** `POST /newsroom/ads/sends`: records that a Field Brief was sent. */
export async function postSend(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const sent = await withFields(SEND, typed, 'day', async (read) => {
      const sentAt = new Date(`${read.day}T${read.at}Z`).toISOString();
      await recordSend(c.var.deps, c.var.actor, siteSnapshot().publication, {
        day: read.day,
        sentAt,
        note: read.note ?? '',
      });
      return read.day;
    });
    return redirect(`/newsroom/ads/calendar?issue=${issueOf(sent)}&done=sent`);
  } catch (error) {
    return renderFormError(error, (failure, status) => page(c, { typed, failure }, status));
  }
}

async function page(c: Context, refused: ShownForm | null, status: number): Promise<Response> {
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
  const catalog = catalogOf();
  const nameOf = (place: string) => nameOfUnit(catalog, place);
  const places = [
    ...new Set([...catalog.creatives.map(({ id }) => id), ...[...held, ...requested].map(({ place }) => place)]),
  ];
  return newsroomPage(c, {
    title: `Avails, ${issue}`,
    status,
    toast: !refused && c.req.query('done') === 'sent' ? { text: 'The send is recorded.' } : null,
    head: {
      title: `Avails, ${issue}`,
      others: [
        { text: 'Previous issue', href: `/newsroom/ads/calendar?issue=${issueOf(addDays(span.startsOn, -1))}` },
        { text: 'Next issue', href: `/newsroom/ads/calendar?issue=${issueOf(addDays(span.endsOn, 1))}` },
      ],
    },
    styles: [...AD_STYLES, 'newsroom-charts.css'],
    main: html`${orderTabs('calendar')}
${refusalSummary(refused?.failure, 'send-')}
<p class="hint">${days(span)}, UTC. The Field Brief goes out on Tuesdays, by the day in the time zone of each brief; that of the week the issue goes out is the first Tuesday of its first seven days, ${firstSendOf(issue)}.</p>
${slotsDrawing({
  id: 'slots',
  title: `Booked and requested places in ${issue}`,
  description: `${held.length} booked flights, filled, and ${waiting.length} waiting orders, outlined. The tables below list them.`,
  span,
  today,
  rows: places.map((place) => ({
    name: nameOf(place),
    runs: [...held, ...requested].filter((run) => run.place === place),
  })),
})}
${slotsLegend()}
${heldTable(held, nameOf, briefs)}
${waitingTable(waiting, nameOf)}
${isEditorial(actor) ? sendForm(span, today, refused) : ''}`,
  });
}

function heldTable(
  held: BookedRun[],
  nameOf: (place: string) => string,
  briefs: ReadonlyMap<string, NewsletterIssue>,
): Html {
  if (held.length === 0) return html`<p>No order holds a place in this issue yet.</p>`;
  return html`<h2>Booked places</h2>
${table({
  caption: 'Booked places, by place and first day',
  hasUnseenCaption: true,
  columns: [
    { text: 'Place' },
    { text: 'Advertiser' },
    { text: 'Days (UTC)' },
    { text: 'Order' },
    { text: 'Field Brief' },
  ],
  rows: held.map((run) => [
    nameOf(run.place),
    run.advertiser,
    days(run),
    html`<a href="/newsroom/ads/${run.orderId}">${run.reference}</a>`,
    briefCell(run, briefs),
  ]),
})}`;
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
${table({
  caption: 'Orders that ask for days of this issue and are not booked',
  hasUnseenCaption: true,
  columns: [
    { text: 'Unit' },
    { text: 'Advertiser' },
    { text: 'Days (UTC)' },
    { text: 'Order' },
    { text: 'State' },
    { text: 'On hold' },
  ],
  rows: waiting.map((order) => [
    nameOf(order.unit),
    order.advertiser,
    days(order),
    html`<a href="/newsroom/ads/${order.id}">${order.reference}</a>`,
    STATE_LABELS[order.state].name,
    order.heldUntil ? `until ${order.heldUntil}` : 'not on hold',
  ]),
})}`;
}

function sendForm({ startsOn }: DayRange, today: string, refused: ShownForm | null): Html {
  let last = today;
  while (!isSendDay(last)) last = addDays(last, -1);
  const fields = { ...SEND, day: { ...SEND.day, max: today } };
  const shown = refused ?? { typed: typedOf(SEND, { day: last }) };
  return html`<details${refused ? html` open` : ''}><summary>Record that a Field Brief was sent elsewhere …</summary>
<p class="hint">Briefs that this site sends are recorded from their deliveries, and refused here.</p>
<form class="entry" method="post" action="/newsroom/ads/sends?issue=${issueOf(startsOn)}">
${drawFields(fields, shown, { ids: 'send-' })}<p>${button({ text: 'Record the send', weight: 'plain' })}</p></form></details>`;
}
