import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { LOGO, logoUrl as markUrl } from '#media/cards/card-address.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Logo } from '#runtime/config/site-config.ts';
import { ICON_SIZES, iconLinks, iconPath, siteIcon } from './icons.ts';

// What chiefs set about the look of the site: logo, accent colour, links of the navigation and the footer.

/** The path of the logo. */
export function logoPath({ hash }: Pick<Logo, 'hash'>): string {
  return `/static/logo.${hash}.png`;
}

/** The path of the style sheet with the accent colour. */
export function accentPath(accent: string): string {
  return `/static/accent.${accent.slice(1)}.css`;
}

/** The picture of the publisher in feeds and structured data, with its size in pixels. */
export function publisherLogo(publication: Publication): { url: string; width: number; height: number } {
  const { logo, baseUrl } = publication;
  if (!logo) {
    const path = iconPath(siteIcon(publication), ICON_SIZES.large);
    return { url: path === null ? markUrl(publication) : baseUrl + path, width: LOGO, height: LOGO };
  }
  return { url: baseUrl + logoPath(logo), width: logo.width, height: logo.height };
}

/** Links of the `head`: the accent colour where one is set, and the icons. */
export function lookLinks(publication: Publication): Html {
  const { accent } = publication;
  return html`${
    accent
      ? html`
<link rel="stylesheet" href="${accentPath(accent)}">`
      : ''
  }
${iconLinks(publication)}`;
}

/** The name of the publication as its logo, where it has one. */
export function nameplate({ name, logo }: Publication): Html {
  return html`<a href="/">${logo ? html`<img class="logo" src="${logoPath(logo)}" alt="${name}" width="${logo.width}" height="${logo.height}">` : name}</a>`;
}

/** List items of the navigation. `path` is that of the page, as far as it is known. */
export function navigationItems({ navigation }: Publication, path: string | null): Html[] {
  return navigation.map(
    ({ label, href }) => html`
<li><a href="${href}"${href === path ? html` aria-current="page"` : ''}>${label}</a></li>`,
  );
}

/** The links of the footer that chiefs added, and the publication elsewhere, as list items. */
export function ownFooterLinks({ footer, social }: Publication): Html {
  const elsewhere = social.map((address) => ({ label: profileName(address), href: address, rel: 'me' }));
  return html`${[...footer.map((link) => ({ ...link, rel: null })), ...elsewhere].map(
    ({ label, href, rel }) => html`
<li><a href="${href}"${rel === null ? '' : html` rel="${rel}"`}>${label}</a></li>`,
  )}`;
}

/** A profile elsewhere by its address without the scheme: `social.example/@magazine`. */
export function profileName(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
}
