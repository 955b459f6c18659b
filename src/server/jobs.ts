import { addInsertionOrderSecret, WITH_INSERTION_ORDER_LINK } from '#ads/orders/accept-insertion-order.ts';
import { readAttachment } from '#ads/orders/attachments.ts';
import { addOrderLink } from '#ads/orders/order-links.ts';
import { sendDueReminders } from '#ads/orders/reminders.ts';
import type { FetchPage } from '#ads/runs/check-pages.ts';
import { takeScreenshots } from '#ads/runs/screenshots.ts';
import { chromiumScreenshots } from '#ads/runs/take-screenshot.ts';
import { updateRuns } from '#ads/runs/update-runs.ts';
import { readMailboxSometimes } from '#brief/bounces/read-mailbox.ts';
import { deleteOldBounces } from '#brief/bounces/record-bounce.ts';
import { checkDnsSometimes } from '#brief/domain/check-dns.ts';
import { hasDkimKey } from '#brief/domain/dkim-key.ts';
import { askImported } from '#brief/subscribers/ask-imported.ts';
import { deleteOldCounts } from '#brief/subscribers/email-limits.ts';
import { WITH_SUBSCRIBER_LINK } from '#brief/subscribers/emails.ts';
import { deleteUnconfirmed } from '#brief/subscribers/erase.ts';
import { addLinkSecret } from '#brief/subscribers/links.ts';
import type { Config } from '#config/config.ts';
import { isAway, isDbError, reasonOf } from '#db/connection/db-errors.ts';
import { COUNT_FOR, countMissingGates } from '#editorial/gate/gate-count.ts';
import { endFrontPageDays } from '#editorial/publish/front-page.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { eraseBinned } from '#editorial/write/bin.ts';
import { indexDrafts } from '#editorial/write/index-drafts.ts';
import { indexLive } from '#editorial/write/index-live.ts';
import { watchSources } from '#evidence/sources/watch-sources.ts';
import type { Log } from '#http/context.ts';
import { workOnImports } from '#import/import-job.ts';
import { addSecret } from '#people/emails.ts';
import { indexQuotes } from '#quote/index-quotes.ts';
import { makeRecords } from '#records/make-records.ts';
import { recordOf } from '#records/pages/record-json.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { journalEnd } from '#runtime/journal.ts';
import type { Email } from '#runtime/mail/outbox.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { createClockWatch } from './clock-watch.ts';

/**
 * A job that every serving process runs every few seconds. Many processes, on many machines, run the same job at once: each
 * piece of work is claimed in the database, by a conditional update, in the transaction that does it.
 */
export type BackgroundJob = {
  name: string;
  run: (deps: Deps, config: Config, log: Log, ask: FetchPage, signal: AbortSignal) => Promise<void>;
};

/** Looks what waits for people after each entry of the journal, and every ten minutes for what the time of day changes. */
function emailNewTurns(): BackgroundJob['run'] {
  let looked = '';
  return async (deps, { mail, publication }) => {
    const state = `${await lastSeq(deps.db, 'journal')} ${now(deps).slice(0, 15)}`;
    if (!mail || state === looked) return;
    await emailTurns(deps, publication);
    looked = state;
  };
}

/** Logs the end of the journal at the start and once a day; `check --journal-at` compares the journal with it. */
function noteJournalEnd(): BackgroundJob['run'] {
  let loggedDay = '';
  return async (deps, _config, log) => {
    const day = now(deps).slice(0, 10);
    if (day === loggedDay) return;
    const end = await journalEnd(deps.db.read);
    loggedDay = day;
    if (end)
      log.info({ journal: end }, 'the journal ends here; keep this line to check later that no entry was removed');
  };
}

/** Adds the secrets of its links to an email, by the parts of the service that made the links. */
export async function completeEmail(deps: Deps, waiting: Email): Promise<string | null> {
  const email = { ...waiting, text: await addOrderLink(deps, waiting) };
  if (email.about === WITH_INSERTION_ORDER_LINK) return addInsertionOrderSecret(deps, email);
  return WITH_SUBSCRIBER_LINK.includes(email.about) ? addLinkSecret(deps, email) : addSecret(deps, email);
}

/** All background jobs. */
export const JOBS: readonly BackgroundJob[] = [
  { name: 'send mail', run: (deps, config, log) => sendMail(deps, config, log, completeEmail, readAttachment) },
  {
    name: 'update subscribers',
    run: async (deps, { mail, publication }) => {
      if (mail) await askImported(deps, publication);
      await deleteUnconfirmed(deps);
      await deleteOldCounts(deps);
      await deleteOldBounces(deps);
    },
  },
  {
    name: 'check the mail domain',
    run: async (deps, { mail, mailDomain }) => {
      if (mail && (await hasDkimKey(deps.db.read))) await checkDnsSometimes(deps, mailDomain);
    },
  },
  {
    name: 'read reports about deliveries',
    run: async (deps, { bounces, brief }, log) => {
      if (bounces.mailbox === null || brief.bounceHost === null) return;
      const trouble = await readMailboxSometimes(deps, bounces.mailbox, brief.bounceHost);
      if (trouble) log.warn({ error: trouble }, 'reports about deliveries could not be read; tried again in 5 minutes');
    },
  },
  {
    name: 'run schedules',
    run: (deps, config) => runSchedules(deps, config.publication.baseUrl),
  },
  { name: 'end days on the front page', run: (deps, config) => endFrontPageDays(deps, config.publication.timeZone) },
  { name: 'email turns', run: emailNewTurns() },
  { name: 'erase binned drafts', run: eraseBinned },
  { name: 'index drafts', run: (deps) => indexDrafts(deps) },
  {
    name: 'index live articles',
    run: (deps, _config, log) =>
      indexLive(deps, (left) =>
        log.info({ left }, 'the search index is being rebuilt; these articles are not in it yet'),
      ),
  },
  { name: 'sign records', run: (deps, { publication }) => makeRecords(deps, (facts) => recordOf(publication, facts)) },
  {
    name: 'index quotes',
    run: (deps, _config, log) =>
      indexQuotes(deps, Number.POSITIVE_INFINITY, (line) =>
        log.info({ line }, 'the index of the quote check is being built; it has the publications up to this line'),
      ),
  },
  { name: 'import articles', run: (deps, config, log, _ask, signal) => workOnImports(deps, config, log, signal) },
  { name: 'count gates', run: (deps) => countMissingGates(deps, COUNT_FOR) },
  { name: 'log the journal end', run: noteJournalEnd() },
  {
    name: 'watch sources',
    run: async (deps, { sourceWatch, publication }) => {
      if (sourceWatch === 'daily') await watchSources(deps, { baseUrl: publication.baseUrl });
    },
  },
  {
    name: 'remind advertisers',
    run: async (deps, { mail, publication, reminderDays }) => {
      if (mail) await sendDueReminders(deps, publication, reminderDays);
    },
  },
  { name: 'update ad runs', run: (deps, config, _log, ask) => updateRuns(deps, config.publication, ask) },
  {
    name: 'take ad screenshots',
    run: async (deps, { chromium, publication }) => {
      if (chromium !== null) await takeScreenshots(deps, chromiumScreenshots(chromium, publication.baseUrl));
    },
  },
];

/**
 * Runs each job now and every `config.jobsSeconds`, never twice at once and not while the clock is not plausible; `ask` requests
 * our own pages. Returns the function that stops them.
 */
export function startJobs(
  deps: Deps,
  config: Config,
  log: Log,
  ask: FetchPage,
  jobs: readonly BackgroundJob[] = JOBS,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const isPlausible = createClockWatch(deps.clock, (message) => log.error({}, message));
  const stops = jobs.map((job) => repeat(deps, config, log, ask, { ...job, signal: stopping.signal, isPlausible }));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** For a job that nobody stops early. */
const NEVER = new AbortController().signal;

/** Runs a job once. An error is logged and stops neither the other jobs nor the next run. */
export async function runJob(
  deps: Deps,
  config: Config,
  log: Log,
  ask: FetchPage,
  { name, run, signal = NEVER }: BackgroundJob & { signal?: AbortSignal },
): Promise<void> {
  if (!deps.db.isAvailable()) return;
  try {
    await run(deps, config, log, ask, signal);
  } catch (error) {
    if (isAway(error)) return;
    const again = `it runs again in ${config.jobsSeconds} s`;
    if (isDbError(error)) return log.warn({ job: name, error: reasonOf(error) }, `a job had to wait; ${again}`);
    const stack = error instanceof Error ? error.stack : String(error);
    log.error({ job: name, error: stack }, `a job failed, which is a defect; ${again}; report it if it goes on`);
  }
}

type StoppableJob = BackgroundJob & { signal: AbortSignal; isPlausible: () => boolean };

function repeat(deps: Deps, config: Config, log: Log, ask: FetchPage, job: StoppableJob): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let running = runOnce();

  async function runOnce(): Promise<void> {
    if (job.isPlausible()) await runJob(deps, config, log, ask, job);
    if (isOver) return;
    timer = setTimeout(() => {
      running = runOnce();
    }, config.jobsSeconds * 1000);
    timer.unref();
  }

  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
  };
}
