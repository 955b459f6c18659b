import { html } from 'hono/html';
import type { BodyBlock } from '#article/copy.ts';
import type { Html } from '#html/html.ts';
import { plainText } from '#html/inline.ts';
import type { PlacedAd } from '#http/placed-ad.ts';

/** An ad in a ruled box under its label, clearly different from a story. It reserves its space before the picture loads. */
export function adHtml(ad: PlacedAd): Html {
  const { label, picture, width, height, alt, url, sponsor, isHouse } = ad;
  return html`<aside class="ad hang" aria-label="${label}">
<p class="label">${label}</p>
<a class="about" href="/standards#sponsors">About ads here</a>
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
  const set = files.map((file) => `${file.path} ${file.width}w`).join(', ');
  return html` srcset="${set}" sizes="${sizes}"`;
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
