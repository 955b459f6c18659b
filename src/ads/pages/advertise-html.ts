import { html } from 'hono/html';
import type { AdvertisingCatalog, Creative, Unit } from '#ads/catalog/catalog-schema.ts';
import { currencyName } from '#core/money.ts';
import { assetPath } from '#html/assets/assets.ts';
import { direction, type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { audienceWords } from './audience-figure.ts';
import { priceWords } from './inquiry-form.ts';
import { shownAt } from './placed-ad.ts';
import { placementPicture } from './placement-picture.ts';

/** The advertising page: each placement with a picture of where it runs, the packages, how to buy, the rules. */
export function advertiseHtml(
  publication: Publication,
  catalog: AdvertisingCatalog,
  readers: number | null,
): Promise<string> {
  const { baseUrl } = publication;
  const { audience, currency, effectiveAt, desk, units, creatives, howToBuy, terms } = catalog;
  const packages = units.filter(({ creativeIds }) => creativeIds.length !== 1);
  return pageHtml(publication, {
    title: 'Advertise',
    description: `List prices, sizes and terms of advertising in ${publication.name}.`,
    canonical: `${baseUrl}/advertise`,
    alternates: { markdown: `${baseUrl}/advertise.md`, json: `${baseUrl}/api/v1/advertise` },
    head: html`<link rel="stylesheet" href="${assetPath('advertise.css')}">`,
    main: html`<h1>Advertise</h1>
<p class="dek"${direction(audience)}>${audienceWords(audience, readers)}</p>
<p class="fact">List prices in ${currencyName(currency)}, from <time datetime="${effectiveAt}">${longDate(effectiveAt)}</time>.</p>
${creatives.map((creative) => placementRow(creative, catalog))}${packages.map((unit) => packageRow(unit, currency))}
<section class="hang" aria-labelledby="buy"><h2 class="label" id="buy">How to buy</h2>
<div><ol class="steps">${howToBuy.slice(0, -1).map((step) => html`<li>${step}</li>`)}</ol>
<p><a class="go" href="/advertise/inquiry">Ask for dates</a></p>
<p class="fact">${howToBuy.at(-1)} You can <a href="/advertise/check">check a file</a> before you send it. The ad desk: <a href="mailto:${desk.email}">${desk.email}</a></p></div></section>
<section class="hang" aria-labelledby="rules"><h2 class="label" id="rules">Rules</h2>
<ul class="rules">${terms.map((term) => html`<li>${term}</li>`)}</ul></section>`,
  });
}

/** A placement, with the price of the unit that is this placement alone. */
function placementRow(creative: Creative, { units, currency }: AdvertisingCatalog): Html {
  const { id, name, placement, label, labelPlacement, ratio, safeAreaPx } = creative;
  const unit = units.find(({ creativeIds }) => creativeIds.length === 1 && creativeIds[0] === id);
  const words = unit?.summary ?? placement;
  return html`<section class="hang unit" aria-labelledby="${id}">
<div class="label"><h2 id="${id}">${unit?.title ?? name}</h2>${unit ? priceHtml(unit, currency) : ''}</div>
<div class="shown">${placementPicture(id) ?? ''}<div><p${direction(words)}>${words}</p>
<dl><div><dt>Shown</dt><dd>${shownAt(creative)}</dd></div><div><dt>File</dt><dd>${sizeOf(creative)} (${ratio}), ${typesOf(creative)}, at most ${creative.maxBytes / 1000} kB; ${safeAreaPx} px clear at each edge</dd></div><div><dt>Label</dt><dd>${label}. ${labelPlacement}</dd></div></dl></div></div>
</section>
`;
}

function packageRow(unit: Unit, currency: string): Html {
  const { id, title, summary } = unit;
  return html`<section class="hang unit" aria-labelledby="${id}">
<div class="label"><h2 id="${id}">${title}</h2>${priceHtml(unit, currency)}</div>
<div><p${direction(summary)}>${summary}</p></div>
</section>
`;
}

function priceHtml({ listPriceCents, term }: Unit, currency: string): Html {
  if (listPriceCents === null) return html`<p>Price ${term}</p>`;
  return html`<p class="price">${priceWords(listPriceCents, currency)}</p><p>${term}</p>`;
}

function sizeOf({ widthPx, heightPx }: Creative): string {
  return `${widthPx} × ${heightPx} px`;
}

function typesOf({ mimeTypes }: Creative): string {
  return mimeTypes.map((type) => type.replace('image/', '').toUpperCase()).join(' or ');
}
