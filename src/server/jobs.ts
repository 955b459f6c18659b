import { addSecret } from '../accounts/emails.ts';
import type { FetchPage } from '../ads/runs/check-pages.ts';
import { takeScreenshots } from '../ads/runs/screenshots.ts';
import { chromiumScreenshots } from '../ads/runs/take-screenshot.ts';
import { updateRuns } from '../ads/runs/update-runs.ts';
import { countMissingGates } from '../article/gate/gate-count.ts';
import { runSchedules } from '../article/publish/run-schedules.ts';
import { watchSources } from '../article/sources/watch-sources.ts';
import type { Config } from '../config.ts';
import { isAway, isDbError, reasonOf } from '../db/connection/db-errors.ts';
import type { Log } from '../http/kit/context.ts';
import { sendMail } from '../mail/send-mail.ts';
import { type Deps, now } from '../runtime/deps.ts';
import { journalEnd } from '../runtime/journal.ts';

/**
 * Something looked after every few seconds, in every process that serves. Many processes, on many machines, go the same
 * round at once: what is done once is claimed in the database, by a conditional update, in the transaction that does it.
 */
export type BackgroundJob = {
  name: string;
  go: (deps: Deps, config: Config, log: Log, ask: FetchPage) => Promise<void>;
};

/** Writes where the journal ends to the log, at the start and once a day: `check --journal-at` holds the journal against it. */
function noteJournalEnd(): BackgroundJob['go'] {
  let noted = '';
  return async (deps, _config, log) => {
    const day = now(deps).slice(0, 10);
    if (day === noted) return;
    const end = await journalEnd(deps.db.read);
    noted = day;
    if (end) log.info({ journal: end }, 'the journal ends here; keep this line to see later that nothing was cut off');
  };
}

/** Every round of the house. */
export const JOBS: readonly BackgroundJob[] = [
  { name: 'send mail', go: (deps, config, log) => sendMail(deps, config, log, addSecret) },
  {
    name: 'keep schedules',
    go: (deps, config) => runSchedules(deps, config.publication.baseUrl),
  },
  { name: 'look at gates', go: countMissingGates },
  { name: 'note where the journal ends', go: noteJournalEnd() },
  {
    name: 'watch sources',
    go: async (deps, { sourceWatch, publication }) => {
      if (sourceWatch === 'daily') await watchSources(deps, { baseUrl: publication.baseUrl });
    },
  },
  { name: 'keep runs of ads', go: (deps, config, _log, ask) => updateRuns(deps, config.publication, ask) },
  {
    name: 'photograph ads',
    go: async (deps, { chromium, publication }) => {
      if (chromium !== null) await takeScreenshots(deps, chromiumScreenshots(chromium, publication.baseUrl));
    },
  },
];

/** Goes each round now and every `config.jobsSeconds` from then on, none twice at once; `ask` asks our own pages. Returns how to end. */
export function startJobs(
  deps: Deps,
  config: Config,
  log: Log,
  ask: FetchPage,
  rounds: readonly BackgroundJob[] = JOBS,
): { stop: () => Promise<void> } {
  const stops = rounds.map((round) => keepGoing(deps, config, log, ask, round));
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** Goes one round; whatever comes of it, the others and the next one go on. */
export async function runJob(
  deps: Deps,
  config: Config,
  log: Log,
  ask: FetchPage,
  { name, go }: BackgroundJob,
): Promise<void> {
  if (!deps.db.isAvailable()) return;
  try {
    await go(deps, config, log, ask);
  } catch (error) {
    if (isAway(error)) return;
    const again = `it is tried again in ${config.jobsSeconds} s`;
    if (isDbError(error)) return log.warn({ round: name, error: reasonOf(error) }, `a round had to wait; ${again}`);
    const told = error instanceof Error ? error.stack : String(error);
    log.error({ round: name, error: told }, `a round failed, which is a defect; ${again}; report it if it goes on`);
  }
}

function keepGoing(deps: Deps, config: Config, log: Log, ask: FetchPage, round: BackgroundJob): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let going = goOnce();

  async function goOnce(): Promise<void> {
    await runJob(deps, config, log, ask, round);
    if (isOver) return;
    timer = setTimeout(() => {
      going = goOnce();
    }, config.jobsSeconds * 1000);
    timer.unref();
  }

  return async () => {
    isOver = true;
    clearTimeout(timer);
    await going;
  };
}
