import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does long work step by step; between two steps whoever else waits for this process has a turn. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await nextTurn();
  }
}
