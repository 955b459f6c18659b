import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure.ts';

// What a hostile file could bring down is done in a process of its own, one for each file, which ends with it.

/** What one piece of work may take: bytes of memory, and milliseconds of a processor. */
export type Bounds = { memory: number; time: number };

export const BOUNDS: Bounds = { memory: 512 * 1024 * 1024, time: 10_000 };
/** Where many want the processors at once, so many times as long by the clock. */
const PATIENCE = 3;

/** What such a process is told. */
export type ChildJob<Job> = Bounds & { job: Job };

/**
 * Does a job in the process whose file is `child` (see `answerApart`). Null when it ended without a word: over one of its
 * bounds, or brought down.
 */
export function runInChild<Job, Done>(child: URL, job: Job, { memory, time }: Bounds = BOUNDS): Promise<Done | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Done | null>();
  const worker = fork(fileURLToPath(child), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: 'ignore',
  });
  const late = setTimeout(() => worker.kill('SIGKILL'), time * PATIENCE);
  worker.on('message', (done) => resolve(done as Done));
  worker.on('error', reject);
  worker.on('close', () => {
    clearTimeout(late);
    resolve(null);
  });
  worker.send({ job, memory, time } satisfies ChildJob<Job>, (error) => error && worker.kill('SIGKILL'));
  return promise;
}

/** A few places to work at: `acquire` waits for one and returns how to leave it. */
export type Semaphore = { acquire: () => Promise<() => void> };

/** @throws busy from `acquire`, when `atOnce` are at work and `mostWaiting` wait already */
export function createSemaphore(atOnce: number, mostWaiting: number): Semaphore {
  let working = 0;
  const waiting: (() => void)[] = [];
  return {
    acquire: async () => {
      if (working >= atOnce) {
        if (waiting.length >= mostWaiting) throw tooMany();
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        working++;
      }
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const next = waiting.shift();
        if (next) next();
        else working--;
      };
    },
  };
}

function tooMany(): Failure {
  return new Failure('busy', 'Too many pictures are being made ready at once.', {
    hint: 'Send it again in a few seconds.',
    retryAfter: 10,
  });
}
