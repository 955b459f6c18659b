import { Failure, type FailureKind } from '#core/failure.ts';
import { groupDigits } from '#core/group-digits.ts';

/** A fault in the structure of a file, as a code. */
export type Flaw = 'type' | 'animated' | 'damaged' | 'colour-space';

/** The error for a file that is not accepted: the fault, and what to send instead. */
export function imageError(
  message: string,
  hint: string,
  kind: FailureKind = 'validation_failed',
  flaw?: Flaw,
): Failure {
  return new Failure(kind, message, { hint, ...(flaw && { more: { flaw } }) });
}

/** The error for a file whose end is missing. */
export function truncatedImage(): Failure {
  return imageError(
    'The file is cut short: its end is missing.',
    'Send it again, or export it again.',
    undefined,
    'damaged',
  );
}

/** The most parts in a file: each costs time to read, however small it is. */
const MOST_PARTS = 10_000;

/** Call it with the running count of parts. @throws validation_failed above the limit */
export function requireFewParts(count: number): void {
  if (count <= MOST_PARTS) return;
  throw imageError(
    `The file has more than ${groupDigits(MOST_PARTS)} parts.`,
    'Export it again as a plain picture.',
    undefined,
    'damaged',
  );
}

/** The error for a file whose parts are in the wrong places. */
export function malformedImage(form: string): Failure {
  return imageError(
    `The file starts as a ${form}, but is not a valid ${form}.`,
    'Export it again.',
    undefined,
    'damaged',
  );
}
