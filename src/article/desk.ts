import { type RetiredSection, type Section, type Sections, siteSnapshot } from '#runtime/site-snapshot.ts';
import { isOwnPage } from './own-page.ts';

/** The sections of the site that the code works for. */
export function currentSections(): Sections {
  return siteSnapshot().sections;
}

/** The open sections, in the order in which they are printed. */
export function openDesks(): readonly Section[] {
  return currentSections().open;
}

/** The slugs of the open sections. */
export function deskSlugs(): string[] {
  return currentSections().open.map(({ slug }) => slug);
}

/** The slugs under which articles can be read: of the open sections, then of those retired. */
export function readableDeskSlugs(): string[] {
  return [...deskSlugs(), ...currentSections().retired.map(({ slug }) => slug)];
}

/** Whether articles of this section can be read: it is open, or was retired. */
export function isDesk(slug: string): boolean {
  return isOpenDesk(slug) || retiredDesk(slug) !== undefined;
}

/** Whether a new article can be filed and published here. */
export function isOpenDesk(slug: string): boolean {
  return currentSections().open.some((desk) => desk.slug === slug);
}

/** Whether articles at addresses with this section can be read; those of pages are at other addresses, but their data are there. */
export function isReadableDesk(slug: string): boolean {
  return isDesk(slug) || isOwnPage(slug);
}

export function retiredDesk(slug: string): RetiredSection | undefined {
  return currentSections().retired.find((desk) => desk.slug === slug);
}

/** The open section that a chain of retired ones ends at, so that readers are redirected once; null is the home page. */
export function sectionAfter({ movedTo }: RetiredSection): string | null {
  for (let target = movedTo, steps = currentSections().retired.length; target !== null && steps >= 0; steps--) {
    const next = retiredDesk(target);
    if (!next) return target;
    target = next.movedTo;
  }
  return null;
}

/** The printed name of a desk; the slug itself when there is no such desk. */
export function deskName(slug: string): string {
  if (isOwnPage(slug)) return 'Pages';
  return (currentSections().open.find((desk) => desk.slug === slug) ?? retiredDesk(slug))?.name ?? slug;
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
