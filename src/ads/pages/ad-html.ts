import { html } from 'hono/html';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { type AdFile, fileFor } from '#ads/creatives/ad-files.ts';
import type { HouseAd } from '#ads/runs/house-ads.ts';
import type { RunningAd } from '#ads/runs/running-ads.ts';
import type { BodyBlock } from '#article/copy.ts';
import type { Html } from '#html/html.ts';
import { plainText } from '#html/inline.ts';

/** An accepted ad in its place, as plain data that can be sent to another thread. */
export type PlacedAd = {
  /** The label that the magazine sets, outside the picture. */
  label: string;
  /** The path of its picture on this site, and its display size in pixels. */
  picture: string;
  width: number;
  height: number;
  alt: string;
  /** The address that it links to. */
  url: string;
  /** The other widths of the picture, and the `sizes` attribute. */
  files?: readonly AdFile[];
  sizes?: string;
  /** The sponsor of the issue, if the ad belongs to a sponsorship: readers see the name. */
  sponsor?: string;
  /** An ad of the magazine itself: nobody paid for its link. */
  isHouse?: true;
};

/** The label of a house ad. It is not an advertisement that somebody bought, and does not say so. */
const HOUSE_LABEL = 'From the publisher';

/** An ad in a ruled box under its label, clearly different from a story. It reserves its space before the picture loads. */
export function adHtml(ad: PlacedAd): Html {
  const { label, picture, width, height, alt, url, sponsor, isHouse } = ad;
  return html`<aside class="ad hang" aria-label="${label}">
<p class="label">${label}</p>
<div>${
    sponsor
      ? html`<p class="sponsor">${sponsorHtml(sponsor)}</p>
`
      : ''
  }<a href="${url}" rel="${isHouse ? 'noopener' : 'sponsored noopener'}"><img src="${picture}"${srcset(ad)} width="${width}" height="${height}" alt="${alt}" loading="lazy"></a></div>
</aside>`;
}

/** The sponsor of the issue, with a link to the page that says what a sponsor buys. */
export function sponsorHtml(sponsor: string): Html {
  return html`${sponsor} sponsors this issue. <a href="/standards#sponsors">What that buys</a>`;
}

/** Phones load a smaller file, high-resolution screens a larger one. */
function srcset({ files = [], sizes = '100vw' }: PlacedAd): Html | string {
  if (files.length < 2) return '';
  const set = files.map((one) => `${one.path} ${one.width}w`).join(', ');
  return html` srcset="${set}" sizes="${sizes}"`;
}

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

/** At least this many blocks are above the ad: the story begins first. */
const FIRST = 3;
/** A colon at the end, also within quotation marks or brackets: the thought continues in the next block. */
const COLON = /[:：]["'”’»)\]]*$/u;
/** The beginning of a numbered line that was written as a paragraph. */
const NUMBERED = /^(?:\(?\d{1,2}[.)]|[-–—•*])\s/u;

/**
 * The number of blocks above the ad. The ad follows the first paragraph, from the third block on, that ends its thought. It is
 * never between a heading and its text, or between a list or quotation and the words that announce it. If there is no such
 * paragraph, the ad follows the text.
 */
export function placeOfAd(blocks: readonly BodyBlock[]): number {
  const at = blocks.findIndex((block, index) => index + 1 >= FIRST && endsThought(block, blocks[index + 1]));
  return at === -1 ? blocks.length : at + 1;
}

function endsThought({ type, text }: BodyBlock, next: BodyBlock | undefined): boolean {
  if (type !== 'paragraph') return false;
  if (next === undefined) return true;
  const continues = next.type === 'list' || next.type === 'quote' || NUMBERED.test(plainText(next.text));
  return !continues && !COLON.test(plainText(text));
}
