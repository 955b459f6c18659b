import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { Failure } from './failure.ts';

/** Limits how many tasks run at once. `acquire` waits for a place and returns the function that releases it. */
export type Semaphore = { acquire: () => Promise<() => void> };

/** @throws Failure `busy` from `acquire`, when `atOnce` tasks run and `mostWaiting` already wait */
export function createSemaphore(atOnce: number, mostWaiting: number): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    acquire: async () => {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw tooMany();
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running++;
      }
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        const next = waiting.shift();
        if (next) next();
        else running--;
      };
    },
  };
}

function tooMany(): Failure {
  return new Failure('busy', 'The server is busy with other work of this kind.', {
    hint: 'Send it again in a few seconds.',
    retryAfter: 10,
  });
}

/** Runs a generator step by step and lets other work of the process run between two steps. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Runs the same to its end without a pause: for short work. */
export function inOneTurn<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/**
 * Waits after `worked` milliseconds of work in the background: as long as the work took, and nine times as long while the process has
 * other work, so that it gets nine tenths of the processor.
 */
export async function rest(worked: number): Promise<void> {
  const before = performance.eventLoopUtilization();
  await wait(worked);
  if (performance.eventLoopUtilization(before).utilization > OTHER_WORK) await wait(8 * worked);
}

/** The share of a pause in which the process works for somebody else. */
const OTHER_WORK = 0.05;
