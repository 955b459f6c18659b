import { html } from 'hono/html';
import type { Hero, PictureFile, VersionName } from '#article/hero.ts';
import { type Html, isolated } from '#html/html.ts';
import { MEDIA_TYPES, type PictureFormat, renditionName, WIDTHS, widthsOf } from '#media/renditions.ts';

/** The width of the picture of an article: from the line to the edge of the page. */
const SIZES = '(min-width: 80rem) 936px, (min-width: 64rem) calc(79.7vw - 5.25rem), calc(100vw - 0.75rem)';
/** A picture of fewer pixels is not enlarged. */
const SMALL = 900;

/**
 * The hero of an article, with its caption there. It loads first, and its space is reserved before it loads. `sizes` is its
 * `sizes` attribute.
 */
export function heroHtml(hero: Hero | null, caption: string | null, sizes = SIZES): Html | null {
  if (!hero) return null;
  const { width, height } = shownSize(hero);
  const isNarrow = width < SMALL || height > width;
  const shown = isNarrow ? `min(${Math.min(width, 604)}px, 100vw)` : sizes;
  return html`<figure class="hero${isNarrow ? ' narrow' : ''}">
<picture>
${versionSources(hero, shown)}<source type="${MEDIA_TYPES.avif}" srcset="${addresses(hero, 'avif')}" sizes="${shown}">
<source type="${MEDIA_TYPES.webp}" srcset="${addresses(hero, 'webp')}" sizes="${shown}">
<img src="${addressAt(hero, 800, 'jpg')}" srcset="${addresses(hero, 'jpg')}" sizes="${shown}" width="${width}" height="${height}" alt="${hero.alt}"${cropClass(hero)} fetchpriority="high">
</picture>
<figcaption>${isolated(captionWithCredit(hero, caption))}</figcaption>
</figure>`;
}

/**
 * The picture of a story, cut around its focal point to the shape that the style sheet gives it. It has no words: the headline beside
 * it says more, and leads to the same story. `isFirst`: the first picture of its page, which loads at once.
 */
export function cropHtml(hero: Hero, sizes: string, isFirst = false): Html {
  const { width, height } = shownSize(hero);
  return html`<picture>
${versionSources(hero, sizes)}<source type="${MEDIA_TYPES.avif}" srcset="${addresses(hero, 'avif')}" sizes="${sizes}">
<source type="${MEDIA_TYPES.webp}" srcset="${addresses(hero, 'webp')}" sizes="${sizes}">
<img class="crop${cropNames(hero)}" src="${addressAt(hero, 800, 'jpg')}" srcset="${addresses(hero, 'jpg')}" sizes="${sizes}" width="${width}" height="${height}" alt=""${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`}>
</picture>`;
}

const PHONE = '(max-width: 639px)';
const DARK = '(prefers-color-scheme: dark)';
/** When each other file is shown; the first that applies wins. */
const SHOWN_ON: [VersionName, media: string][] = [
  ['smallDark', `${DARK} and ${PHONE}`],
  ['dark', DARK],
  ['small', PHONE],
];

/** The other files of a picture. A browser that cannot read AVIF shows the first file everywhere. */
function versionSources({ versions }: Hero, sizes: string): Html[] {
  return SHOWN_ON.flatMap(([name, media]) => {
    const file = versions[name];
    if (!file) return [];
    const { width, height } = shownSize(file);
    return html`<source media="${media}" type="${MEDIA_TYPES.avif}" srcset="${addresses(file, 'avif')}" sizes="${sizes}" width="${width}" height="${height}">
`;
  });
}

/** The portrait of an author, small, with its credit. */
export function portraitHtml(portrait: Hero): Html {
  const { width, height } = portrait;
  return html`<figure class="portrait">
<img src="${addressAt(portrait, 480, 'jpg')}" width="${PORTRAIT}" height="${Math.max(1, Math.round((height * PORTRAIT) / width))}" alt="${portrait.alt}">
<figcaption>${creditOf(portrait)}</figcaption>
</figure>
`;
}

/** The portrait of an author in a row of facts. The name beside it says who it is. */
export function roundPortrait(portrait: Hero): Html {
  return html`<img class="round${focusNames(portrait)}" src="${addressAt(portrait, 480, 'jpg')}" width="36" height="36" alt="">`;
}

/** The width of a portrait in CSS pixels. */
const PORTRAIT = 180;

/** The caption of an article and the credit, as one text. */
export function captionWithCredit(hero: Pick<Hero, 'credit' | 'isAiMade'>, caption: string | null): string {
  if (!caption) return creditOf(hero);
  return `${caption}${/[.!?…][)"'”’»]*$/u.test(caption) ? '' : '.'} ${creditOf(hero)}`;
}

/** The credit as readers see it: a picture made with AI is labelled as such. */
export function creditOf({ credit, isAiMade }: Pick<Hero, 'credit' | 'isAiMade'>): string {
  return isAiMade ? `${credit} (made with AI)` : credit;
}

function cropClass(hero: Hero): Html | string {
  const names = cropNames(hero);
  return names === '' ? '' : html` class="${names.trim()}"`;
}

/** The class of a diagram, which is never cropped; for other pictures those that keep the focal point visible. */
function cropNames(hero: Hero): string {
  return hero.isDiagram ? ' whole' : focusNames(hero);
}

/** The focal point in steps of a tenth; empty for the middle. */
function focusNames({ focus: { x, y } }: Hero): string {
  const [across, down] = [x, y].map((part) => Math.round(part / 10) * 10);
  return across === 50 && down === 50 ? '' : ` focus-x-${across} focus-y-${down}`;
}

/** The path of the widest rendition up to `widest` pixels, in the given format. */
export function addressAt(
  { hash, width }: Pick<PictureFile, 'hash' | 'width'>,
  widest: number,
  form: PictureFormat,
): string {
  const kept = widthsOf(width);
  return `/media/${renditionName(hash, kept.findLast((size) => size <= widest) ?? kept[0] ?? width, form)}`;
}

/** The size of the widest rendition in pixels. */
export function shownSize({ width, height }: Pick<PictureFile, 'width' | 'height'>): { width: number; height: number } {
  const wide = Math.min(width, WIDTHS.at(-1) ?? width);
  return { width: wide, height: Math.max(1, Math.round((height * wide) / width)) };
}

function addresses({ hash, width }: PictureFile, form: PictureFormat): string {
  return widthsOf(width)
    .map((size) => `/media/${renditionName(hash, size, form)} ${size}w`)
    .join(', ');
}
