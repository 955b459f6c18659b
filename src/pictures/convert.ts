import { CHILD_LIMITS, type ChildLimits, runInChild } from '../core/child-process.ts';
import type { Failure } from '../core/failure.ts';
import { createSemaphore } from '../core/semaphore.ts';
import { refusePicture } from '../images/image-errors.ts';
import type { Converted, Done, Job } from './renditions.ts';

const CHILD = new URL('./convert-child.ts', import.meta.url);

/** Pictures converted at once, and how many more may wait for their turn. */
const bench = createSemaphore(2, 6);

/**
 * Takes a place among the few that upload at a time, before the file is read, so that the files held in memory are few too.
 * Returns how to leave it.
 * @throws busy
 */
export const acquire = bench.acquire;

/**
 * Makes the renditions of a picture in a process of its own, which ends with it.
 * @throws unsupported_media_type, payload_too_large, validation_failed with what is wrong with the file
 */
export async function convert(file: Uint8Array, bounds: ChildLimits = CHILD_LIMITS): Promise<Converted> {
  const done = await runInChild<Job, Done>(CHILD, { file }, bounds);
  if (!done) throw tooMuch();
  if ('converted' in done) return done.converted;
  throw refusePicture(done.refused.message, done.refused.hint, done.refused.kind);
}

/** What is told of a child that ended without a word: over one of its bounds, or brought down by the file. */
function tooMuch(): Failure {
  return refusePicture(
    'The picture took more time or memory than one may, so it was given up.',
    'Export it smaller, as a plain JPEG or PNG.',
  );
}
