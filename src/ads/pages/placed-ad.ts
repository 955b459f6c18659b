import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import { fileFor } from '#ads/creatives/ad-files.ts';
import type { HouseAd } from '#ads/runs/house-ads.ts';
import type { RunningAd } from '#ads/runs/running-ads.ts';
import type { PlacedAd } from '#http/placed-ad.ts';

/** The label of a house ad. It is not an advertisement that somebody bought, and does not say so. */
const HOUSE_LABEL = 'From the publisher';

/** The widest that the text of an article is, less the border of the ad. */
const TEXT_WIDTH = 602;

/** The `sizes` attribute of ads whose width depends on the window, as in the style sheet: the band is as wide as the page, the ad of an article as its text. */
const SIZES: Record<string, string> = {
  'homepage-band': '(min-width: 1440px) 1440px, 100vw',
  'in-article': `(min-width: 648px) ${TEXT_WIDTH}px, calc(100vw - 46px)`,
};

/** The display size of the catalog, and where pages show the ad smaller. */
export function shownAt({ id, displayWidthPx, displayHeightPx }: Creative): string {
  const size = `${displayWidthPx} × ${displayHeightPx} px`;
  if (id === 'homepage-band') return `${size} in windows of ${displayWidthPx} px or more, smaller in narrower ones`;
  if (id === 'in-article') return `${size}, scaled down to the width of the text, at most ${TEXT_WIDTH} px`;
  return size;
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
  const sizes = SIZES[creative.id];
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
