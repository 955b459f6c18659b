import { html } from 'hono/html';
import type { Hero } from '../../article/model/hero.ts';
import { MEDIA_TYPES, type PictureFormat, renditionName, WIDTHS, widthsOf } from '../../pictures/renditions.ts';
import type { Html } from './html.ts';

/** How wide a hero stands, as style.css has it: the column beside the line, up to its widest. */
const SIZES =
  '(min-width: 78rem) 60rem, (min-width: 60rem) calc(86vw - 7rem), (min-width: 40rem) calc(100vw - 4.5rem), calc(100vw - 2.75rem)';

/** The hero of an article as its first figure: asked for at once, at its place before it is there. `sizes` is how wide. */
export function heroHtml(hero: Hero | null, sizes = SIZES): Html | null {
  if (!hero) return null;
  const { width, height } = shownSize(hero);
  return html`<figure class="hero">
<picture>
<source type="${MEDIA_TYPES.avif}" srcset="${addresses(hero, 'avif')}" sizes="${sizes}">
<source type="${MEDIA_TYPES.webp}" srcset="${addresses(hero, 'webp')}" sizes="${sizes}">
<img src="${addressAt(hero, 800, 'jpg')}" srcset="${addresses(hero, 'jpg')}" sizes="${sizes}" width="${width}" height="${height}" alt="${hero.alt}"${focusClass(hero)} fetchpriority="high">
</picture>
<figcaption>Fig. 1. ${creditOf(hero)}</figcaption>
</figure>`;
}

/** The credit as readers see it: it says where a picture was made with AI. */
export function creditOf({ credit, isAiMade }: Pick<Hero, 'credit' | 'isAiMade'>): string {
  return isAiMade ? `${credit} (made with AI)` : credit;
}

/** Which part stays in sight where the picture is cut, in steps of a tenth; nothing for its middle. */
function focusClass({ focus: { x, y } }: Hero): Html | string {
  const [across, down] = [x, y].map((part) => Math.round(part / 10) * 10);
  return across === 50 && down === 50 ? '' : html` class="focus-x-${across} focus-y-${down}"`;
}

/** The path of the widest rendition up to `widest` pixels, in the form asked for. */
export function addressAt({ hash, width }: Pick<Hero, 'hash' | 'width'>, widest: number, form: PictureFormat): string {
  const kept = widthsOf(width);
  return `/media/${renditionName(hash, kept.findLast((one) => one <= widest) ?? kept[0] ?? width, form)}`;
}

/** The size of the widest rendition in pixels. */
export function shownSize({ width, height }: Pick<Hero, 'width' | 'height'>): { width: number; height: number } {
  const wide = Math.min(width, WIDTHS.at(-1) ?? width);
  return { width: wide, height: Math.max(1, Math.round((height * wide) / width)) };
}

function addresses({ hash, width }: Hero, form: PictureFormat): string {
  return widthsOf(width)
    .map((one) => `/media/${renditionName(hash, one, form)} ${one}w`)
    .join(', ');
}
