import { html } from 'hono/html';
import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import type { StoredCreative } from '#ads/creatives/stored-creatives.ts';
import type { Conflict } from '#ads/orders/conflicts.ts';
import { CAN_AGREE } from '#ads/orders/insertion-orders.ts';
import type { OrderState } from '#ads/orders/orders.ts';
import type { Run } from '#ads/runs/runs.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { findUnprintable } from '#html/pdf/pdf-fonts.ts';
import type { Context } from '#http/context.ts';
import { AD_STYLES, adNavigation, catalogOf, days, nameOfUnit, numberWarning, STATE_LABELS } from './ad-labels.ts';
import { billingSection } from './billing.ts';
import { briefsPart } from './brief-of-run.ts';
import { insertionOrdersSection } from './insertion-orders.ts';
import { emailsSection, historySection, orderFacts } from './order-details.ts';
import { documentsSection } from './order-documents.ts';
import { linkSection } from './order-link.ts';
import { type OrderRecord, readOrderRecord } from './order-record.ts';
import { nextStep, otherSteps } from './order-steps.ts';

/** `GET /newsroom/ads/{orderId}`: an order with its next step, its creatives and its documents. */
export function showAdOrder(c: Context): Promise<Response> {
  return orderPage(c, c.req.param('orderId') ?? '', null);
}

export async function orderPage(c: Context, orderId: string, refused: RefusedForm | null): Promise<Response> {
  const file = await readOrderRecord(c, orderId, refused);
  const { order } = file;
  const catalog = catalogOf(c);
  return newsroomPage(c, {
    title: `${order.advertiser}, order ${order.reference}`,
    status: refused?.status ?? 200,
    styles: AD_STYLES,
    main: html`<p class="trail"><a href="/newsroom/ads">Ad desk</a> / Order</p>
<h1><small>${order.reference}</small> ${order.advertiser}: ${nameOfUnit(catalog, order.unit)}</h1>
${adNavigation(null)}
${refusalNote(refused?.failure ?? null)}
<p class="stands"><b class="mark">${STATE_LABELS[order.state].name}</b> ${file.missed ? 'did not run on its days' : STATE_LABELS[order.state].next}</p>
${order.trouble ? html`<p class="refusal" role="status"><strong>${order.trouble}</strong></p>` : ''}
${order.bookingRefused ? html`<p class="refusal" role="status"><strong>Not booked.</strong> ${order.bookingRefused}</p>` : ''}
${conflictNote(file)}
${unprintableNote(file)}
${order.reason ? html`<p>The reason: ${order.reason}</p>` : ''}
<div class="order"><div>
${nextStep(c, file, catalog)}
${creativesSection(file, catalog)}
</div><div>
${orderFacts(c, file)}
${billingSection(file)}
${insertionOrdersSection(c, file)}
${documentsSection(c, file)}
${runsPart(file, (id) => nameOfUnit(catalog, id))}
${briefsPart(file)}
${otherSteps(c, file)}
${linkSection(c, file)}
${emailsSection(c, file)}
${historySection(file)}
</div></div>`,
  });
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
  return html`<div class="refusal" role="status"><p><strong>${CONFLICT_WORDS[conflicts[0]?.kind ?? 'asked for']}</strong> ${conflicts[0]?.kind === 'similar' ? 'To book the run, say why the products differ.' : 'Agree on other days before you issue the invoice.'}</p>
<ul>${conflicts.map(({ words, orderId, reference }) => html`<li>${words}, <a href="/newsroom/ads/${orderId}">${reference}</a></li>`)}</ul></div>`;
}

/** Characters that an invoice or an insertion order cannot show, before it gets its number. */
function unprintableNote({ order, billing, invoice }: OrderRecord): Html | string {
  if (invoice || !CAN_AGREE.includes(order.state)) return '';
  const { advertiser, contactName, contactEmail } = order;
  const texts = [advertiser, contactName, contactEmail, ...Object.values(billing), order.insertionOrder?.number ?? ''];
  const found = findUnprintable(...texts);
  if (found.length === 0) return '';
  return html`<p class="refusal" role="status"><strong>The PDF of an invoice cannot show ${found.slice(0, 10).join(' ')}</strong> in the name, the contact or the billing details. Write them without these characters before you issue it.</p>`;
}

function runsPart({ runs }: OrderRecord, nameOf: (id: string) => string): Html | string {
  if (runs.length === 0) return '';
  return html`<h2>Runs</h2>
<table class="plan"><caption class="unseen">Where and when the ad runs</caption>
<thead><tr><th scope="col">Place</th><th scope="col">Days (UTC)</th><th scope="col">Status</th></tr></thead>
<tbody>${runs.map(
    (run) =>
      html`<tr><th scope="row">${nameOf(run.place)}</th><td>${days(run)}</td><td>${runStatus(run)}${run.trouble ? html` <b class="mark trouble">warning</b>` : ''}</td></tr>`,
  )}</tbody></table>`;
}

function runStatus({ place, startedAt, endedAt, missedAt }: Run): Html | string {
  if (missedAt) return 'missed';
  if (place === 'field-brief' && startedAt) return html`sent ${formatTime(startedAt)}`;
  if (!startedAt) return 'not yet';
  return endedAt ? html`${formatTime(startedAt)} to ${formatTime(endedAt)}` : html`since ${formatTime(startedAt)}`;
}

/**
 * Runs an act on an order, then redirects to its page. After an error it shows the page with the error. `work` may return the
 * fragment of a section.
 */
export async function act(c: Context, orderId: string, work: () => Promise<unknown>): Promise<Response> {
  try {
    const part = await work();
    return redirect(`/newsroom/ads/${orderId}${typeof part === 'string' ? part : ''}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { failure, status, typed: {} }));
  }
}

/** Like `act`, for the order in the path. */
export function actOnOrder(c: Context, work: (orderId: string) => Promise<unknown>): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  return act(c, orderId, () => work(orderId));
}

const TAKES: readonly OrderState[] = ['inquiry', 'creative in', 'accepted', 'invoiced', 'booked', 'running'];

/** The creatives of an order: the current ones as readers see them, the past ones, and the form that adds one. */
function creativesSection({ order, creatives, refused }: OrderRecord, catalog: AdvertisingCatalog): Html | string {
  const needed = catalog.units.find(({ id }) => id === order.unit)?.creativeIds ?? [];
  if (needed.length === 0) return '';
  const takes = TAKES.includes(order.state);
  return html`<section aria-labelledby="creatives-title"><h2 id="creatives-title">Creatives</h2>
${needed.map((kind) => {
  const creative = catalog.creatives.find(({ id }) => id === kind);
  return creative
    ? creativeOfKind(
        order.id,
        creative,
        creatives.filter((one) => one.kind === kind),
        takes,
        refused?.typed.kind === kind ? refused.typed : null,
      )
    : '';
})}</section>`;
}

function creativeOfKind(
  orderId: string,
  creative: Creative,
  filed: StoredCreative[],
  takes: boolean,
  typed: Record<string, string> | null,
): Html {
  const shown = filed.filter(({ state }) => state === 'in' || state === 'accepted');
  const others = filed.filter(({ state }) => state === 'refused' || state === 'withdrawn');
  return html`<div class="creative" id="creative-${creative.id}"><h3>${creative.name}</h3>
${shown.length === 0 ? html`<p class="none">No file yet that fits.</p>` : shown.map((one) => currentCreative(orderId, creative, one, takes))}
${others.length > 0 ? html`<details${others.some(isUnannounced) ? html` open` : ''}><summary>Refused or withdrawn: ${others.length}</summary><ul>${others.map((one) => pastCreative(orderId, one))}</ul></details>` : ''}
${takes ? form(orderId, creative, typed) : ''}</div>`;
}

/** A creative as readers see it, with the label outside the image. The safe area and the findings are drawn over it. */
function currentCreative(orderId: string, creative: Creative, one: StoredCreative, takes: boolean): Html {
  const { id, made, alt, url, copy, label, state, findings, takenBy, checkedAt, decidedBy, decidedAt } = one;
  return html`<figure class="placed">
<p class="label">${label}</p>
${made ? drawing(orderId, creative, one) : ''}
${copy ? html`<p class="copy">${copy}</p>` : ''}
<figcaption>
<p><b class="mark">${state}</b> added ${formatTime(checkedAt)} (UTC) by ${takenBy}${decidedBy && decidedAt ? html`, accepted ${formatTime(decidedAt)} (UTC) by ${decidedBy}` : ''}</p>
<p>Links to <a href="${url ?? ''}" rel="noopener noreferrer nofollow">${url}</a></p>
<p>Text for readers who cannot see it: ${alt}</p>
${numberWarning('This text', [alt ?? ''])}
${made ? html`<p class="by">${made.width} × ${made.height} px, ${made.bytes} bytes, ${made.type}; SHA-256 <code>${made.hash}</code></p>` : ''}
${findings.length > 0 ? html`<ul>${findings.map(({ message, measured }) => html`<li>${message} There is: ${measured}.</li>`)}</ul>` : ''}
${takes ? withdrawForm(orderId, id, creative.name) : ''}
</figcaption></figure>`;
}

/** The image with the safe area and the findings in it. */
function drawing(orderId: string, creative: Creative, { id, alt, margin }: StoredCreative): Html {
  const { widthPx: w, heightPx: h, safeAreaPx: safe } = creative;
  return html`<svg class="preview of-${creative.id}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${alt}">
<image href="${picturePath(orderId, id)}" width="${w}" height="${h}"/>
<rect class="safe" x="${safe}" y="${safe}" width="${w - 2 * safe}" height="${h - 2 * safe}" vector-effect="non-scaling-stroke"/>
${margin.map(({ x, y, width, height }) => html`<rect class="found" x="${x}" y="${y}" width="${width}" height="${height}" vector-effect="non-scaling-stroke"/>`)}
</svg>
<p class="hint">The dashed line shows the safe area, ${safe} px inside the crop. Readers do not see it.</p>`;
}

function picturePath(orderId: string, creativeId: string): string {
  return `/newsroom/ads/${orderId}/creatives/${creativeId}/picture`;
}

function pastCreative(orderId: string, one: StoredCreative): Html {
  const { id, state, findings, checkedAt, withdrawnAt, withdrawnReason, made, toldAt } = one;
  if (state === 'withdrawn')
    return html`<li>Withdrawn ${formatTime(withdrawnAt ?? checkedAt)} (UTC): ${withdrawnReason}${made ? html` <a href="${picturePath(orderId, id)}">See the picture</a>` : ''}</li>`;
  return html`<li>Refused by the check ${formatTime(checkedAt)} (UTC):<ul>${findings
    .filter(({ severity }) => severity === 'block')
    .map(
      ({ message, measured, asked }) => html`<li>${message} There is: ${measured}. Asked for: ${asked}.</li>`,
    )}</ul>${toldAt ? html`The advertiser was informed ${formatTime(toldAt)} (UTC).` : tellForm(orderId, id)}</li>`;
}

function isUnannounced({ state, toldAt }: StoredCreative): boolean {
  return state === 'refused' && toldAt === null;
}

function tellForm(orderId: string, id: string): Html {
  return html`<form method="post" action="/newsroom/ads/${orderId}/creatives/${id}/tell"><p>The advertiser does not know yet. <button class="plain">Email the advertiser</button></p></form>`;
}

function withdrawForm(orderId: string, id: string, name: string): Html {
  return html`<details><summary>Withdraw this ${name.toLowerCase()} …</summary>
<form class="entry" method="post" action="/newsroom/ads/${orderId}/creatives/${id}/withdraw">
<p class="field"><label for="why-${id}">The reason, which the advertiser gets by email</label><input id="why-${id}" name="reason" autocomplete="off" required></p>
<p><button class="plain">Withdraw it</button></p></form></details>`;
}

function form(orderId: string, creative: Creative, typed: Record<string, string> | null): Html {
  const { id, name, widthPx, heightPx, maxBytes, mimeTypes } = creative;
  const types = mimeTypes.map((type) => type.replace('image/', '').toUpperCase()).join(' or ');
  return html`<details${typed ? html` open` : ''}><summary>Add a file …</summary>
<form class="entry" method="post" action="/newsroom/ads/${orderId}/creatives" enctype="multipart/form-data">
<input type="hidden" name="kind" value="${id}">
<p class="field"><label for="file-${id}">File of the ${name.toLowerCase()}</label>
<input id="file-${id}" name="file" type="file" accept="${mimeTypes.join(',')}" required aria-describedby="file-${id}-hint">
<span class="hint" id="file-${id}-hint">${types}, exactly ${widthPx} × ${heightPx} px, at most ${maxBytes / 1000} kB.</span></p>
<p class="field"><label for="url-${id}">Address of the link</label><input id="url-${id}" name="url" value="${typed?.url ?? ''}" placeholder="https://" autocomplete="off" required></p>
<p class="field"><label for="alt-${id}">Text for readers who cannot see it</label><input id="alt-${id}" name="alt" value="${typed?.alt ?? ''}" autocomplete="off" required></p>
${id === 'field-brief' ? html`<p class="field"><label for="copy-${id}">Words, at most 40</label><textarea id="copy-${id}" name="copy" rows="3" required>${typed?.copy ?? ''}</textarea></p>` : ''}
<p><button>Check and add the file</button></p>
</form></details>`;
}
