import type { AdvertisingCatalog } from '../../ads/catalog/catalog-schema.ts';
import { fileFor } from '../../ads/creatives/ad-files.ts';
import type { Running } from '../../ads/runs/running-ads.ts';
import type { PlacedAd } from './ad-html.ts';
import { sizesOf } from './ad-sizes.ts';

/** What runs, as it stands at its place by the catalog: label, size and files; null where the catalog has no such place. */
export function placedAd({ creatives }: AdvertisingCatalog, running: Running | null): PlacedAd | null {
  const creative = creatives.find(({ id }) => id === running?.place);
  if (!creative || !running) return null;
  const { label, displayWidthPx: width, displayHeightPx: height } = creative;
  const { files, alt, url, isSponsor, advertiser } = running;
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
    ...(isSponsor && { sponsor: advertiser }),
  };
}
