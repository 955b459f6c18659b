import { addSecret } from '../accounts/emails.ts';
import type { AskPage } from '../ads/runs/check-pages.ts';
import { shootRuns } from '../ads/runs/screenshots.ts';
import { takeShots } from '../ads/runs/take-screenshot.ts';
import { keepRuns } from '../ads/runs/update-runs.ts';
import { lookAtUnseenGates } from '../article/gate/gate-count.ts';
import { keepSchedules } from '../article/publish/run-schedules.ts';
import { watchSources } from '../article/sources/watch-sources.ts';
import type { Config } from '../config.ts';
import { isAway, isTrouble, reasonOf } from '../db/connection/db-errors.ts';
import type { Log } from '../http/kit/context.ts';
import { sendMail } from '../mail/send-mail.ts';
import { now, type Press } from '../runtime/deps.ts';
import { journalEnd } from '../runtime/journal.ts';

/**
 * Something looked after every few seconds, in every process that serves. Many processes, on many machines, go the same
 * round at once: what is done once is claimed in the database, by a conditional update, in the transaction that does it.
 */
export type Round = { name: string; go: (press: Press, config: Config, log: Log, ask: AskPage) => Promise<void> };

/** Writes where the journal ends to the log, at the start and once a day: `check --journal-at` holds the journal against it. */
function noteJournalEnd(): Round['go'] {
  let noted = '';
  return async (press, _config, log) => {
    const day = now(press).slice(0, 10);
    if (day === noted) return;
    const end = await journalEnd(press.db.read);
    noted = day;
    if (end) log.info({ journal: end }, 'the journal ends here; keep this line to see later that nothing was cut off');
  };
}

/** Every round of the house. */
export const ROUNDS: readonly Round[] = [
  { name: 'send mail', go: (press, config, log) => sendMail(press, config, log, addSecret) },
  {
    name: 'keep schedules',
    go: (press, config) => keepSchedules(press, config.publication.baseUrl),
  },
  { name: 'look at gates', go: lookAtUnseenGates },
  { name: 'note where the journal ends', go: noteJournalEnd() },
  {
    name: 'watch sources',
    go: async (press, { sourceWatch, publication }) => {
      if (sourceWatch === 'daily') await watchSources(press, { baseUrl: publication.baseUrl });
    },
  },
  { name: 'keep runs of ads', go: (press, config, _log, ask) => keepRuns(press, config.publication, ask) },
  {
    name: 'photograph ads',
    go: async (press, { chromium, publication }) => {
      if (chromium !== null) await shootRuns(press, takeShots(chromium, publication.baseUrl));
    },
  },
];

/** Goes each round now and every `config.roundsSeconds` from then on, none twice at once; `ask` asks our own pages. Returns how to end. */
export function startRounds(
  press: Press,
  config: Config,
  log: Log,
  ask: AskPage,
  rounds: readonly Round[] = ROUNDS,
): { stop: () => Promise<void> } {
  const stops = rounds.map((round) => keepGoing(press, config, log, ask, round));
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** Goes one round; whatever comes of it, the others and the next one go on. */
export async function goRound(
  press: Press,
  config: Config,
  log: Log,
  ask: AskPage,
  { name, go }: Round,
): Promise<void> {
  if (!press.db.isHere()) return;
  try {
    await go(press, config, log, ask);
  } catch (error) {
    if (isAway(error)) return;
    const again = `it is tried again in ${config.roundsSeconds} s`;
    if (isTrouble(error)) return log.warn({ round: name, error: reasonOf(error) }, `a round had to wait; ${again}`);
    const told = error instanceof Error ? error.stack : String(error);
    log.error({ round: name, error: told }, `a round failed, which is a defect; ${again}; report it if it goes on`);
  }
}

function keepGoing(press: Press, config: Config, log: Log, ask: AskPage, round: Round): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let going = goOnce();

  async function goOnce(): Promise<void> {
    await goRound(press, config, log, ask, round);
    if (isOver) return;
    timer = setTimeout(() => {
      going = goOnce();
    }, config.roundsSeconds * 1000);
    timer.unref();
  }

  return async () => {
    isOver = true;
    clearTimeout(timer);
    await going;
  };
}
