import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { fileFor } from '#ads/creatives/ad-files.ts';
import type { HouseAd } from '#ads/runs/house-ads.ts';
import type { RunningAd } from '#ads/runs/running-ads.ts';
import type { PlacedAd } from '#http/placed-ad.ts';

/** The label of a house ad. It is not an advertisement that somebody bought, and does not say so. */
const HOUSE_LABEL = 'From the publisher';

/** The width of an ad: the narrowest window in which it has the catalog's size, in pixels, and its `sizes` attribute. */
export type AdSizes = { fullFrom: number; sizes: string };

/** The same values as in style.css: the band is as wide as the page, the ad of an article is in a ruled box. */
const SIZES: Record<string, AdSizes> = {
  'homepage-band': { fullFrom: 1440, sizes: '(min-width: 1440px) 1440px, 100vw' },
  'in-article': {
    fullFrom: 1258,
    sizes:
      '(min-width: 1258px) 1200px, (min-width: 60rem) calc(100vw - 58px), (min-width: 40rem) calc(100vw - 4.5rem - 26px), calc(100vw - 2.75rem - 26px)',
  },
};

/** The sizes of a place on pages; null for creatives that have one fixed size. */
export function sizesOf(place: string): AdSizes | null {
  return SIZES[place] ?? null;
}

/** A running ad with the label, size and files of its place in the catalog; null when the catalog has no such place. */
export function toPlacedAd(catalog: AdvertisingCatalog, running: RunningAd | null): PlacedAd | null {
  const placed = running && place(catalog, running);
  return placed && { ...placed, ...(running.isSponsor && { sponsor: running.advertiser }) };
}

/** A house ad in the size of its place, with its own label. */
export function toPlacedHouseAd(catalog: AdvertisingCatalog, ad: HouseAd | null): PlacedAd | null {
  const placed = ad && place(catalog, ad);
  return placed && { ...placed, label: HOUSE_LABEL, isHouse: true };
}

type Placeable = Pick<RunningAd, 'place' | 'files' | 'alt' | 'url'>;

function place({ creatives }: AdvertisingCatalog, { place, files, alt, url }: Placeable): PlacedAd | null {
  const creative = creatives.find(({ id }) => id === place);
  if (!creative) return null;
  const { label, displayWidthPx: width, displayHeightPx: height } = creative;
  const sizes = sizesOf(creative.id)?.sizes;
  return {
    label,
    picture: fileFor(files, width)?.path ?? '',
    files,
    ...(sizes && { sizes }),
    width,
    height,
    alt,
    url,
  };
}
