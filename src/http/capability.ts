import type { Reseal } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import type { StoredTable } from '#db/schema/stored-table.ts';
import type { UpgradeBackup } from '#db/schema/upgrade.ts';
import type { Log } from '#http/context.ts';
import type {
  DeclaredSetting,
  FieldHints,
  LoadApiParts,
  LoadCheckData,
  LoadDatedPages,
  LoadDayLines,
  LoadFinder,
  LoadHoldCopy,
  LoadMethodSections,
  LoadNameSubjects,
  LoadNewsletter,
  LoadWaiting,
  NavigationEntry,
} from '#http/declared.ts';
import type { BudgetSizes } from '#http/limits.ts';
import type { Placements } from '#http/placements.ts';
import type { ReaderTool } from '#http/reader-tool.ts';
import type { PublicResources, Route } from '#http/route.ts';
import type { Config, Publication } from '#runtime/config/config.ts';
import type { Environment } from '#runtime/config/env.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Email } from '#runtime/mail/outbox.ts';
import type { Attachment } from '#runtime/mail/send-mail.ts';
import type { MetricFamilies, Series } from '#runtime/metric-families.ts';

// The declarations of a capability. `src/app.ts` lists the capabilities; routes, commands, jobs and emails are derived from the list.

/** One capability, declared once in its folder. Only the name is required. Code that is needed later is imported later. */
export type Capability = {
  /** The name of its folder in src. */
  name: string;
  /** Its public resources: pages in two forms, and files. Footer, sitemap, llms.txt and the export have them. */
  publicResources?: PublicResources;
  /** Its pages and acts in the newsroom. */
  navigation?: readonly NavigationEntry[];
  /** The items that wait for a person of the newsroom: for Today, and for the counts in the side bar. */
  waiting?: LoadWaiting;
  /** The events of a day, for Today. */
  dayLines?: LoadDayLines;
  /** Finds its things for the search of the newsroom. */
  finder?: LoadFinder;
  /** Its other addresses. Of two routes of one capability that match the same address, the first one answers. */
  routes?: readonly Route[];
  /** Prints the HTML of a form for readers, at the end of the home page, of sections and of articles. */
  readerForm?: (publication: Publication) => string;
  /** The settings of the site that it adds. */
  settings?: () => Promise<{ settings: readonly DeclaredSetting[] }>;
  /** Its parts of pages for readers: ads, and the sponsor of an issue. */
  placements?: () => Promise<Placements>;
  /** Its tools of the MCP server for readers. */
  readerTools?: readonly ReaderTool[];
  /** Its sections of the page that says how numbers are settled. */
  methodSections?: LoadMethodSections;
  /** Its rate limits. */
  budgets?: BudgetSizes;
  /** Its tables, for backups; the definitions are in `src/db/schema`. */
  tables?: readonly StoredTable[];
  /** The metrics that its background jobs read. */
  metrics?: MetricFamilies;
  /** Checks its own tables when a backup or a database is checked. */
  checkData?: LoadCheckData;
  /** Its pages that no page of `publicResources` names: for the sitemap. */
  datedPages?: LoadDatedPages;
  /** The issues of its newsletter, whose days the ad desk sells. */
  newsletter?: LoadNewsletter;
  /** Stops acts that copied or restored data would repeat. */
  holdCopy?: LoadHoldCopy;
  /** Makes a backup of the database at an address before a start of this release changes its tables. */
  backUpBeforeUpgrade?: BackUpBeforeUpgrade;
  /** Hints for the errors of a payload, by its fields. */
  fieldHints?: FieldHints;
  /** Its commands for `plumbline`, in the order of the help. */
  commands?: readonly Command[];
  /** Its background jobs, loaded a second after the start of a server. */
  jobs?: () => Promise<{ createJobs: CreateJobs }>;
  /** Its part of the description of the API. */
  openApi?: LoadApiParts;
  /** The acts that it writes into the journal, in words. */
  journalActs?: Readonly<Record<string, string>>;
  /** Names the objects of its acts, for the pages of the journal. */
  nameSubjects?: LoadNameSubjects;
  /** Its kinds of email, and the parts that it adds to emails in the outbox at the moment they are sent. */
  emails?: () => Promise<EmailParts>;
  /** Its secrets in the database, and its key that signs documents; `signs` is the name of that key for `keys rotate`. */
  keys?: { signs?: string; load: () => Promise<KeyPart> };
  /** Checks this capability at the start. @throws Error that says what is wrong */
  checkStart?: (publication: Publication) => void;
};

export type CreateJobs = (deps: Deps, host: JobHost) => readonly BackgroundJob[];

/**
 * A job that every serving process runs every few seconds. Many processes, on many machines, run the same job at once: each
 * piece of work is claimed in the database, by a conditional update, in the transaction that does it.
 */
export type BackgroundJob = {
  name: string;
  run: (signal: AbortSignal) => Promise<void>;
  /** After a restore it does not run until a chief releases it: it emails people, starts something or erases something. */
  waitsAfterRestore?: true;
  /** Starts no new work, and waits for running work; called when the process stops, before open requests have ended. */
  stop?: () => Promise<void> | void;
  /** The metrics of the job in this process. */
  read?: () => Series | Promise<Series>;
};

/** A command of `plumbline`: its name, its arguments, and its function. */
export type Command = {
  words: string;
  takes: string;
  does: string;
  run: RunCommand;
};

/** `loadService` is for the few commands that need every address. */
type RunCommand = (args: string[], environment: Environment, loadService: () => Promise<Service>) => Promise<void>;

/** The function of this name, from a file that is loaded when the command runs: loading all takes longer than most commands. */
export function lazyCommand<Name extends string>(
  load: () => Promise<Record<Name, RunCommand>>,
  name: Name,
): RunCommand {
  return async (args, environment, loadService) => (await load())[name](args, environment, loadService);
}

/** The data of the whole service that commands can load. */
export type Service = {
  /** Whether a path belongs to a route other than those of sections and articles. */
  isRoute: (path: string) => boolean;
};

/** The parts of a server process that its background jobs get. */
export type JobHost = {
  config: Config;
  log: Log;
};

/** `folder` null: no backup is made. The result is null, too, when there is nothing to back up. @throws Error when no backup can be made */
type BackUpBeforeUpgrade = (
  url: string,
  options: { folder: string | null; now: () => string; say: (message: string) => void },
) => (lastMigration: string) => Promise<UpgradeBackup | null>;

/** The functions of `plumbline keys` for the secrets and the keys of a capability. */
export type KeyPart = {
  /** Encrypts all its secrets in the database again: `keys rotate site` replaces the key that encrypts. */
  reseal: (tx: Tx, reseal: Reseal) => Promise<void>;
  /** Prints its keys that sign. */
  listKeys?: (tx: Tx) => Promise<void>;
  /** Replaces its key that signs. */
  rotateKey?: (args: string[], environment: Environment) => Promise<void>;
};

/** `emailKinds`: every kind of email that it puts into the outbox. */
export type EmailParts = {
  emailKinds: readonly string[];
  completeEmail?: CompleteEmail;
  readAttachment?: ReadAttachment;
};

/** Adds the secrets of links to the text of the capability's emails. Null when the email must not be sent. */
export type CompleteEmail = (deps: Deps, email: Email) => Promise<string | null>;

/** The file of an attachment, by its name in the outbox; null for a file of another capability. */
export type ReadAttachment = (deps: Deps, name: string) => Promise<Attachment | null>;
