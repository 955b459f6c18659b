import { html } from 'hono/html';
import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import { PROGRAM, placeOf } from '#ads/catalog/units.ts';
import type { StoredCreative } from '#ads/creatives/stored-creatives.ts';
import { proofBody } from '#ads/documents/proof-html.ts';
import type { Order, OrderState } from '#ads/orders/orders.ts';
import type { Proof } from '#ads/runs/proof.ts';
import type { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { assetPath } from '#html/assets/assets.ts';
import { type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { findingsTable } from './ad-check-html.ts';

/** An order as its advertiser sees it. */
export type OrderView = {
  /** The path of the page, with the secret. */
  path: string;
  order: Order;
  title: string;
  creatives: StoredCreative[];
  /** Whether files can still be sent. */
  takesFiles: boolean;
  heldUntil: string | null;
  /** Whether it was booked and did not run. */
  isMissed: boolean;
  documents: OrderDocument[];
  /** Whether an ad of it has started, so that there is something to prove. */
  hasProof: boolean;
  agreements: OrderAgreement[];
  expiresOn: string;
  refused: { failure: Failure; typed: Record<string, string> } | null;
};

/** A document for download; `note` says what state it is in. The page shows its `words` too. */
export type OrderDocument = { name: string; file: string; note: string; words?: readonly string[] };

/** An insertion order with its own page; `isOpen`: the advertiser can accept it. */
export type OrderAgreement = { name: string; href: string; words: string; isOpen: boolean };

/** What each state means for the advertiser. */
const STATES: Record<OrderState, { name: string; next: string }> = {
  inquiry: { name: 'Inquiry', next: 'We have your inquiry. When all your files are here, an editor looks at your ad.' },
  'creative in': { name: 'Received', next: 'An editor looks at your ad next. You need to do nothing.' },
  accepted: { name: 'Accepted', next: 'An editor has accepted your ad. The invoice comes next.' },
  invoiced: { name: 'Invoiced', next: 'The invoice is below. We book the flight when it is paid.' },
  booked: { name: 'Booked', next: 'The flight is booked, and starts on its first day.' },
  running: { name: 'Running', next: 'Your ad is live.' },
  ran: { name: 'Completed', next: 'The flight has ended. The proof of performance says where your ad was shown.' },
  closed: { name: 'Closed', next: 'The order is complete.' },
  refused: { name: 'Not accepted', next: 'An editor has not accepted your ad. You pay nothing.' },
  cancelled: { name: 'Cancelled', next: 'The order is cancelled.' },
};

const MISSED = {
  name: 'Did not run',
  next: 'Your ad did not run on its days. We are sorry. We run it on other days at no extra cost, or credit it: please tell us what you prefer.',
};

/** The page that the link of an order opens. */
export function orderHtml(publication: Publication, catalog: AdvertisingCatalog, view: OrderView): Promise<string> {
  const { order, title, refused, expiresOn } = view;
  const { name, next } = view.isMissed ? MISSED : STATES[order.state];
  return pageHtml(publication, {
    title: `Order ${order.reference}`,
    description: 'The page of an order, for its advertiser.',
    head: html`<link rel="stylesheet" href="${assetPath('advertise.css')}">`,
    main: html`<h1>${title}</h1>
<p class="dek">Order ${order.reference} of ${order.advertiser}</p>
${refused ? html`<div class="wrong" role="alert"><p><strong>${refused.failure.message}</strong></p><p>${refused.failure.detail.hint ?? ''}</p></div>` : ''}
<section class="hang" aria-labelledby="state"><h2 class="label" id="state">State</h2>
<div><p class="verdict"><strong>${name}.</strong> ${next}</p>
${order.state === 'refused' && order.reason ? html`<p>The reason: ${order.reason}</p>` : ''}
${facts(view)}</div></section>
${agreementSection(view)}
${files(catalog, view)}
${documents(view)}
<section class="hang" aria-labelledby="questions"><h2 class="label" id="questions">Questions</h2>
<div><p>Write to <a href="mailto:${publication.adDesk}?subject=Order%20${order.reference}">${publication.adDesk}</a> and name the order.</p>
<p class="fact">Anybody with the address of this page can see it: pass it on only to people who work on this order. It ends on <time datetime="${expiresOn}">${longDate(expiresOn)}</time>.</p></div></section>`,
  });
}

/** The proof of performance of the order at `path`. */
export function orderProofHtml(publication: Publication, proof: Proof, path: string): Promise<string> {
  return pageHtml(publication, {
    title: `Proof of performance, order ${proof.order.reference}`,
    description: 'Where and when the ads of an order were shown, for its advertiser.',
    head: html`<link rel="stylesheet" href="${assetPath('advertise.css')}">`,
    main: html`<h1>Proof of performance</h1>
${proofBody(proof, `${path}/files/proof.pdf`)}
<p><a href="${path}">The page of the order</a></p>`,
  });
}

/** The same page for a link that is unknown, ended or expired. */
export function noOrderHtml(publication: Publication): Promise<string> {
  return pageHtml(publication, {
    title: 'No order here',
    description: 'This link opens no order.',
    main: html`<h1>No order here</h1>
<p>This link is wrong or no longer valid: links end some time after the last day of an ad, and the ad desk can end them early.</p>
<p>Ask for a new one: <a href="mailto:${publication.adDesk}">${publication.adDesk}</a>. To order an ad, see <a href="/advertise">the advertising page</a>.</p>`,
  });
}

function facts({ order, heldUntil }: OrderView): Html {
  const { unit, startsOn, endsOn, cents, currency, insertionOrder, contactName } = order;
  const days = startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`;
  const usual = placeOf(unit) === PROGRAM ? 'proposed for this program' : 'the list price';
  const rate = insertionOrder ? `by insertion order ${insertionOrder.number}` : usual;
  const all: [string, string][] = [
    ['Days (UTC)', heldUntil ? `${days}, on hold for you until ${heldUntil}` : days],
    ['Rate, without tax', `${formatAmount(cents, currency)}, ${rate}`],
    ['Contact', contactName],
  ];
  return html`<dl class="block">${all.map(([term, fact]) => html`<div><dt>${term}</dt><dd>${fact}</dd></div>`)}</dl>`;
}

function agreementSection({ agreements }: OrderView): Html | string {
  if (agreements.length === 0) return '';
  return html`<section class="hang" aria-labelledby="agreement"><h2 class="label" id="agreement">Insertion order</h2>
<div>${agreements.some(({ isOpen }) => isOpen) ? html`<p class="verdict"><strong>Please accept the insertion order.</strong> The invoice comes after that.</p>` : ''}
<ul class="rows">${agreements.map(({ name, href, words }) => html`<li><a href="${href}">${name}</a>, ${words}</li>`)}</ul></div></section>`;
}

function documents({ path, documents: all, hasProof }: OrderView): Html {
  const list = html`<ul class="rows">${all.map(
    ({ name, file, note, words }) => html`<li><a href="${path}/files/${file}">${name}</a>${note ? html`, ${note}` : ''}
${words ? html`<details><summary>What it says</summary>${words.map((line) => html`<p>${line}</p>`)}</details>` : ''}</li>`,
  )}
${hasProof ? html`<li><a href="${path}/proof">Proof of performance</a>, where and when your ad was shown</li>` : ''}</ul>`;
  return html`<section class="hang" aria-labelledby="documents"><h2 class="label" id="documents">Documents</h2>
<div>${all.length === 0 && !hasProof ? html`<p>None yet. The invoice and the proof of performance will be here.</p>` : list}</div></section>`;
}

function files({ units, creatives }: AdvertisingCatalog, view: OrderView): Html | string {
  const needed = units.find(({ id }) => id === view.order.unit)?.creativeIds ?? [];
  const kinds = creatives.filter(({ id }) => needed.includes(id));
  return html`${kinds.map((creative) => fileSection(creative, view))}`;
}

function fileSection(creative: Creative, view: OrderView): Html {
  const sent = view.creatives.filter(({ kind }) => kind === creative.id);
  const current = sent.filter(({ state }) => state === 'in' || state === 'accepted');
  const last = sent[0];
  const id = `file-${creative.id}`;
  return html`<section class="hang" id="creative-${creative.id}" aria-labelledby="${id}"><div class="label"><h2 id="${id}">${creative.name}</h2><p>${requirement(creative)}</p></div>
<div>${last?.state === 'refused' ? refusedFile(last) : ''}
${last?.state === 'withdrawn' && current.length === 0 ? html`<p>The last file was withdrawn: ${last.withdrawnReason} Please send another one.</p>` : ''}
${current.map((stored) => currentFile(creative, stored, view))}
${view.takesFiles ? uploadForm(creative, view, current.length > 0) : ''}</div></section>`;
}

function requirement({ widthPx, heightPx, mimeTypes, maxBytes, safeAreaPx }: Creative): string {
  const types = mimeTypes.map((type) => type.replace('image/', '').toUpperCase()).join(' or ');
  return `${types}, exactly ${widthPx} × ${heightPx} px, at most ${maxBytes / 1000} kB, type and logos ${safeAreaPx} px inside`;
}

function refusedFile({ findings }: StoredCreative): Html {
  const blocks = findings.filter(({ severity }) => severity === 'block').length;
  return html`<p class="verdict">The last file does not fit yet: ${blocks === 1 ? 'one thing needs' : `${blocks} things need`} correction.</p>
${findingsTable(findings)}`;
}

function currentFile(creative: Creative, stored: StoredCreative, { path }: OrderView): Html {
  const { id, state, made, alt, url, copy, findings, margin } = stored;
  const { widthPx: w, heightPx: h, safeAreaPx: inset } = creative;
  return html`<p class="verdict">${state === 'accepted' ? 'An editor has accepted this file.' : 'The file fits. An editor still has to accept it.'}</p>
${
  made
    ? html`<figure class="tried"><svg viewBox="0 0 ${w} ${h}" role="img" aria-label="${alt}"><image href="${path}/files/creative-${id}" width="${w}" height="${h}"/>
<path class="clear" stroke-width="${w / 480}" stroke-dasharray="${w / 120}" d="M${inset} ${inset}h${w - 2 * inset}v${h - 2 * inset}h${2 * inset - w}z"/>
${margin.map((box) => html`<path class="marked" stroke-width="${w / 480}" d="M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z"/>`)}</svg>
<figcaption>The dashed line lies ${inset} px inside the crop. Readers do not see it.</figcaption></figure>`
    : ''
}
${copy ? html`<p>${copy}</p>` : ''}
<p>Links to <a href="${url ?? ''}" rel="noopener noreferrer nofollow">${url}</a>. Text for readers who cannot see it: ${alt}</p>
${findingsTable(findings)}`;
}

function uploadForm({ id, mimeTypes }: Creative, { path, refused }: OrderView, isAnother: boolean): Html {
  const typed = refused?.typed.kind === id ? refused.typed : {};
  const form = html`<form class="try" method="post" action="${path}/files" enctype="multipart/form-data">
<input type="hidden" name="kind" value="${id}">
<p><label for="url-${id}">Address the ad links to</label><input id="url-${id}" name="url" type="text" inputmode="url" value="${typed.url ?? ''}" placeholder="https://" autocomplete="off" required></p>
<p><label for="alt-${id}">Text for readers who cannot see the picture</label><input id="alt-${id}" name="alt" type="text" value="${typed.alt ?? ''}" maxlength="300" autocomplete="off" required></p>
${id === 'field-brief' ? html`<p><label for="copy-${id}">Words, at most 40</label><textarea id="copy-${id}" name="copy" rows="4" required>${typed.copy ?? ''}</textarea></p>` : ''}
<p><label for="picture-${id}">The file</label><input id="picture-${id}" name="file" type="file" accept="${mimeTypes.join(',')}" required></p>
<p><button type="submit">Check and send the file</button></p></form>`;
  if (!isAnother || typed.kind) return form;
  return html`<details><summary>Send another file in its place …</summary>${form}</details>`;
}
