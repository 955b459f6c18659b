import { html } from 'hono/html';
import { listCreatives } from '../../advertising/creative-on-file.ts';
import { findInvoiceOf } from '../../advertising/invoice.ts';
import { listSendsOf } from '../../advertising/note-send.ts';
import { type Order, readOrder } from '../../advertising/order.ts';
import { listProofs } from '../../advertising/proof.ts';
import { listRuns, type Run } from '../../advertising/runs.ts';
import { listShots } from '../../advertising/shots.ts';
import type { Html } from '../../editions/html.ts';
import type { Failure } from '../../ground/failure.ts';
import { dollars } from '../../ground/money.ts';
import type { Ctx } from '../env.ts';
import { creativePart } from './ad-creative-part.ts';
import type { OrderFile } from './ad-order-file.ts';
import { nextStep, otherSteps } from './ad-steps.ts';
import { AD_STYLES, adWays, catalogOf, days, nameOfUnit, STATE_WORDS } from './ad-words.ts';
import { refusalNote } from './form.ts';
import { newsroomPage } from './page.ts';
import { when } from './when.ts';

/** `GET /newsroom/ads/{orderId}`: one order: what is next, its creatives in their places, its papers. */
export function showAdOrder(c: Ctx): Promise<Response> {
  return orderPage(c, c.req.param('orderId') ?? '', null, 200);
}

export async function orderPage(c: Ctx, orderId: string, failure: Failure | null, status: number): Promise<Response> {
  const tx = c.var.press.db.read;
  const order = await readOrder(tx, c.var.actor, orderId);
  const file: OrderFile = {
    order,
    creatives: await listCreatives(tx, order.id),
    invoice: await findInvoiceOf(tx, order.id),
    runs: await listRuns(tx, order.id),
    proofs: await listProofs(tx, order.id),
    shots: await listShots(tx, order.id),
  };
  const sends = await listSendsOf(tx, order.id);
  const catalog = catalogOf(c);
  return newsroomPage(c, {
    title: `${order.advertiser}, order ${order.reference}`,
    status,
    styles: AD_STYLES,
    main: html`<p class="trail"><a href="/newsroom/ads">Ad desk</a> / Order</p>
<h1><small>${order.reference}</small> ${order.advertiser}: ${nameOfUnit(catalog, order.unit)}</h1>
${adWays(null)}
${refusalNote(failure)}
<p class="stands"><b class="mark">${STATE_WORDS[order.state].name}</b> ${STATE_WORDS[order.state].next}</p>
${order.trouble ? html`<p class="refusal" role="status"><strong>${order.trouble}</strong></p>` : ''}
${order.reason ? html`<p>The reason: ${order.reason}</p>` : ''}
<div class="order"><div>
${nextStep(c, file, catalog)}
${creativePart(file, catalog)}
</div><div>
${facts(order)}
${papers(file)}
${runsPart(file, (id) => nameOfUnit(catalog, id))}
${sends.length > 0 ? html`<h2>Field Brief</h2><ul>${sends.map(({ day, sentAt, notedBy }) => html`<li>${day}: sent ${when(sentAt)} (UTC), noted by ${notedBy}</li>`)}</ul>` : ''}
${otherSteps(c, file)}
</div></div>`,
  });
}

function facts(order: Order): Html {
  const { contactName, contactEmail, category, cents, insertionOrder, note, openedAt } = order;
  const rate = insertionOrder
    ? `insertion order ${insertionOrder.number}, signed ${insertionOrder.signedOn}`
    : 'list price';
  return html`<h2>The order</h2>
<dl class="facts">
<div><dt>Days (UTC)</dt><dd>${days(order)}</dd></div>
<div><dt>Rate</dt><dd>${dollars(cents)}, ${rate}</dd></div>
<div><dt>Category</dt><dd>${category}</dd></div>
<div><dt>Contact</dt><dd>${contactName}, <a href="mailto:${contactEmail}">${contactEmail}</a></dd></div>
<div><dt>Opened</dt><dd>${when(openedAt)} (UTC)</dd></div>
${note ? html`<div><dt>Note</dt><dd class="words">${note}</dd></div>` : ''}
</dl>`;
}

function papers({ order, invoice, proofs, shots }: OrderFile): Html | string {
  if (!invoice && proofs.length === 0 && shots.length === 0) return '';
  return html`<h2>Papers</h2><ul>
${invoice ? html`<li><a href="/newsroom/ads/invoices/${invoice.number}.pdf">Invoice ${invoice.number}</a>, ${invoice.paidOn ? html`paid ${invoice.paidOn}` : 'not paid'}</li>` : ''}
${proofs.map(({ id, madeAt }) => html`<li>Proof of ${when(madeAt)}: <a href="/newsroom/ads/${order.id}/proofs/${id}.pdf">PDF</a>, <a href="/newsroom/ads/${order.id}/proofs/${id}.json">signed JSON</a></li>`)}
${shots.map(({ place, path, takenAt, sha256 }) => html`<li><a href="/newsroom/ads/${order.id}/shots/${sha256}.png">Screenshot of ${path}</a>, ${place}, taken ${when(takenAt)} (UTC)</li>`)}
</ul>`;
}

function runsPart({ runs }: OrderFile, nameOf: (id: string) => string): Html | string {
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
  if (place === 'field-brief' && startedAt) return html`sent ${when(startedAt)}`;
  if (!startedAt) return 'not yet';
  return endedAt ? html`${when(startedAt)} to ${when(endedAt)}` : html`since ${when(startedAt)}`;
}
