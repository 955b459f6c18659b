import { isOwnPage } from './own-page.ts';

/** A section of the magazine; editors say desk. */
export type Section = { slug: string; name: string; about: string };

/** A section that takes no new articles. Its page redirects to the page of another section; null is the home page. */
export type RetiredSection = Section & { movedTo: string | null };

/** The sections of a magazine: the open ones in the order in which they are printed, then those that were retired. */
export type Sections = { open: readonly Section[]; retired: readonly RetiredSection[] };

/** The sections of a magazine that chose none of its own. */
export const DEFAULT_SECTIONS: Sections = {
  open: [
    {
      slug: 'field-operations',
      name: 'Field operations',
      about: 'AI on the site: planning, safety, quantities, the daily log.',
    },
    { slug: 'robotics', name: 'Robotics', about: 'Machines that lay out, lift, drill, print and inspect.' },
    { slug: 'software', name: 'Software', about: 'Estimating, scheduling, document and agent software in daily use.' },
    { slug: 'benchmarks', name: 'Benchmarks', about: 'What was measured, how, and what the measurement does not say.' },
    { slug: 'people', name: 'People', about: 'The trades, crews and offices that the tools are meant for.' },
  ],
  retired: [],
};

/** The sections that this process knows: one process serves one magazine (decision 0075). */
let current: Sections = DEFAULT_SECTIONS;

/** Replaces the sections that this process knows. `followSections` and tests call it. */
export function useSections(sections: Sections): void {
  current = sections;
}

/** The sections that this process knows. */
export function currentSections(): Sections {
  return current;
}

/** The open sections, in the order in which they are printed. */
export function openDesks(): readonly Section[] {
  return current.open;
}

/** The slugs of the open sections. */
export function deskSlugs(): string[] {
  return current.open.map(({ slug }) => slug);
}

/** The slugs under which articles can be read: of the open sections, then of those retired. */
export function readableDeskSlugs(): string[] {
  return [...deskSlugs(), ...current.retired.map(({ slug }) => slug)];
}

/** Whether articles of this section can be read: it is open, or was retired. */
export function isDesk(slug: string): boolean {
  return isOpenDesk(slug) || retiredDesk(slug) !== undefined;
}

/** Whether a new article can be filed and published here. */
export function isOpenDesk(slug: string): boolean {
  return current.open.some((desk) => desk.slug === slug);
}

/** Whether articles at addresses with this section can be read; those of pages are at other addresses, but their data are there. */
export function isReadableDesk(slug: string): boolean {
  return isDesk(slug) || isOwnPage(slug);
}

export function retiredDesk(slug: string): RetiredSection | undefined {
  return current.retired.find((desk) => desk.slug === slug);
}

/** The open section that a chain of retired ones ends at, so that readers are redirected once; null is the home page. */
export function sectionAfter({ movedTo }: RetiredSection): string | null {
  for (let target = movedTo, steps = current.retired.length; target !== null && steps >= 0; steps--) {
    const next = retiredDesk(target);
    if (!next) return target;
    target = next.movedTo;
  }
  return null;
}

/** The printed name of a desk; the slug itself when there is no such desk. */
export function deskName(slug: string): string {
  if (isOwnPage(slug)) return 'Pages';
  return (current.open.find((desk) => desk.slug === slug) ?? retiredDesk(slug))?.name ?? slug;
}

/** Makes a value that depends on the sections, and makes it again after they changed: schemas and the texts in them. */
export function perSections<Value>(make: () => Value): () => Value {
  let made: { from: Sections; value: Value } | null = null;
  return () => {
    if (made?.from !== current) made = { from: current, value: make() };
    return made.value;
  };
}
