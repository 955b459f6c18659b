import { ownPages } from '#article/own-page.ts';
import { declared, type PublicFile, type PublicPage } from '#http/declared.ts';
import type { OwnPage } from '#runtime/site-snapshot.ts';

// The public resources of the site, each declared once by its capability. Routes, footer, sitemap, llms.txt and the
// checks of all pages are derived from the declarations.

/** The pages of all capabilities, in the order of the footer, the sitemap and llms.txt. */
export function publicPages(): readonly PublicPage[] {
  return declared().pages;
}

/** The resources of one section that have one form only. */
export function sectionFiles(section: string): Pick<PublicFile, 'path' | 'type'>[] {
  return [
    { path: `/${section}/llms.txt`, type: 'text/markdown' },
    { path: `/${section}/rss.xml`, type: 'application/rss+xml' },
    { path: `/${section}/atom.xml`, type: 'application/atom+xml' },
    { path: `/${section}/feed.json`, type: 'application/feed+json' },
  ];
}

/** The live custom pages that replace no page of the service. */
export function otherOwnPages(): OwnPage[] {
  return ownPages().filter(({ slug }) => !publicPages().some(({ path }) => path === `/${slug}`));
}

/** The links of the footer: pages of the service, then custom pages. */
export function footerLinks(): { path: string; text: string }[] {
  return [
    ...publicPages().flatMap(({ path, footer }) => (footer === undefined ? [] : [{ path, text: footer }])),
    ...otherOwnPages().map(({ slug, title }) => ({ path: `/${slug}`, text: title })),
  ];
}

/** Pages of the service that a custom page can replace. */
const REPLACEABLE_PAGES: ReadonlySet<string> = new Set(['about']);

/** Whether the service has an address that begins with this segment, or reads it in another way: no section and no page can have it. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs().has(slug) && !REPLACEABLE_PAGES.has(slug);
}

/** The first segments of all addresses; pages with a Markdown form, whose address would be taken; the home page as Markdown. */
export function reservedSlugs(): ReadonlySet<string> {
  const { paths } = declared();
  const firsts = paths.map((path) => path.split('/')[1] ?? '').filter((first) => /^[a-z0-9-]+$/.test(first));
  const documents = paths.flatMap((path) => /^\/([a-z0-9-]+)\.md$/.exec(path)?.[1] ?? []);
  return new Set([...firsts, ...documents, 'index', 'pages']);
}
