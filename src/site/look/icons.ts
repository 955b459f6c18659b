import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { assetPath } from '#html/assets/assets.ts';
import type { Html } from '#html/html.ts';
import { PAPER } from '#media/cards/mark.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Logo } from '#runtime/config/site-config.ts';

// The icon of the site: the logo where it is not much wider than high; else, on a site with an accent colour or a logo, the first
// letter of the name on that colour; else the mark of the software. This file is loaded at each start, so it draws nothing.

/** What the icon shows. `key` changes with the picture: it is in the address. */
export type SiteIcon =
  | { kind: 'mark' }
  | { kind: 'logo'; key: string; logo: Logo }
  | { kind: 'letter'; key: string; letter: string; ground: string };

/** The longest side of a logo that is still legible in a square, by its shortest one. */
const WIDEST = 2;
/** The ground of a letter on a site without an accent colour. */
const INK = '#1b1d1e';

/** Pixels: of the tab, of a feed, of iOS, and of the two sizes that a web manifest should have. */
export const ICON_SIZES = { tab: 48, feed: 144, touch: 180, small: 192, large: 512 } as const;

export function siteIcon({ logo, accent, name }: Pick<Publication, 'logo' | 'accent' | 'name'>): SiteIcon {
  if (logo && Math.max(logo.width, logo.height) <= WIDEST * Math.min(logo.width, logo.height))
    return { kind: 'logo', key: logo.hash, logo };
  const letter = firstLetter(name);
  if ((!logo && !accent) || letter === null) return { kind: 'mark' };
  const ground = accent ?? INK;
  const key = createHash('sha256').update(`${letter} ${ground}`).digest('hex').slice(0, 16);
  return { kind: 'letter', key, letter, ground };
}

/** The path of the icon as a PNG of a size; null for the mark, whose files are assets. */
export function iconPath(icon: SiteIcon, size: number, form: 'icon' | 'maskable' = 'icon'): string | null {
  return icon.kind === 'mark' ? null : `/static/${form}-${size}.${icon.key}.png`;
}

/** The size and the form that a file below `/static` asks for, and its key; null when it is no icon. */
export function readIconName(file: string): { size: number; form: 'icon' | 'maskable'; key: string } | null {
  const [, form, size, key = ''] = /^(icon|maskable)-(\d{2,3})\.([0-9a-f]{16})\.png$/.exec(file) ?? [];
  if (form === undefined || !Object.values<number>(ICON_SIZES).includes(Number(size))) return null;
  return { size: Number(size), form: form === 'icon' ? 'icon' : 'maskable', key };
}

/** Links of the `head` to the icons and the web manifest, and the colour of the browser around the page. */
export function iconLinks(publication: Publication): Html {
  const touch = iconPath(siteIcon(publication), ICON_SIZES.touch) ?? assetPath('apple-touch-icon.png');
  return html`${themeColour(publication)}
${tabIconLink(publication)}
<link rel="apple-touch-icon" href="${touch}">
<link rel="manifest" href="/manifest.webmanifest">`;
}

/** The link of the `head` to the icon in the tab of a browser. */
export function tabIconLink(publication: Publication): Html {
  const path = iconPath(siteIcon(publication), ICON_SIZES.tab);
  if (path === null) return html`<link rel="icon" href="${assetPath('mark.svg')}" type="image/svg+xml">`;
  return html`<link rel="icon" href="${path}" type="image/png" sizes="48x48">`;
}

/** The accent colour, which is dark enough for white letters in both schemes; without one, the paper of each scheme. */
function themeColour({ accent }: Publication): Html {
  if (accent) return html`<meta name="theme-color" content="${accent}">`;
  return html`<meta name="theme-color" content="${PAPER}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141617" media="(prefers-color-scheme: dark)">`;
}

/** The address of the icon for feeds. */
export function feedIconUrl(publication: Publication): string {
  return publication.baseUrl + (iconPath(siteIcon(publication), ICON_SIZES.feed) ?? '/static/feed.png');
}

/** `/manifest.webmanifest` (W3C Web Application Manifest): what a phone shows for the site on its home screen. */
export function webManifest(publication: Publication): Record<string, unknown> {
  const { name, description, language, accent } = publication;
  return {
    name,
    short_name: name,
    description,
    lang: language,
    start_url: '/',
    scope: '/',
    id: '/',
    display: 'browser',
    background_color: PAPER,
    theme_color: accent ?? PAPER,
    icons: manifestIcons(siteIcon(publication)),
  };
}

function manifestIcons(icon: SiteIcon): Record<string, string>[] {
  const png = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const { touch, small, large } = ICON_SIZES;
  if (icon.kind === 'mark')
    return [png(assetPath('apple-touch-icon.png'), touch, 'any'), png(assetPath('logo.png'), large, 'any')];
  return [small, large].flatMap((size) => [
    png(iconPath(icon, size) ?? '', size, 'any'),
    png(iconPath(icon, size, 'maskable') ?? '', size, 'maskable'),
  ]);
}

/** The first letter or digit of a name, as a capital without accents; null where the name begins in another script. */
function firstLetter(name: string): string | null {
  const [first = ''] = name.match(/[\p{L}\p{N}]/u) ?? [];
  const [letter = null] =
    first
      .normalize('NFKD')
      .toUpperCase()
      .match(/^[A-Z0-9]/) ?? [];
  return letter;
}
