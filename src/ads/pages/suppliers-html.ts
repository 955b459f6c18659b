import { html } from 'hono/html';
import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import { fileFor } from '#ads/creatives/ad-files.ts';
import type { RunningAd } from '#ads/runs/running-ads.ts';
import type { ListedSupplier } from '#ads/suppliers/directory.ts';
import type { Html } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';

/** The label of every paid row. */
export const PAID = 'Paid row';
export const HOW_LISTED =
  'Rows are sorted by name; payment does not change the order. A paid row has a logo and a label that says it is paid. We list suppliers that we know of and recommend none.';

/** The supplier directory, or a page of it. */
export function suppliersHtml(
  publication: Publication,
  catalog: AdvertisingCatalog,
  {
    suppliers,
    nextCursor,
    isFirst,
  }: { suppliers: readonly ListedSupplier[]; nextCursor: string | null; isFirst: boolean },
): Promise<string> {
  const { baseUrl } = publication;
  const logo = catalog.creatives.find(({ id }) => id === 'directory-logo');
  return pageHtml(publication, {
    title: 'Suppliers',
    description: `The supplier directory of ${publication.name}: who makes and rents what, and where.`,
    ...(isFirst && { canonical: `${baseUrl}/suppliers` }),
    alternates: { markdown: `${baseUrl}/suppliers.md`, json: `${baseUrl}/api/v1/suppliers` },
    main: html`<h1>Suppliers</h1>
<p class="dek">${HOW_LISTED}</p>
${
  suppliers.length === 0
    ? html`<p>${isFirst ? 'No supplier is listed yet. Suppliers that the newsroom adds will be listed here by name.' : 'There are no more.'}</p>`
    : html`<ul class="entries suppliers">${suppliers.map((supplier) => wholeRow(supplier, logo))}
</ul>`
}
${nextCursor === null ? '' : html`<p class="onward"><a href="/suppliers?cursor=${nextCursor}">More suppliers</a></p>`}
<p class="fact">To be listed, or to have a row with a logo: <a href="/advertise">Advertise</a>.</p>`,
  });
}

/** The block on the home page: the rows added last, paid or not, without logos; empty when there are none. */
export function suppliersBlock(suppliers: readonly ListedSupplier[], hasMore: boolean): Html | undefined {
  if (suppliers.length === 0) return undefined;
  return html`<section class="hang directory" aria-labelledby="suppliers">
<div class="label"><h2 id="suppliers"><a href="/suppliers">Suppliers</a></h2><p>The directory’s latest rows</p></div>
<div><ul class="entries suppliers">${suppliers.map(
    (supplier) => html`
<li>${words(supplier, 'h3')}</li>`,
  )}
</ul>
<p class="onward"><a href="/suppliers">${hasMore ? 'The whole directory' : 'The directory'}</a></p></div>
</section>`;
}

function wholeRow(supplier: ListedSupplier, creative: Creative | undefined): Html {
  const { logo } = supplier;
  return html`
<li${logo ? html` class="with-logo"` : ''}>${words(supplier, 'h2')}${logo && creative ? logoHtml(logo, creative) : ''}</li>`;
}

function words({ name, what, place, url, paid }: ListedSupplier, heading: 'h2' | 'h3'): Html {
  const rel = paid ? 'sponsored noopener' : 'noopener';
  const link = html`<a href="${url}" rel="${rel}">${name}</a>`;
  return html`<div>${heading === 'h2' ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
<p>${what} <span class="fact">${place}.</span>${paid ? html` <span class="fact paid">${PAID}.</span>` : ''}</p></div>`;
}

/** The logo under its label, which is outside the picture. */
function logoHtml({ files, alt, url }: RunningAd, { label, displayWidthPx, displayHeightPx, widthPx }: Creative): Html {
  const at = (width: number) => fileFor(files, width)?.path ?? '';
  return html`
<aside class="logo" aria-label="${label}: ${alt}"><p class="label">${label}</p>
<a href="${url}" rel="sponsored noopener"><img src="${at(displayWidthPx)}" srcset="${at(displayWidthPx)} 1x, ${at(widthPx)} 2x" width="${displayWidthPx}" height="${displayHeightPx}" alt="${alt}" loading="lazy"></a></aside>`;
}
