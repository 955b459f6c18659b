import type { HtmlEscapedString } from 'hono/utils/html';
import type { Actor, Member } from '#core/actor.ts';
import type { ProseSection } from '#core/prose.ts';
import type { StoredTable } from '#db/schema/stored-table.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import type { JournalDeps } from '#runtime/journal.ts';
import type { MetricFamilies } from '#runtime/metric-families.ts';
import type { ApiParts } from './api-description.ts';
import type { BudgetSizes } from './limits.ts';
import type { Placements } from './placements.ts';
import type { ReaderTool } from './reader-tool.ts';

/** The declarations of all capabilities, for the parts below them: the footer, the newsroom's navigation, reserved addresses. */
export type Declared = {
  pages: readonly PublicPage[];
  files: readonly PublicFile[];
  /** The paths of all routes. */
  paths: readonly string[];
  navigation: readonly NavigationEntry[];
  waiting: readonly LoadWaiting[];
  dayLines: readonly LoadDayLines[];
  finders: readonly LoadFinder[];
  /** Each prints the HTML of a form for readers. */
  readerForms: readonly ((publication: Publication) => string)[];
  placements: readonly (() => Promise<Placements>)[];
  settings: readonly (() => Promise<{ settings: readonly DeclaredSetting[] }>)[];
  apiParts: readonly LoadApiParts[];
  /** The acts of the journal in words. */
  journalActs: Readonly<Record<string, string>>;
  nameSubjects: readonly LoadNameSubjects[];
  readerTools: readonly ReaderTool[];
  methodSections: readonly LoadMethodSections[];
  dataChecks: readonly LoadCheckData[];
  datedPages: readonly LoadDatedPages[];
  copyHolds: readonly LoadHoldCopy[];
  fieldHints: readonly FieldHints[];
  newsletters: readonly LoadNewsletter[];
  budgets: BudgetSizes;
  tables: readonly StoredTable[];
  metrics: MetricFamilies;
};

/** Hints for the errors of a payload, by the fields of a capability. */
export type FieldHints = {
  /** The expected shape of a field, by its path: `*` is an index in a list. */
  shapes: Readonly<Record<string, string | undefined>>;
  /** Names that other APIs use, each with our names of the field. */
  otherNames: Readonly<Record<string, string | undefined>>;
};

/** By the kind of a subject of the journal: reads the names of the subjects with these ids. */
export type NameSubjects = Readonly<
  Record<string, (tx: Deps['db']['read'], ids: readonly string[]) => Promise<{ id: string; name: string }[]>>
>;
export type LoadNameSubjects = () => Promise<{ nameSubjects: NameSubjects }>;

/** Sections that a capability adds to the page that says how numbers are settled. */
export type LoadMethodSections = () => Promise<{
  methodSections: (publication: Publication) => readonly ProseSection[];
}>;

/** Reads the tables of a capability in a backup or a database, and returns their problems. */
export type CheckData = (side: { tx: Deps['db']['read'] }) => Promise<string[]>;
export type LoadCheckData = () => Promise<{ checkData: CheckData }>;

/** An issue of a newsletter that has the ad of its day, for the pages of the ad desk. */
export type NewsletterIssue = {
  day: string;
  number: number;
  state: string;
  /** Its state in a sentence, as HTML. */
  stateHtml: string;
  latestRevision: number;
  /** The order whose ad is in its latest revision. */
  orderId: string | null;
  /** Whether it can still get an ad. */
  isOpen: boolean;
  /** Its pages: in the newsroom, and for readers once it was sent. */
  path: string;
  archivePath: string | null;
};
/** The issues of some days; a day without one is left out. */
export type FindIssues = (tx: Deps['db']['read'], days: readonly string[]) => Promise<NewsletterIssue[]>;
/** How many people get the newsletter. */
export type CountReaders = (tx: Deps['db']['read']) => Promise<number>;
export type LoadNewsletter = () => Promise<{ findIssues: FindIssues; countReaders: CountReaders }>;

/** The pages of a capability for the sitemap, other than its public resources. */
export type DatedPages = (tx: Deps['db']['read']) => Promise<DatedPage[]>;
export type DatedPage = { path: string; changedAt: string };
export type LoadDatedPages = () => Promise<{ datedPages: DatedPages }>;

/**
 * Stops acts of a copy of the data that the original may have done since. It runs in the transaction that writes the copy. Returns a
 * sentence for each stopped act.
 */
export type HoldCopy = (
  deps: JournalDeps,
  tx: Deps['db']['read'],
  why: { actor: Actor; because: string },
) => Promise<string[]>;
export type LoadHoldCopy = () => Promise<{ holdCopy: HoldCopy }>;

/**
 * A page of the magazine with a Markdown form at `path` + `.md`; at `path` itself the header `Accept` chooses the form. It is cached,
 * listed in the sitemap and llms.txt.
 */
export type PublicPage = {
  path: string;
  title: string;
  /** Its link text in the footer; absent when the footer does not have it. */
  footer?: string;
  /** The path of the page of `reading` that lists show before this one. */
  after?: string;
};

/** A public resource that has one form only. */
export type PublicFile = {
  path: string;
  /** The media type, without its charset. */
  type: string;
};

/** Loads the parts that a capability adds to the description of the API. */
export type LoadApiParts = () => Promise<{ apiParts: readonly ApiParts[] }>;

/** A setting of the site that a capability adds. Chiefs change it on a page of the capability. */
export type DeclaredSetting = {
  name: string;
  label: string;
  /** The value in force, as people type it. */
  print: (publication: Publication) => string;
  /** Reads typed text, which is not empty; the publication has the settings that are declared before. @throws validation_failed */
  read: (typed: string, publication: Publication) => unknown;
  /** Further work for a change, in its transaction. */
  stored?: (tx: Deps['db']['read']) => Promise<void>;
};

/**
 * A place of the newsroom. Side bar, phone bar, list of settings, the search of the newsroom and its help are made of these.
 */
export type NavigationEntry = {
  path: string;
  text: string;
  group: NavigationGroup;
  /** Smaller numbers come first in the group. */
  place: number;
  who: NavigationRole;
  /** Further addresses with pages that belong to this entry. */
  below?: readonly string[];
  /** Other words that people search it by. */
  words?: string;
  /** The name of its icon in a folded side bar. */
  icon?: string;
  /** Its place among those at the foot of a phone, and its text there; the first four that a person may use are shown. */
  phone?: { place: number; text?: string };
};

/**
 * Groups of the side bar, then groups of the settings, then what only the search finds: pages that belong to another entry, and acts.
 */
export const NAVIGATION_GROUPS = [
  ...(['day', 'publication', 'audience', 'advertising', 'agents'] as const),
  ...(['magazine', 'people', 'email', 'connections', 'record', 'account'] as const),
  ...(['pages', 'acts'] as const),
] as const;
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number];

/** The entries group by group, each group by the places of its entries. */
export function inGroups(entries: readonly NavigationEntry[]): NavigationEntry[] {
  return NAVIGATION_GROUPS.flatMap((group) =>
    entries.filter((entry) => entry.group === group).sort((entry, other) => entry.place - other.place),
  );
}

/** `person`: everybody who is signed in. `member`: everybody but ad sales. */
export type NavigationRole = 'person' | 'member' | 'editor' | 'ad desk' | 'chief';

/** Something that waits for one person. */
export type WaitingItem = {
  /** The path of the navigation entry that shows its count. */
  at: string;
  title: string;
  /** Facts that a person should see before opening it, as plain text or HTML. */
  facts: string | Promise<HtmlEscapedString>;
  act: { text: string; path: string };
  /** Something failed. It is listed apart. */
  isFailure?: true;
  /** How many things it counts for, if not one. */
  count?: number;
};
/** `today`: the day in the zone of the member. */
export type FindWaiting = (deps: Deps, member: Member, today: string) => Promise<WaitingItem[]>;
export type LoadWaiting = () => Promise<{ findWaiting: FindWaiting }>;

/** Something that happens on a day, or has happened: a line of Today. */
export type DayLine = {
  /** A time (ISO 8601, UTC), or a day. */
  at: string;
  /** Before the title, such as `Published`. */
  what: string;
  title: string;
  path: string;
  /** Whether readers got it: those before today are listed too. */
  isForReaders?: true;
  /** The open problem of the event. */
  trouble?: string;
};
/** The lines of the days from one day to another, in the zone of the member. */
export type FindDayLines = (
  deps: Deps,
  member: Member,
  days: { from: string; before: string; zone: string },
) => Promise<DayLine[]>;
/** Something that the search of the newsroom found. */
export type FoundThing = {
  /** The heading above it, such as `Articles`. */
  kind: string;
  text: string;
  detail: string;
  path: string;
};
/** The things that a member may see and that have these words, folded for search, whole or as the beginning of a word: the best first. */
export type FindThings = (deps: Deps, member: Member, words: readonly string[]) => Promise<FoundThing[]>;
export type LoadFinder = () => Promise<{ findThings: FindThings }>;

export type LoadDayLines = () => Promise<{ findDayLines: FindDayLines }>;

/** Not the state of a site: `src/app.ts` writes it once, when it is loaded, and every site of the process has the same. */
let all: Declared | null = null;

/** A process that prints no page declares only the parts that it reads. */
export function declare(declared: Partial<Declared>): void {
  all = Object.freeze({ ...NOTHING, ...declared });
}

const NOTHING: Declared = {
  pages: [],
  files: [],
  paths: [],
  navigation: [],
  waiting: [],
  dayLines: [],
  finders: [],
  readerForms: [],
  placements: [],
  settings: [],
  apiParts: [],
  journalActs: {},
  nameSubjects: [],
  readerTools: [],
  methodSections: [],
  dataChecks: [],
  datedPages: [],
  copyHolds: [],
  fieldHints: [],
  newsletters: [],
  budgets: {},
  tables: [],
  metrics: {},
};

/** The declarations that can be sent to a thread which renders pages: data without functions. `readerForms`: as printed. */
export type SentDeclared = {
  pages: PublicPage[];
  files: PublicFile[];
  paths: readonly string[];
  readerForms: string[];
};

export function declaredToSend(publication: Publication): SentDeclared {
  const { pages, files, paths, readerForms } = declared();
  return {
    pages: pages.map(({ path, title, footer }) => ({ path, title, ...(footer && { footer }) })),
    files: files.map(({ path, type }) => ({ path, type })),
    paths,
    readerForms: readerForms.map((print) => print(publication)),
  };
}

/** Declares the sent parts in a thread. */
export function declareSent({ readerForms, ...data }: SentDeclared): void {
  declare({ ...data, readerForms: readerForms.map((form) => () => form) });
}

export function declared(): Declared {
  if (all === null) throw new Error('src/app.ts is not loaded, so nobody knows the capabilities');
  return all;
}

/** Whether a capability of this service has a route with this path. */
export function isDeclared(path: string): boolean {
  return declared().paths.includes(path);
}
