import { html } from 'hono/html';
import type { AdFile } from '../../ads/creatives/ad-files.ts';
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
