import { adFilePath } from '../advertising/ad-files.ts';
import type { AdvertisingCatalog, Creative } from '../advertising/catalog-schema.ts';
import type { Running } from '../advertising/running.ts';
import type { PlacedAd } from './ad-html.ts';

/** What runs, as it stands at its place by the catalog: label, size and files; null where the catalog has no such place. */
export function placedAd({ creatives }: AdvertisingCatalog, running: Running | null): PlacedAd | null {
  const creative = creatives.find(({ id }) => id === running?.place);
  if (!creative || !running) return null;
  const { label, displayWidthPx: width, displayHeightPx: height } = creative;
  const { hash, type, alt, url, isSponsor, advertiser } = running;
  const files = widths(creative).map((one) => ({ path: adFilePath(hash, one, type), width: one }));
  return {
    label,
    picture: files[0]?.path ?? '',
    files,
    width,
    height,
    alt,
    url,
    ...(isSponsor && { sponsor: advertiser }),
  };
}

/** The size it is shown at, and twice that for fine screens. */
function widths({ displayWidthPx, widthPx }: Creative): number[] {
  return [...new Set([displayWidthPx, widthPx])];
}
