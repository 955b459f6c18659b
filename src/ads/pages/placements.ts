import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { findHouseAd } from '#ads/runs/house-ads.ts';
import { findRunningAd, findSponsor, findSponsorOf } from '#ads/runs/running-ads.ts';
import { listLatestSuppliers } from '#ads/suppliers/directory.ts';
import type { BesideHome, PlacedAd } from '#http/placed-ad.ts';
import type { PageInput } from '#http/placements.ts';
import { toPlacedAd, toPlacedHouseAd } from './placed-ad.ts';
import { suppliersBlock } from './suppliers-html.ts';

// Ads and suppliers on pages.

/** Rows of the supplier directory on the home page. */
const ON_HOME = 8;

/** The ad inside each article. */
export function adInArticle(page: PageInput): Promise<PlacedAd | null> {
  return adAt(page, 'in-article');
}

/** The suppliers, the ad and the sponsor on the home page. */
export async function besideHome(page: PageInput): Promise<BesideHome> {
  const { suppliers, hasMore } = await page.read('suppliers on the home page', (tx) =>
    listLatestSuppliers(tx, ON_HOME),
  );
  const directory = suppliersBlock(suppliers, hasMore);
  const band = await adAt(page, 'homepage-band');
  const sponsor = band?.sponsor ? null : await page.read('sponsor of the current issue', findSponsor);
  return { ...(directory && { directory }), ...(band && { band }), ...(sponsor && { sponsor }) };
}

/** The sponsor of an issue. */
export function sponsorOfIssue(page: PageInput, issue: string): Promise<string | null> {
  return page.read(`sponsor of ${issue}`, (tx) => findSponsorOf(tx, issue));
}

/** The ad that runs at a place now: an advertiser's, or else a house ad. */
async function adAt(page: PageInput, place: 'homepage-band' | 'in-article'): Promise<PlacedAd | null> {
  const catalog = advertisingCatalog(page.publication);
  const sold = toPlacedAd(catalog, await page.read(`ad at ${place}`, (tx) => findRunningAd(tx, place)));
  return sold ?? toPlacedHouseAd(catalog, await page.read(`house ad at ${place}`, (tx) => findHouseAd(tx, place)));
}
