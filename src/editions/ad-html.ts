import { html } from 'hono/html';
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
};

/** An ad in a ruled box under its label, plainly no story. It takes its room before its picture is there. */
export function adHtml({ label, picture, width, height, alt, url }: PlacedAd): Html {
  return html`<aside class="ad hang" aria-label="${label}">
<p class="label">${label}</p>
<div><a href="${url}" rel="sponsored noopener"><img src="${picture}" width="${width}" height="${height}" alt="${alt}" loading="lazy"></a></div>
</aside>`;
}
