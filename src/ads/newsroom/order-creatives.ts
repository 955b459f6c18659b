import { html } from 'hono/html';
import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import { creativeTextSchema, RECEIVES } from '#ads/creatives/receive-creative.ts';
import type { StoredCreative } from '#ads/creatives/stored-creatives.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields } from '#html/newsroom/kit/form.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { numberWarning } from './ad-labels.ts';
import { folded, orderForm, type RefusedOrder, reasonFields } from './order-forms.ts';
import type { OrderRecord } from './order-record.ts';

// The creatives of an order: the current ones as readers see them, the past ones, and the forms that add them.

/** The words of a creative. Its file is the field `file` of the same form. */
export function creativeFields(kind: string) {
  return {
    ...WORDS,
    ...(kind === 'field-brief' && COPY),
  };
}

const { shape } = creativeTextSchema;
const WORDS = formFields({
  url: { label: 'Address of the link', placeholder: 'https://', schema: shape.url, subject: 'The address' },
  alt: {
    label: 'Text for readers who cannot see it',
    schema: shape.alt,
    subject: 'The text for readers who cannot see it',
  },
});
const COPY = formFields({
  copy: { label: 'Words, at most 40', kind: 'area', schema: shape.copy, subject: 'The words' },
});

export function creativesSection(
  { order, creatives, refused }: OrderRecord,
  catalog: AdvertisingCatalog,
  /** The form of the first creative that is missing is open: it is the next step. */
  isNext: boolean,
): Html | string {
  const needed = catalog.units.find(({ id }) => id === order.unit)?.creativeIds ?? [];
  if (needed.length === 0) return '';
  const of = (kind: string) => creatives.filter((creative) => creative.kind === kind);
  const missing = needed.find((kind) => !of(kind).some(isShown));
  return html`<section aria-labelledby="creatives-title"><h2 id="creatives-title">Creatives</h2>
${needed.map((kind) => {
  const creative = catalog.creatives.find(({ id }) => id === kind);
  return creative
    ? creativeOfKind(order.id, creative, {
        filed: of(kind),
        refused,
        takes: RECEIVES.includes(order.state) && { isOpen: isNext && kind === missing },
      })
    : '';
})}</section>`;
}

function isShown({ state }: StoredCreative): boolean {
  return state === 'in' || state === 'accepted';
}

function creativeOfKind(
  orderId: string,
  creative: Creative,
  {
    filed,
    refused,
    takes,
  }: { filed: StoredCreative[]; refused: RefusedOrder | null; takes: false | { isOpen: boolean } },
): Html {
  const shown = filed.filter(isShown);
  const others = filed.filter((stored) => !isShown(stored));
  return html`<div class="creative" id="creative-${creative.id}"><h3>${creative.name}</h3>
${shown.length === 0 ? html`<p class="hint">No file yet that fits.</p>` : shown.map((stored) => currentCreative(orderId, creative, { stored, refused, takes: takes !== false }))}
${others.length > 0 ? html`<details${others.some(isUnannounced) ? html` open` : ''}><summary>Refused or withdrawn: ${others.length}</summary><ul>${others.map((stored) => pastCreative(orderId, stored))}</ul></details>` : ''}
${takes ? uploadForm(orderId, creative, refused, takes.isOpen) : ''}</div>`;
}

/** A creative as readers see it, with the label outside the image. The safe area and the findings are drawn over it. */
function currentCreative(
  orderId: string,
  creative: Creative,
  { stored, refused, takes }: { stored: StoredCreative; refused: RefusedOrder | null; takes: boolean },
): Html {
  const { id, made, alt, url, copy, label, state, findings, takenBy, checkedAt, decidedBy, decidedAt } = stored;
  return html`<figure class="placed">
<p class="label">${label}</p>
${made ? drawing(orderId, creative, stored) : ''}
${copy ? html`<p class="copy">${copy}</p>` : ''}
<figcaption>
<p>${pill(state === 'in' ? 'to check' : state, state === 'accepted' ? 'ready' : undefined)} added ${formatTime(checkedAt)} (UTC) by ${takenBy}${decidedBy && decidedAt ? html`, accepted ${formatTime(decidedAt)} (UTC) by ${decidedBy}` : ''}</p>
<p>Links to <a href="${url ?? ''}" rel="noopener noreferrer nofollow">${url}</a></p>
<p>Text for readers who cannot see it: ${alt}</p>
${numberWarning('This text', [alt ?? ''])}
${made ? html`<p class="by">${made.width} × ${made.height} px, ${made.bytes} bytes, ${made.type}; SHA-256 <code>${made.hash}</code></p>` : ''}
${findings.length > 0 ? html`<ul>${findings.map(({ message, measured }) => html`<li>${message} There is: ${measured}.</li>`)}</ul>` : ''}
${takes ? withdrawForm(orderId, id, creative.name, refused) : ''}
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

function pastCreative(orderId: string, stored: StoredCreative): Html {
  const { id, state, findings, checkedAt, withdrawnAt, withdrawnReason, made, toldAt } = stored;
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
  return html`<form method="post" action="/newsroom/ads/${orderId}/creatives/${id}/tell"><p>The advertiser does not know yet. ${button({ text: 'Email the advertiser', weight: 'plain' })}</p></form>`;
}

function withdrawForm(orderId: string, id: string, name: string, refused: RefusedOrder | null): Html {
  const form = `withdraw-${id}`;
  return folded(
    refused,
    [form],
    `Withdraw this ${name.toLowerCase()} …`,
    orderForm(refused, {
      name: form,
      action: `/newsroom/ads/${orderId}/creatives/${id}/withdraw`,
      fields: reasonFields('The reason, which the advertiser gets by email'),
      button: 'Withdraw it',
      weight: 'danger',
    }),
  );
}

/** The name of the form that adds a creative. */
export function uploadName(kind: string): string {
  return `add-${kind}`;
}

function uploadForm(orderId: string, creative: Creative, refused: RefusedOrder | null, isOpen: boolean): Html {
  const { id, name, widthPx, heightPx, maxBytes, mimeTypes } = creative;
  const types = mimeTypes.map((type) => type.replace('image/', '').toUpperCase()).join(' or ');
  const form = uploadName(id);
  const isThis = refused?.form === form;
  const file = {
    file: {
      kind: 'file',
      label: `File of the ${name.toLowerCase()}`,
      hint: `${types}, exactly ${widthPx} × ${heightPx} px, at most ${maxBytes / 1000} kB.`,
      accept: mimeTypes.join(','),
    },
  } as const;
  const typed = isThis ? refused.typed : new URLSearchParams();
  return html`<details${isThis || isOpen ? html` open` : ''}><summary>Add a file …</summary>
<form class="entry" method="post" action="/newsroom/ads/${orderId}/creatives" enctype="multipart/form-data">
<input type="hidden" name="kind" value="${id}">
${drawFields({ ...file, ...creativeFields(id) }, { typed, failure: isThis ? refused.failure : null }, { ids: `${form}-` })}<p>${button({ text: 'Check and add the file', weight: isOpen ? 'primary' : 'plain' })}</p>
</form></details>`;
}
