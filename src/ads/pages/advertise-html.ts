import { html } from 'hono/html';
import type { Availability } from '#ads/catalog/availability.ts';
import type { AdvertisingCatalog, Creative, Unit } from '#ads/catalog/catalog-schema.ts';
import type { Publication } from '#config/config.ts';
import { currencyName } from '#core/money.ts';
import { assetPath } from '#html/assets/assets.ts';
import { type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import { freeDatesHtml, placementDrawing } from './advertise-charts.ts';
import { inquiryForm, priceWords } from './inquiry-form.ts';
import { sizesOf } from './placed-ad.ts';

/** What changes from day to day; null while the database is unavailable. */
type ShownNow = { free: Availability | null; readers: number | null };

/** The advertising page: units and prices, drawings of the placements to one scale, how to buy, terms. */
export function advertiseHtml(
  publication: Publication,
  catalog: AdvertisingCatalog,
  { free, readers }: ShownNow,
): Promise<string> {
  const { baseUrl } = publication;
  const { desk, units, creatives, howToBuy, terms } = catalog;
  return pageHtml(publication, {
    title: 'Advertise',
    description: `List prices, sizes and terms of advertising in ${publication.name}.`,
    canonical: `${baseUrl}/advertise`,
    alternates: { markdown: `${baseUrl}/advertise.md`, json: `${baseUrl}/api/v1/advertise` },
    head: html`<link rel="stylesheet" href="${assetPath('advertise-dates.css')}"><link rel="stylesheet" href="${assetPath('advertise.css')}">`,
    main: html`<h1>Advertise</h1>
<p class="dek">Read by: ${catalog.audience}</p>
${readers === null ? '' : html`<p>At least ${readers.toLocaleString('en')} confirmed subscribers get the Field Brief by email.</p>`}<p><a href="#ask">Ask for dates</a> or <a href="#dates">see which are free</a>.</p>
<section class="hang" aria-labelledby="prices"><div class="label"><h2 id="prices">Prices</h2><p>${currencyName(catalog.currency)}, list, from <time datetime="${catalog.effectiveAt}">${longDate(catalog.effectiveAt)}</time></p></div>
<div><table class="prices">
<thead><tr><th scope="col">What</th><th scope="col">For how long</th><th scope="col">Price</th></tr></thead>
<tbody>${units.map((unit) => unitRow(unit, catalog.currency))}
</tbody></table></div></section>
<section class="hang" aria-labelledby="placements"><div class="label"><h2 id="placements">Placements</h2><p>All drawn to one scale, in the pixels of their full size</p></div>
<div>${creatives.map(placement)}</div></section>
<section class="hang" aria-labelledby="dates"><div class="label"><h2 id="dates">Free dates</h2><p>Filled days are taken. Days are UTC days</p></div>
<div>${freeDatesHtml(free)}</div></section>
<section class="hang" aria-labelledby="ask"><div class="label"><h2 id="ask">Ask for dates</h2><p>Every inquiry is read by the ad desk</p></div>
<div>${inquiryForm(catalog, free)}</div></section>
<section class="hang" aria-labelledby="buy"><h2 class="label" id="buy">How to buy</h2>
<div><ol class="rows">${howToBuy.map((line) => html`<li>${line}</li>`)}</ol>
<p>${desk.note} The ad desk: <a href="mailto:${desk.email}">${desk.email}</a></p>
<p><a href="/advertise/check">Check a creative before you send it</a>: its size, weight, colours and words are checked at once, and nothing is stored.</p></div></section>
<section class="hang" aria-labelledby="terms"><h2 class="label" id="terms">Terms</h2>
<div><ul class="rows">${terms.map((line) => html`<li>${line}</li>`)}</ul></div></section>`,
  });
}

function unitRow({ title, summary, term, listPriceCents }: Unit, currency: string): Html {
  return html`
<tr><th scope="row">${title}</th><td>${term}</td><td>${priceWords(listPriceCents, currency)}</td></tr>
<tr><td colspan="3">${summary}</td></tr>`;
}

/** The display size, and the narrowest window in which the ad has it. */
export function shownAt({ id, displayWidthPx, displayHeightPx }: Creative): string {
  const sizes = sizesOf(id);
  const size = `${displayWidthPx} × ${displayHeightPx} px`;
  return sizes ? `${size} in windows of ${sizes.fullFrom} px or more; smaller in narrower ones` : size;
}

function placement(creative: Creative): Html {
  const { id, name, placement, label, labelPlacement, ratio, mimeTypes, maxBytes } = creative;
  const { widthPx, heightPx, safeAreaPx } = creative;
  const facts: [string, string][] = [
    ['Shown at', shownAt(creative)],
    ['File', `${widthPx} × ${heightPx} px, ${ratio}`],
    ['Kept clear', `${safeAreaPx} px inside the crop`],
    ['Type', mimeTypes.map((type) => type.replace('image/', '').toUpperCase()).join(' or ')],
    ['At most', `${maxBytes / 1000} kB`],
    ['Label', label],
  ];
  return html`<figure class="placement" id="${id}">
${placementDrawing(creative)}
<figcaption><h3>${name}</h3>
<p>${placement} The label stands: ${labelPlacement.replace(/^./, (first) => first.toLowerCase())}</p>
<dl class="block">${facts.map(([term, fact]) => html`<div><dt>${term}</dt><dd>${fact}</dd></div>`)}</dl></figcaption>
</figure>
`;
}
