import { CAPABILITIES } from '#app.ts';
import { isAway, isDbError, reasonOf } from '#db/connection/db-errors.ts';
import type { BackgroundJob, CreateJobs } from '#http/capability.ts';
import type { Log } from '#http/context.ts';
import type { Config } from '#runtime/config/config.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { readWait } from '#runtime/jobs/restored.ts';
import { journalEnd } from '#runtime/journal.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { createClockWatch } from './clock-watch.ts';
import { completeEmail, readAttachment } from './emails.ts';

/** Loads all background jobs: those of the capabilities, and two of the service itself. */
export async function loadJobs(): Promise<CreateJobs> {
  const loaded = await Promise.all(CAPABILITIES.flatMap(({ jobs }) => (jobs ? [jobs()] : [])));
  return (deps, host) => [
    {
      name: 'send mail',
      run: () => sendMail(deps, host.config, host.log, { complete: completeEmail, attach: readAttachment }),
    },
    { name: 'log the journal end', run: noteJournalEnd(deps, host.log) },
    ...loaded.flatMap(({ createJobs }) => createJobs(deps, host)),
  ];
}

/** Logs the end of the journal at the start and once a day; `check --journal-at` compares the journal with it. */
function noteJournalEnd(deps: Deps, log: Log): BackgroundJob['run'] {
  let loggedDay = '';
  return async () => {
    const day = now(deps).slice(0, 10);
    if (day === loggedDay) return;
    const end = await journalEnd(deps.db.read);
    loggedDay = day;
    if (end)
      log.info({ journal: end }, 'the journal ends here; keep this line to check later that no entry was removed');
  };
}

/**
 * Runs each job now and every `config.jobsSeconds`, never twice at once and not while the clock is not plausible.
 * Returns the function that stops them.
 */
export function startJobs(
  deps: Deps,
  config: Config,
  log: Log,
  jobs: readonly BackgroundJob[],
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const isPlausible = createClockWatch(deps.clock, (message) => log.error({}, message));
  const stops = jobs.map((job) => repeat(deps, config, log, { ...job, signal: stopping.signal, isPlausible }));
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
  { name, run, waitsAfterRestore, signal = NEVER }: BackgroundJob & { signal?: AbortSignal },
): Promise<void> {
  if (!deps.db.isAvailable()) return;
  try {
    if (waitsAfterRestore && (await readWait(deps.db.read)) !== null) return;
    await run(signal);
  } catch (error) {
    if (isAway(error)) return;
    const again = `it runs again in ${config.jobsSeconds} s`;
    if (isDbError(error)) return log.warn({ job: name, error: reasonOf(error) }, `a job had to wait; ${again}`);
    const stack = error instanceof Error ? error.stack : String(error);
    log.error({ job: name, error: stack }, `a job failed, which is a defect; ${again}; report it if it happens again`);
  }
}

type StoppableJob = BackgroundJob & { signal: AbortSignal; isPlausible: () => boolean };

function repeat(deps: Deps, config: Config, log: Log, job: StoppableJob): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let running = runOnce();

  async function runOnce(): Promise<void> {
    if (job.isPlausible()) await runJob(deps, config, log, job);
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
