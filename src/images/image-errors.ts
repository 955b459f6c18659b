import { Failure, type FailureKind } from '../core/failure.ts';

/** What a file is refused for, where its form tells: a word that programs can go by. */
export type Flaw = 'type' | 'animated' | 'trailing-data' | 'damaged' | 'colour-space';

/** Why a file is no picture of ours: what is wrong with it, and what to send instead. */
export function imageError(
  message: string,
  hint: string,
  kind: FailureKind = 'validation_failed',
  flaw?: Flaw,
): Failure {
  return new Failure(kind, message, { hint, ...(flaw && { more: { flaw } }) });
}

/** Refuses a file of which the end is missing. */
export function truncatedImage(): Failure {
  return imageError(
    'The file is cut short: its end is missing.',
    'Send it again, or export it anew.',
    undefined,
    'damaged',
  );
}

/** Refuses a file with something behind its picture. */
export function trailingData(): Failure {
  return imageError(
    'Something follows the end of the picture in this file.',
    'Export it as a plain picture, without motion, depth or a second picture in it.',
    undefined,
    'trailing-data',
  );
}

/** Most parts that a picture file may have: each costs time to read, however small it is. */
const MOST_PARTS = 10_000;

/** Refuses a file of very many parts, while they are counted. @throws validation_failed */
export function requireFewParts(count: number): void {
  if (count <= MOST_PARTS) return;
  throw imageError(
    `The file has more than ${MOST_PARTS.toLocaleString('en-US')} parts.`,
    'Export it again as a plain picture.',
    undefined,
    'damaged',
  );
}

/** Refuses a file whose parts are not where they have to be. */
export function malformedImage(form: string): Failure {
  return imageError(`The file begins as a ${form} and then is none.`, 'Export it anew.', undefined, 'damaged');
}
