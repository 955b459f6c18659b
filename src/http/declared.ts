import type { Publication } from '#config/config.ts';
import type { Actor } from '#core/actor.ts';
import type { ProseSection } from '#core/prose.ts';
import type { Deps } from '#runtime/deps.ts';
import type { JournalDeps } from '#runtime/journal.ts';
import type { ApiParts } from './api-description.ts';
import type { Placements } from './placements.ts';
import type { ReaderTool } from './reader-tool.ts';

/** What the capabilities declare together, for the parts that they are built on: the footer, the newsroom's navigation, reserved addresses. */
export type Declared = {
  pages: readonly PublicPage[];
  files: readonly PublicFile[];
  /** The paths of all routes. */
  paths: readonly string[];
  navigation: readonly NavigationLink[];
  /** Each prints the HTML of a form for readers. */
  readerForms: readonly ((publication: Publication) => string)[];
  placements: readonly (() => Promise<Placements>)[];
  settings: readonly (() => Promise<{ settings: readonly DeclaredSetting[] }>)[];
  apiParts: readonly LoadApiParts[];
  /** The acts of the journal in words. */
  journalActs: Readonly<Record<string, string>>;
  readerTools: readonly ReaderTool[];
  methodSections: readonly LoadMethodSections[];
  beforeExport: readonly LoadBeforeExport[];
  dataChecks: readonly LoadCheckData[];
  changedPages: readonly LoadChangedPages[];
  copyHolds: readonly LoadHoldCopy[];
  fieldHints: readonly FieldHints[];
  newsletters: readonly LoadNewsletter[];
};

/** What errors of a payload say about the fields of a capability. */
export type FieldHints = {
  /** The expected shape of a field, by its path: `*` is an index in a list. */
  shapes: Readonly<Record<string, string | undefined>>;
  /** Names that other APIs use, each with our names of the field. */
  otherNames: Readonly<Record<string, string | undefined>>;
};

/** Sections that a capability adds to the page that says how numbers are settled. */
export type LoadMethodSections = () => Promise<{
  methodSections: (publication: Publication) => readonly ProseSection[];
}>;

/** What a capability has to write before an export reads the pages at one moment of the database. */
export type BeforeExport = (deps: Deps, publication: Publication) => Promise<void>;
export type LoadBeforeExport = () => Promise<{ beforeExport: BeforeExport }>;

/** Reads the tables of a capability in a backup or a database, and says what is wrong with them. */
export type CheckData = (side: {
  tx: Deps['db']['read'];
  hasTable: (name: string) => Promise<boolean>;
}) => Promise<string[]>;
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
export type LoadNewsletter = () => Promise<{ findIssues: FindIssues }>;

/**
 * The paths of pages of a capability to export again, other than its public resources. `changed` has the ids of articles, and the
 * marks that the publication log has in place of one; null: everything may have changed.
 */
export type ChangedPages = (tx: Deps['db']['read'], changed: readonly string[] | null) => Promise<DatedPage[]>;
/** `changedAt`: for the sitemap. */
export type DatedPage = { path: string; changedAt: string };
export type LoadChangedPages = () => Promise<{ changedPages: ChangedPages }>;

/**
 * Prevents a copy of the data from doing again what the original may have done since. It runs in the transaction that writes the
 * copy. Returns a sentence for each thing that is held.
 */
export type HoldCopy = (
  deps: JournalDeps,
  tx: Deps['db']['read'],
  why: { actor: Actor; because: string },
) => Promise<string[]>;
export type LoadHoldCopy = () => Promise<{ holdCopy: HoldCopy }>;

/**
 * A page of the magazine with a Markdown form at `path` + `.md`; at `path` itself the header `Accept` chooses the form. It is cached,
 * listed in the footer, the sitemap and llms.txt, and exported.
 */
export type PublicPage = {
  path: string;
  title: string;
  summary: string;
  /** The list of the footer that has it, if not that of the magazine. */
  footer?: 'agents';
  /** The path of the page of another capability that lists show before this one. */
  after?: string;
};

/** An exported public resource that has one form only. */
export type PublicFile = {
  path: string;
  /** The media type, without its charset. */
  type: string;
  /** The link text in a list of the footer. */
  footer?: { list: 'magazine' | 'agents'; text: string };
};

/** Loads what a capability adds to the description of the API. */
export type LoadApiParts = () => Promise<{ apiParts: ApiParts }>;

/** A setting of the site that a capability adds. Chiefs change it with `plumbline settings` and on a page of the capability. */
export type DeclaredSetting = {
  name: string;
  label: string;
  /** Whether its text has several lines; on the command line `;` separates them. */
  hasLines?: true;
  /** The value in force, as people type it. */
  print: (publication: Publication) => string;
  /** Reads typed text, which is not empty. @throws validation_failed */
  read: (typed: string) => unknown;
};

/** A link in the navigation of the newsroom. */
export type NavigationLink = {
  path: string;
  text: string;
  /** Smaller numbers come first. */
  place: number;
  who: 'member' | 'editor' | 'chief';
  /** Where pages of another address belong to this link too. */
  below?: string;
  /** Whether people who only sell ads see it; they see no other link. */
  isForAdSales?: true;
};

/** Not the state of a site: `src/app.ts` writes it once, when it is loaded, and every site of the process has the same. */
let all: Declared | null = null;

/** A process that prints no page declares only what it reads. */
export function declare(declared: Partial<Declared>): void {
  all = Object.freeze({ ...NOTHING, ...declared });
}

const NOTHING: Declared = {
  pages: [],
  files: [],
  paths: [],
  navigation: [],
  readerForms: [],
  placements: [],
  settings: [],
  apiParts: [],
  journalActs: {},
  readerTools: [],
  methodSections: [],
  beforeExport: [],
  dataChecks: [],
  changedPages: [],
  copyHolds: [],
  fieldHints: [],
  newsletters: [],
};

/** The part of what is declared that can be sent to a thread which renders pages: data without functions. `readerForms`: as printed. */
export type SentDeclared = {
  pages: PublicPage[];
  files: PublicFile[];
  paths: readonly string[];
  readerForms: string[];
};

export function declaredToSend(publication: Publication): SentDeclared {
  const { pages, files, paths, readerForms } = declared();
  return {
    pages: pages.map(({ path, title, summary, footer }) => ({ path, title, summary, ...(footer && { footer }) })),
    files: files.map(({ path, type, footer }) => ({ path, type, ...(footer && { footer }) })),
    paths,
    readerForms: readerForms.map((print) => print(publication)),
  };
}

/** Declares in a thread what it was sent. */
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
