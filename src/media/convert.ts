import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '../ground/failure.ts';
import type { Bounds, Converted, Done, Job } from './convert-words.ts';
import { refusePicture } from './refuse-picture.ts';

export const BOUNDS: Bounds = { memory: 512 * 1024 * 1024, time: 10_000 };
/** Where many want the processors at once, so many times as long by the clock. */
const PATIENCE = 3;

/** Pictures converted at once, and how many more may wait for their turn. */
const AT_ONCE = 2;
const MOST_WAITING = 6;

const CHILD = fileURLToPath(new URL('./convert-child.ts', import.meta.url));

let working = 0;
const waiting: (() => void)[] = [];

/**
 * Takes a place among the few that upload at a time, before the file is read, so that the files held in memory are few too.
 * Returns how to leave it.
 * @throws busy
 */
export async function takeTurn(): Promise<() => void> {
  if (working >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw tooMany();
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
}

function tooMany(): Failure {
  return new Failure('busy', 'Too many pictures are being made ready at once.', {
    hint: 'Send it again in a few seconds.',
    retryAfter: 10,
  });
}

/**
 * Makes the renditions of a picture in a process of its own, which ends with it.
 * @throws unsupported_media_type, payload_too_large, validation_failed with what is wrong with the file
 */
export function convert(file: Uint8Array, { memory, time }: Bounds = BOUNDS): Promise<Converted> {
  const { promise, resolve, reject } = Promise.withResolvers<Converted>();
  const child = fork(CHILD, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: 'ignore',
  });
  const late = setTimeout(() => child.kill('SIGKILL'), time * PATIENCE);
  child.on('message', (done: Done) => {
    if ('converted' in done) resolve(done.converted);
    else reject(refusePicture(done.refused.message, done.refused.hint, done.refused.kind));
  });
  child.on('error', reject);
  child.on('close', () => {
    clearTimeout(late);
    reject(tooMuch());
  });
  child.send({ file, memory, time } satisfies Job, (error) => error && child.kill('SIGKILL'));
  return promise;
}

/** What is told of a child that ended without a word: over one of its bounds, or brought down by the file. */
function tooMuch(): Failure {
  return refusePicture(
    'The picture took more time or memory than one may, so it was given up.',
    'Export it smaller, as a plain JPEG or PNG.',
  );
}
