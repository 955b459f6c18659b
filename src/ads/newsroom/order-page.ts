import { html } from 'hono/html';
import type { Conflict } from '#ads/orders/conflicts.ts';
import type { Run } from '#ads/runs/runs.ts';
import { formatAmount } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { readTyped, refusalSummary } from '#html/newsroom/kit/form.ts';
import { withDots } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { AD_STYLES, catalogOf, days, nameOfUnit, STATE_LABELS } from './ad-labels.ts';
import { billingSection } from './billing.ts';
import { briefsPart } from './brief-of-run.ts';
import { type Done, doneToast } from './done-toast.ts';
import { insertionOrdersSection } from './insertion-orders.ts';
import { creativesSection } from './order-creatives.ts';
import { emailsSection, historySection, orderFacts } from './order-details.ts';
import { documentsSection } from './order-documents.ts';
import type { RefusedOrder } from './order-forms.ts';
import { linkSection } from './order-link.ts';
import { type OrderRecord, readOrderRecord } from './order-record.ts';
import type { Stage } from './order-stage.ts';
import { nextStep, otherSteps, stageOfRecord } from './order-steps.ts';

/** `GET /newsroom/ads/{orderId}`: an order with its next step in front, its creatives and its documents. */
export function showAdOrder(c: Context): Promise<Response> {
  return orderPage(c, c.req.param('orderId') ?? '', null);
}

export async function orderPage(c: Context, orderId: string, refused: RefusedOrder | null): Promise<Response> {
  const file = await readOrderRecord(c, orderId, refused);
  const { order } = file;
  const catalog = catalogOf();
  const stage = stageOfRecord(file, catalog);
  const isInStep = stage === 'creative' || stage === 'check';
  return newsroomPage(c, {
    title: `${order.advertiser}, order ${order.reference}`,
    status: refused?.status ?? 200,
    styles: AD_STYLES,
    toast: refused ? null : doneToast(c.req.query(), file),
    head: {
      title: order.advertiser,
      trail: [{ text: 'Orders', href: '/newsroom/ads' }],
      others: [
        {
          text: 'Email the contact',
          href: `mailto:${order.contactEmail}?subject=${encodeURIComponent(`Order ${order.reference}`)}`,
        },
      ],
    },
    main: html`<p class="stands">${pill(STATE_LABELS[order.state].name)} ${withDots([
      waitsFor(file, stage),
      nameOfUnit(catalog, order.unit),
      days(order),
      formatAmount(order.cents, order.currency),
      order.reference,
    ])}</p>
${refusalSummary(refused?.failure, refused ? `${refused.form}-` : '')}
${order.trouble ? html`<p class="refusal" role="status"><strong>${order.trouble}</strong></p>` : ''}
${order.bookingRefused ? html`<p class="refusal" role="status"><strong>Not booked.</strong> ${order.bookingRefused}</p>` : ''}
${conflictNote(file)}
${order.reason ? html`<p>The reason: ${order.reason}</p>` : ''}
${isInStep ? html`<div class="step-with-files">${nextStep(c, file, catalog)}<div>${creativesSection(file, catalog, stage === 'creative')}</div></div>` : nextStep(c, file, catalog)}
<div class="order"><div>
${orderFacts(file)}
${runsPart(file, (id) => nameOfUnit(catalog, id))}
${briefsPart(file)}
${isInStep ? '' : creativesSection(file, catalog, false)}
${otherSteps(c, file, stage)}
</div><div>
${billingSection(file)}
${insertionOrdersSection(c, file)}
${documentsSection(c, file)}
${linkSection(c, file)}
${emailsSection(c, file)}
${historySection(file)}
</div></div>`,
  });
}

function waitsFor({ order, missed, nextFree, conflicts }: OrderRecord, stage: Stage): string {
  if (missed) return 'did not run on its days';
  if (stage !== 'answer') return STATE_LABELS[order.state].next;
  return nextFree !== null || conflicts.length > 0 ? 'waits for other days' : 'waits for an answer';
}

const CONFLICT_WORDS: Record<Conflict['kind'], string> = {
  taken: 'Another order holds these days or this category.',
  similar: 'A sponsor may have the same product category.',
  'on hold': 'Another order has these days on hold.',
  'asked for': 'Other orders ask for the same days or category.',
};

/** Conflicts with other orders, shown before the invoice is issued. */
function conflictNote({ conflicts }: OrderRecord): Html | string {
  if (conflicts.length === 0) return '';
  return html`<div class="refusal" role="status"><p><strong>${CONFLICT_WORDS[conflicts[0]?.kind ?? 'asked for']}</strong> ${conflicts[0]?.kind === 'similar' ? 'To book the flight, say why the products differ.' : 'Agree on other days before you issue the invoice.'}</p>
<ul>${conflicts.map(({ words, orderId, reference }) => html`<li>${words}, <a href="/newsroom/ads/${orderId}">${reference}</a></li>`)}</ul></div>`;
}

function runsPart({ runs }: OrderRecord, nameOf: (id: string) => string): Html | string {
  if (runs.length === 0) return '';
  return html`<h2>Flights</h2>
${table({
  caption: 'Where and when the ad runs',
  hasUnseenCaption: true,
  columns: [{ text: 'Place' }, { text: 'Days (UTC)' }, { text: 'Status' }],
  rows: runs.map((run) => [
    nameOf(run.place),
    days(run),
    html`${runStatus(run)}${run.trouble ? html` ${pill('warning', 'block')}` : ''}`,
  ]),
})}`;
}

function runStatus({ place, startedAt, endedAt, missedAt }: Run): Html | string {
  if (missedAt) return 'missed';
  if (place === 'field-brief' && startedAt) return html`sent ${formatTime(startedAt)}`;
  if (!startedAt) return 'not yet';
  return endedAt ? html`${formatTime(startedAt)} to ${formatTime(endedAt)}` : html`since ${formatTime(startedAt)}`;
}

/** An act on an order: the form of the page that asks for it, and what the page says after it. */
type OrderAct = {
  orderId: string;
  /** The name of the form, which is shown again after a refusal. */
  form?: string;
  /** What the page says when it is done. */
  done: Done;
  /** The part of the page that it is about, as `#emails`. */
  part?: string;
  /** What was typed, where it is read already. */
  typed?: URLSearchParams;
};

/** Reads the form of an act, does it, and shows the order with a word; after a refusal, the order with the form as it was typed. */
export async function act(
  c: Context,
  { orderId, form = 'step', done, part = '', typed: read }: OrderAct,
  work: (typed: URLSearchParams) => Promise<unknown>,
): Promise<Response> {
  let typed = read ?? new URLSearchParams();
  try {
    typed = read ?? (await readTyped(c));
    await work(typed);
    return redirect(
      typed.get('at') === 'board'
        ? `/newsroom/ads?done=${done}&order=${orderId}`
        : `/newsroom/ads/${orderId}?done=${done}${part}`,
    );
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { form, typed, failure, status }));
  }
}

/** Like `act`, for the order in the path. */
export function actOnOrder(
  c: Context,
  asked: Omit<OrderAct, 'orderId'>,
  work: (orderId: string, typed: URLSearchParams) => Promise<unknown>,
): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  return act(c, { ...asked, orderId }, (typed) => work(orderId, typed));
}
