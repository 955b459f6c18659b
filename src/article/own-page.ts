import { type OwnPage, siteSnapshot } from '#runtime/site-snapshot.ts';

/**
 * The reserved section of custom pages, such as an imprint: articles whose address has no section. They are written,
 * reviewed and published as articles are, and are in no list of articles, feed, count or search.
 */
export const PAGES_SECTION = 'pages';

/** Whether this section is that of pages. */
export function isOwnPage(section: string): boolean {
  return section === PAGES_SECTION;
}

/** The live pages of the site that the code works for, in the order of their first publication. */
export function ownPages(): readonly OwnPage[] {
  return siteSnapshot().pages;
}

/** The path of an article: of a page without its section. */
export function articlePath({ section, slug }: { section: string; slug: string }): string {
  return isOwnPage(section) ? `/${slug}` : `/${section}/${slug}`;
}
