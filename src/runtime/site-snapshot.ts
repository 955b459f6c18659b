import { AsyncLocalStorage } from 'node:async_hooks';
import type { Publication } from '#runtime/config/config.ts';

// The state of a site at one moment, as one immutable value. Each site of a process has a holder with its newest snapshot, in `Deps`. A
// request takes the newest one at its start, so that all of its pages show the same state.

/** A section of the magazine, with the points that people tick before an article of it is published. */
export type Section = { slug: string; name: string; about: string; checklist?: readonly string[] };

/** A section that takes no new articles. Its page redirects to the page of another section; null is the home page. */
export type RetiredSection = Section & { movedTo: string | null };

/** The sections of a magazine: the open ones in the order in which they are printed, then those that were retired. */
export type Sections = { open: readonly Section[]; retired: readonly RetiredSection[] };

/** A live custom page. */
export type OwnPage = { slug: string; title: string; summary: string };

export type SiteSnapshot = Readonly<{
  /** Names, links, look and time zone, and the settings that capabilities declare, such as the rate card and its audience. */
  publication: Publication;
  sections: Sections;
  /** The live pages, in the order of their first publication. */
  pages: readonly OwnPage[];
  /** The host of the site while its address is http, such as on the computer of a developer; null once it is https. */
  httpHost: string | null;
}>;

/** The newest snapshot of one site. */
export type SiteHolder = { newest: SiteSnapshot };

/** The sections of a magazine that chose none. */
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

/** A site that was not placed yet: it has no name and no address. */
const UNPLACED: SiteSnapshot = Object.freeze({
  get publication(): Publication {
    throw new Error('this code runs outside of a site: call it in `inSite` or after `enterSite`');
  },
  sections: DEFAULT_SECTIONS,
  pages: [],
  httpHost: null,
});

/** The site that the running code works for; `taken` is the snapshot of its request, or null if each read gets the newest. */
type Scope = { holder: SiteHolder; taken: SiteSnapshot | null };

const scopes = new AsyncLocalStorage<Scope>();

export function createSiteHolder(): SiteHolder {
  return { newest: UNPLACED };
}

/** The snapshot of the running request, or the newest of the site that the code works for. */
export function siteSnapshot(): SiteSnapshot {
  const scope = scopes.getStore();
  return scope ? (scope.taken ?? scope.holder.newest) : UNPLACED;
}

/** Runs `work` for a site; each read gets its newest snapshot. */
export function inSite<Result>(holder: SiteHolder, work: () => Result): Result {
  return scopes.run({ holder, taken: null }, work);
}

/** Runs a request of a site: it sees the snapshot that is the newest now, until it calls `retakeSnapshot`. */
export function withSnapshot<Result>(holder: SiteHolder, work: () => Result): Result {
  return scopes.run({ holder, taken: holder.newest }, work);
}

/** Binds `work` to the site for which it is made: each call reads the newest snapshot, also if a request made it or calls it. */
export function boundToSite<Result>(work: () => Result): () => Result {
  const holder = scopes.getStore()?.holder;
  return holder ? () => inSite(holder, work) : work;
}

/** Gives the running request the newest snapshot: after it read the publication log, and after it changed the site itself. */
export function retakeSnapshot(): void {
  const scope = scopes.getStore();
  if (scope?.taken) scope.taken = scope.holder.newest;
}

/** From here on, all code that this call starts works for a site: for a process, thread or command that serves only one. */
export function enterSite(holder: SiteHolder): void {
  scopes.enterWith({ holder, taken: null });
}

/** The name and the address of a site; null if it has none yet. */
export function publicationOf(holder: SiteHolder): Publication | null {
  return holder.newest === UNPLACED ? null : holder.newest.publication;
}

export function replaceSnapshot(holder: SiteHolder, { publication, ...rest }: SiteSnapshot): void {
  holder.newest = Object.freeze({ ...rest, publication: Object.freeze(publication) });
}
