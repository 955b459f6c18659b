import type { Publication } from '#runtime/config/config.ts';

// The addresses of the generated images, for pages and feeds.

/** Sizes in pixels: of a card, of the logo, and of the image in RSS, which may be at most 144 wide. */
export const CARD = { width: 1200, height: 630 };
export const LOGO = 512;
export const FEED_IMAGE = 144;

export function cardUrl({ baseUrl }: Publication, { section, slug }: { section: string; slug: string }): string {
  return `${baseUrl}/cards/${section}/${slug}.png`;
}

export function siteCardUrl({ baseUrl }: Publication): string {
  return `${baseUrl}/cards/house.png`;
}

export function logoUrl({ baseUrl }: Publication): string {
  return `${baseUrl}/static/logo.png`;
}
