import { html } from 'hono/html';
import type { Run } from '../../../ads/runs/runs.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { type RefusedForm, refusalNote, renderFormError } from '../kit/form.ts';
import { newsroomPage, redirect } from '../kit/page.ts';
import { formatTime } from '../kit/time.ts';
import { AD_STYLES, adNavigation, catalogOf, days, nameOfUnit, STATE_LABELS } from './ad-labels.ts';
import { creativesSection } from './creative-section.ts';
import { documentsSection, emailsSection, historySection, orderFacts } from './order-details.ts';
import { type OrderRecord, readOrderRecord } from './order-record.ts';
import { nextStep, otherSteps } from './order-steps.ts';

/** `GET /newsroom/ads/{orderId}`: one order: what is next, its creatives in their places, its papers. */
export function showAdOrder(c: Context): Promise<Response> {
  return orderPage(c, c.req.param('orderId') ?? '', null);
}

export async function orderPage(c: Context, orderId: string, refused: RefusedForm | null): Promise<Response> {
  const file = await readOrderRecord(c, orderId, refused);
  const { order, sends } = file;
  const catalog = catalogOf(c);
  return newsroomPage(c, {
    title: `${order.advertiser}, order ${order.reference}`,
    status: refused?.status ?? 200,
    styles: AD_STYLES,
    main: html`<p class="trail"><a href="/newsroom/ads">Ad desk</a> / Order</p>
<h1><small>${order.reference}</small> ${order.advertiser}: ${nameOfUnit(catalog, order.unit)}</h1>
${adNavigation(null)}
${refusalNote(refused?.failure ?? null)}
<p class="stands"><b class="mark">${STATE_LABELS[order.state].name}</b> ${STATE_LABELS[order.state].next}</p>
${order.trouble ? html`<p class="refusal" role="status"><strong>${order.trouble}</strong></p>` : ''}
${order.bookingRefused ? html`<p class="refusal" role="status"><strong>Not booked.</strong> ${order.bookingRefused}</p>` : ''}
${conflictNote(file)}
${order.reason ? html`<p>The reason: ${order.reason}</p>` : ''}
<div class="order"><div>
${nextStep(c, file, catalog)}
${creativesSection(file, catalog)}
</div><div>
${orderFacts(c, file)}
${documentsSection(c, file)}
${runsPart(file, (id) => nameOfUnit(catalog, id))}
${sends.length > 0 ? html`<h2>Field Brief</h2><ul>${sends.map(({ day, sentAt, notedBy }) => html`<li>${day}: sent ${formatTime(sentAt)} (UTC), noted by ${notedBy}</li>`)}</ul>` : ''}
${otherSteps(c, file)}
${emailsSection(c, file)}
${historySection(file)}
</div></div>`,
  });
}

/** Who holds what the order asks for, and who asks for it too, before money is taken for it. */
function conflictNote({ conflicts }: OrderRecord): Html | string {
  if (conflicts.length === 0) return '';
  const isTaken = conflicts.some(({ kind }) => kind === 'taken');
  return html`<div class="refusal" role="status"><p><strong>${isTaken ? 'What it asks for is taken.' : 'Others ask for the same.'}</strong> Agree on other days before the invoice is issued.</p>
<ul>${conflicts.map(({ words, orderId, reference }) => html`<li>${words}, <a href="/newsroom/ads/${orderId}">${reference}</a></li>`)}</ul></div>`;
}

function runsPart({ runs }: OrderRecord, nameOf: (id: string) => string): Html | string {
  if (runs.length === 0) return '';
  return html`<h2>Runs</h2>
<table class="plan"><caption class="unseen">Where the ad runs and when</caption>
<thead><tr><th scope="col">Place</th><th scope="col">Days (UTC)</th><th scope="col">Stands</th></tr></thead>
<tbody>${runs.map(
    (run) =>
      html`<tr><th scope="row">${nameOf(run.place)}</th><td>${days(run)}</td><td>${stands(run)}${run.trouble ? html` <b class="mark trouble">warning</b>` : ''}</td></tr>`,
  )}</tbody></table>`;
}

function stands({ place, startedAt, endedAt, missedAt }: Run): Html | string {
  if (missedAt) return 'missed';
  if (place === 'field-brief' && startedAt) return html`sent ${formatTime(startedAt)}`;
  if (!startedAt) return 'not yet';
  return endedAt ? html`${formatTime(startedAt)} to ${formatTime(endedAt)}` : html`since ${formatTime(startedAt)}`;
}

/**
 * Does something to an order and shows it, or shows it with why that was refused and with what was typed. `work` may name a
 * part of the page.
 */
export async function act(c: Context, orderId: string, work: () => Promise<unknown>): Promise<Response> {
  try {
    const part = await work();
    return redirect(`/newsroom/ads/${orderId}${typeof part === 'string' ? part : ''}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { failure, status, typed: {} }));
  }
}

/** The same for an order whose id is in the address. */
export function actOnOrder(c: Context, work: (orderId: string) => Promise<unknown>): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  return act(c, orderId, () => work(orderId));
}
