import { OPTIONAL_TEXTS } from '#article/article-fields.ts';
import { text } from '#core/text.ts';

/**
 * An editor's choice when the words of a live article change: a correction note for readers, or the reason for publishing
 * without a note.
 */
export type CorrectionChoice = { note: string } | { noneBecause: string };

/** A reason for the activity log. */
export const reason = text({ min: 1, max: 1000, lines: true });
const { min, max } = OPTIONAL_TEXTS.correctionNote;
/** A correction note, with the limits of the write payload. */
export const correctionNote = text({ min, max, lines: true });
