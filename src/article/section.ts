import { type RetiredSection, type Section, type Sections, siteSnapshot } from '#runtime/site-snapshot.ts';
import { isOwnPage } from './own-page.ts';

/** The sections of the site that the code works for. */
export function currentSections(): Sections {
  return siteSnapshot().sections;
}

/** The open sections, in the order in which they are printed. */
export function openSections(): readonly Section[] {
  return currentSections().open;
}

/** The slugs of the open sections. */
export function sectionSlugs(): string[] {
  return currentSections().open.map(({ slug }) => slug);
}

/** The slugs under which articles can be read: of the open sections, then of those retired. */
export function readableSectionSlugs(): string[] {
  return [...sectionSlugs(), ...currentSections().retired.map(({ slug }) => slug)];
}

/** Whether articles of this section can be read: it is open, or was retired. */
export function isSection(slug: string): boolean {
  return isOpenSection(slug) || retiredSection(slug) !== undefined;
}

/** Whether a new article can be filed and published here. */
export function isOpenSection(slug: string): boolean {
  return currentSections().open.some((section) => section.slug === slug);
}

/** Whether articles at addresses with this section can be read. Pages have other addresses, but their data are there. */
export function isReadableSection(slug: string): boolean {
  return isSection(slug) || isOwnPage(slug);
}

export function retiredSection(slug: string): RetiredSection | undefined {
  return currentSections().retired.find((section) => section.slug === slug);
}

/** The open section that a chain of retired ones ends at, so that readers are redirected once; null is the home page. */
export function sectionAfter({ movedTo }: RetiredSection): string | null {
  for (let target = movedTo, steps = currentSections().retired.length; target !== null && steps >= 0; steps--) {
    const next = retiredSection(target);
    if (!next) return target;
    target = next.movedTo;
  }
  return null;
}

/** The printed name of a section; the slug itself when there is no such section. */
export function sectionName(slug: string): string {
  if (isOwnPage(slug)) return 'Pages';
  return (currentSections().open.find((section) => section.slug === slug) ?? retiredSection(slug))?.name ?? slug;
}

/** Makes a value that depends on the sections, once for the sections of each site: schemas and the texts in them. */
export function perSections<Value>(make: () => Value): () => Value {
  const cache = new WeakMap<Sections, { value: Value }>();
  return () => {
    const sections = currentSections();
    const known = cache.get(sections);
    if (known) return known.value;
    const value = make();
    cache.set(sections, { value });
    return value;
  };
}
