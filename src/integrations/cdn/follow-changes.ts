import { setTimeout as sleep } from 'node:timers/promises';
import type { Purger } from '#config/cdn-config.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import { changedNames, type ListLinking, SITE_TAG, tagOf } from '#http/cache/tags.ts';
import type { Deps } from '#runtime/deps.ts';
import { lastSeq, type PublicationLine, readPublicationLines } from '#runtime/follow-log.ts';
import { nameOf, type Purge, PurgeRefused, sendPurge } from './purge-requests.ts';
import { type PurgeState, readPurgeState, replacePurgeState, START } from './purge-state.ts';

// Purges a cache in front of the server after each publication: follows the publication log with a pointer in the database, so
// that nothing is lost at a restart, and one of several processes sends each purge.

/** Milliseconds between two purges: what is published meanwhile is purged together. */
const EVERY = 1000;
/** Milliseconds between a line of the log and its purge: pages that were rendered without it have arrived at the cache by then. */
const ARRIVED = 200;
/** Milliseconds after the first purge of a line until the second: a page rendered before the publication can arrive after the first. */
const SECOND_AFTER = 10_000;
/** Milliseconds that a process has for a purge before another one may send it. */
const LEASE = 60_000;
/** Milliseconds between two looks at the log while nothing is published. */
const LOOK_EVERY = 50;
/** The longest pause after a refused purge, in milliseconds. The pause doubles. */
const LONGEST_PAUSE = 60_000;
/** More lines at once are not read: everything is purged. */
const MOST_LINES = 1000;

type Log = Record<'info' | 'warn' | 'error', (fields: Record<string, unknown>, message: string) => void>;

export type Purging = {
  name: string;
  /** Purges sent and refused, and the lines of the log that wait for their first purge. */
  counts: { sent: number; refused: number; waiting: number };
  stop: () => Promise<void>;
};

type Options = {
  listLinking: ListLinking;
  /** The paths of what changed, for a cache that knows no tags. */
  listPaths: (lines: readonly PublicationLine[] | 'all') => Promise<string[]>;
  /** The host of the site. */
  host: string;
  log: Log;
  secondAfter?: number;
};

/** Purges one cache until it is stopped. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the counts and the rounds of one cache
export function startPurging(
  deps: Deps,
  purger: Purger,
  { listLinking, listPaths, host, log, secondAfter = SECOND_AFTER }: Options,
): Purging {
  const name = nameOf(purger);
  const counts = { sent: 0, refused: 0, waiting: 0 };
  /** The lines that this process knows to be purged once, and when their second purge is due. */
  let rounds: { upTo: number; dueAt: number }[] = [];
  let failures = 0;
  let isStopped = false;
  let woken = Promise.withResolvers<void>();
  const stopped = new AbortController();
  const stopWatching = deps.db.watch(() => woken.resolve());
  const running = run();

  async function run(): Promise<void> {
    while (!isStopped) {
      woken = Promise.withResolvers();
      const { next, pause } = await look().catch(afterError);
      await Promise.race([woken.promise, next === null ? woken.promise : rest(next)]);
      await rest(pause);
    }
  }

  function rest(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { ref: false, signal: stopped.signal }).catch(() => {});
  }

  /** Sends what is due. Returns the milliseconds until more is due without a commit, and those before the next look. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one round from its lease to its note: where it fails decides what is tried again
  async function look(): Promise<{ next: number | null; pause: number }> {
    const known = await readPurgeState(deps.db.read, name);
    const state = known ?? START;
    const last = await lastSeq(deps.db, 'publication_log');
    counts.waiting = last - Math.max(state.first, 0);
    const round = dueRound(state);
    if (state.first >= last && round === null) return { next: untilDue(), pause: LOOK_EVERY };
    const now = deps.clock();
    if (state.until > now) return { next: Math.min(state.until - now, EVERY), pause: LOOK_EVERY };
    const taken: PurgeState = { ...state, until: now + LEASE };
    if (!(await replacePurgeState(deps, name, known, taken))) return { next: 0, pause: LOOK_EVERY };
    const upTo = Math.max(state.first, last);
    await rest(ARRIVED);
    let lines: PublicationLine[] | 'all' = [];
    try {
      lines = await linesOf(state, round, last);
      if (lines.length > 0) await sendPurge(purger, await purgeOf(lines), host);
    } catch (error) {
      await replacePurgeState(deps, name, taken, known ?? START);
      throw error;
    }
    const second = round ?? state.second;
    await replacePurgeState(deps, name, taken, { first: upTo, second, until: 0 });
    if (upTo > state.first) rounds.push({ upTo, dueAt: performance.now() + secondAfter });
    rounds = rounds.filter((planned) => planned.upTo > second);
    if (lines.length > 0) counts.sent++;
    counts.waiting = 0;
    if (failures > 0) log.info({ cache: name }, 'the cache in front of the server is purged again');
    failures = 0;
    return { next: 0, pause: EVERY };
  }

  /** The last line whose second purge is due; null when none is. Another process may have sent its first. */
  function dueRound({ first, second }: PurgeState): number | null {
    rounds = rounds.filter(({ upTo }) => upTo > second);
    if (first > Math.max(second, rounds.at(-1)?.upTo ?? second))
      rounds.push({ upTo: first, dueAt: performance.now() + secondAfter });
    return rounds.findLast(({ dueAt }) => dueAt <= performance.now())?.upTo ?? null;
  }

  function untilDue(): number | null {
    const [next] = rounds;
    return next ? Math.max(0, next.dueAt - performance.now()) : null;
  }

  async function linesOf(
    { first, second }: PurgeState,
    round: number | null,
    last: number,
  ): Promise<PublicationLine[] | 'all'> {
    const ranges: [number, number][] = [
      [first, last],
      ...(round === null ? [] : [[second, round] as [number, number]]),
    ];
    const lines: PublicationLine[] = [];
    for (const [after, upTo] of ranges) {
      if (after < 0 || upTo - after > MOST_LINES) return 'all';
      const publicationLines = upTo > after ? await readPublicationLines(deps.db, after) : [];
      // An import ends with one line for all the articles that it published silently.
      lines.push(...publicationLines.filter(({ seq, isSilent }) => seq <= upTo && !isSilent));
    }
    return lines;
  }

  async function purgeOf(lines: PublicationLine[] | 'all'): Promise<Purge> {
    if (purger.kind === 'urls') return { tags: [], paths: await listPaths(lines) };
    const names = await changedNames(deps, lines, listLinking);
    return { tags: names === 'all' ? [SITE_TAG] : names.map(tagOf), paths: [] };
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each kind of failure, which decides log and pause
  function afterError(error: unknown): { next: number; pause: number } {
    const pause = Math.min(EVERY * 2 ** failures, LONGEST_PAUSE);
    if (isDbError(error) || !deps.db.isAvailable()) return { next: 0, pause: EVERY };
    const isKnown = error instanceof PurgeRefused;
    counts.refused++;
    if (failures++ === 0 || !isKnown)
      log[isKnown ? 'warn' : 'error'](
        { cache: name, error: isKnown ? error.message : error instanceof Error ? error.stack : String(error) },
        isKnown ? REFUSED : 'purging a cache in front of the server failed, which is a defect; it is tried again',
      );
    return { next: 0, pause: Math.max(pause, isKnown ? Math.min(error.retryAfter, 300) * 1000 : 0) };
  }

  return {
    name,
    counts,
    stop: async () => {
      isStopped = true;
      stopped.abort();
      stopWatching();
      woken.resolve();
      await running;
    },
  };
}

const REFUSED =
  'the cache in front of the server could not be purged; it is tried again, and until then its readers can get pages from before the last publication for up to CDN_MAX_AGE. Check the PURGE_ settings of this cache, and that this machine reaches it';
