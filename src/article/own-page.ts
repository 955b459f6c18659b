/**
 * The reserved section of pages of one's own, such as an imprint: articles whose address has no section. They are written,
 * reviewed and published as articles are, and are in no list of articles, feed, count or search (decision 0076).
 */
export const PAGES_DESK = 'pages';

/** A live page of one's own. */
export type OwnPage = { slug: string; title: string; summary: string };

/** Whether this section is that of pages. */
export function isOwnPage(section: string): boolean {
  return section === PAGES_DESK;
}

/** The live pages that this process knows, in the order of their first publication. */
let current: readonly OwnPage[] = [];

/** Replaces the pages that this process knows. */
export function useOwnPages(pages: readonly OwnPage[]): void {
  current = pages;
}

export function ownPages(): readonly OwnPage[] {
  return current;
}

/** The path of an article: of a page without its section. */
export function articlePath({ section, slug }: { section: string; slug: string }): string {
  return isOwnPage(section) ? `/${slug}` : `/${section}/${slug}`;
}
