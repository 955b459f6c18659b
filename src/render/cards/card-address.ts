import type { Publication } from '../../config.ts';

// Where the drawn pictures are, for pages and feeds that point at them.

/** Sizes in pixels: of a card, of the mark for machines, and of the mark in RSS, which may be 144 wide at most. */
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

export function feedImageUrl({ baseUrl }: Publication): string {
  return `${baseUrl}/static/feed.png`;
}
