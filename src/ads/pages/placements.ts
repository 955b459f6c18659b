import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { findHouseAd } from '#ads/runs/house-ads.ts';
import { findRunningAd, findSponsor } from '#ads/runs/running-ads.ts';
import { listLatestSuppliers } from '#ads/suppliers/directory.ts';
import { readPublished } from '#article/pages/read-published.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { type PlacedAd, toPlacedAd, toPlacedHouseAd } from './ad-html.ts';
import { suppliersBlock } from './suppliers-html.ts';

// Ads and suppliers on pages. The last known state has none of them: while the database is unavailable, pages that are
// rendered then have no ads, so nobody sees an ad that may have ended.

/** Rows of the supplier directory on the home page. */
const ON_HOME = 8;

/** The ad that runs at a place now: an advertiser's, or else a house ad. */
export async function adAt(c: Context, place: 'homepage-band' | 'in-article'): Promise<PlacedAd | null> {
  const catalog = advertisingCatalog(c.var.config.publication);
  const sold = toPlacedAd(catalog, await readPublished(c, (tx) => findRunningAd(tx, place)));
  return sold ?? toPlacedHouseAd(catalog, await readPublished(c, (tx) => findHouseAd(tx, place)));
}

/** The suppliers, the ad and the sponsor on the home page. */
export async function besideHome(c: Context): Promise<{ directory?: Html; band?: PlacedAd; sponsor?: string }> {
  const { suppliers, hasMore } = await readPublished(c, (tx) => listLatestSuppliers(tx, ON_HOME));
  const directory = suppliersBlock(suppliers, hasMore);
  const band = await adAt(c, 'homepage-band');
  const sponsor = band?.sponsor ? null : await readPublished(c, findSponsor);
  return { ...(directory && { directory }), ...(band && { band }), ...(sponsor && { sponsor }) };
}
