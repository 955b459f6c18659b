import { html } from 'hono/html';
import type { AdvertisingCatalog } from '../../ads/catalog/catalog-schema.ts';
import { type AdFile, fileFor } from '../../ads/creatives/ad-files.ts';
import type { RunningAd } from '../../ads/runs/running-ads.ts';
import type { BodyBlock } from '../../article/model/copy.ts';
import { plainText } from '../inline.ts';
import type { Html } from './html.ts';

/** An accepted ad at its place, as plain data: it may be handed to another thread. */
export type PlacedAd = {
  /** The label the magazine sets, outside the crop. */
  label: string;
  /** The path of its picture below our own address, and the size it is shown at, in pixels. */
  picture: string;
  width: number;
  height: number;
  alt: string;
  /** Where it leads. */
  url: string;
  /** The same picture in the widths there are of it, and how wide it is shown. */
  files?: readonly AdFile[];
  sizes?: string;
  /** Who sponsors the issue, where the ad belongs to that: readers are told. */
  sponsor?: string;
};

/** An ad in a ruled box under its label, plainly no story. It takes its room before its picture is there. */
export function adHtml(ad: PlacedAd): Html {
  const { label, picture, width, height, alt, url, sponsor } = ad;
  return html`<aside class="ad hang" aria-label="${label}">
<p class="label">${label}</p>
<div>${
    sponsor
      ? html`<p class="sponsor">${sponsorHtml(sponsor)}</p>
`
      : ''
  }<a href="${url}" rel="sponsored noopener"><img src="${picture}"${srcset(ad)} width="${width}" height="${height}" alt="${alt}" loading="lazy"></a></div>
</aside>`;
}

/** Who sponsors the issue, and the way to what a sponsor buys. */
export function sponsorHtml(sponsor: string): Html {
  return html`${sponsor} sponsors this issue. <a href="/standards#sponsors">What that buys</a>`;
}

/** Phones are sent a smaller file, fine screens a larger one. */
function srcset({ files = [], sizes = '100vw' }: PlacedAd): Html | string {
  if (files.length < 2) return '';
  const set = files.map((one) => `${one.path} ${one.width}w`).join(', ');
  return html` srcset="${set}" sizes="${sizes}"`;
}

/** How wide an ad is shown: the narrowest page on which it has the size of the catalog, in pixels, and what `sizes` says. */
export type AdSizes = { fullFrom: number; sizes: string };

/** By place, as style.css has it: the band is as wide as the page, the ad of an article stands in a ruled box. */
const SIZES: Record<string, AdSizes> = {
  'homepage-band': { fullFrom: 1440, sizes: '(min-width: 1440px) 1440px, 100vw' },
  'in-article': {
    fullFrom: 1258,
    sizes:
      '(min-width: 1258px) 1200px, (min-width: 60rem) calc(100vw - 58px), (min-width: 40rem) calc(100vw - 4.5rem - 26px), calc(100vw - 2.75rem - 26px)',
  },
};

/** What is known of a place on pages; null for creatives that have a size of their own everywhere. */
export function sizesOf(place: string): AdSizes | null {
  return SIZES[place] ?? null;
}

/** What runs, as it stands at its place by the catalog: label, size and files; null where the catalog has no such place. */
export function toPlacedAd({ creatives }: AdvertisingCatalog, running: RunningAd | null): PlacedAd | null {
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

/** Blocks that stand above the ad at least: the story has to begin first. */
const FIRST = 3;
/** A colon at the end, also within quotation marks or brackets: more of the same thought follows. */
const COLON = /[:：]["'”’»)\]]*$/u;
/** How a numbered line begins that was written as a paragraph. */
const NUMBERED = /^(?:\(?\d{1,2}[.)]|[-–—•*])\s/u;

/**
 * How many blocks stand above the ad. It follows the first paragraph, from the third block on, that ends its thought: it never
 * comes between a heading and its text, nor between words that announce a list or a quotation and what they announce. Where no
 * paragraph does, the ad follows the text.
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
