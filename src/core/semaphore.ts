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
  return new Failure('busy', 'The server is processing too many pictures at once.', {
    hint: 'Send it again in a few seconds.',
    retryAfter: 10,
  });
}
