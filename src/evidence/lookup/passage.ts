import type { Candidate } from './find-number.ts';

// Turns a candidate into parts of a settlement: the place, and the words around the number.

/** The place of a candidate, as the locator of a settlement. */
export function locatorOf({ placeInWords }: Pick<Candidate, 'placeInWords'>): string {
  return placeInWords === '' ? 'In the text' : placeInWords.charAt(0).toUpperCase() + placeInWords.slice(1);
}

/** The heads of the row and the column of a cell; empty for a sentence. */
export function headsOf({ row, column }: Candidate): string {
  return [row, column].filter((head) => head !== undefined).join(', ');
}

/** A candidate in the words of its source. */
export function tellCandidate(candidate: Candidate): { says: string; place: string; passage: string } {
  return { says: candidate.text, place: locatorOf(candidate), passage: quoteOf(candidate) };
}

/** Most characters of a passage that becomes the quote of a settlement. */
const LONGEST_QUOTE = 300;

/** The words of the passage around the number, as the quote that readers see. */
export function quoteOf(candidate: Candidate): string {
  const { passage, at, length } = candidate;
  const heads = headsOf(candidate);
  if (heads !== '') return `${heads}: ${passage}`.slice(0, LONGEST_QUOTE);
  if (passage.length <= LONGEST_QUOTE) return passage;
  const room = LONGEST_QUOTE - 4 - length;
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), passage.length - room - length));
  const cut = passage.slice(from, from + room + length);
  return `${from > 0 ? '… ' : ''}${from > 0 ? cut.replace(/^\S*\s/, '') : cut}`.replace(
    /\s\S*$/,
    from + room + length < passage.length ? ' …' : '$&',
  );
}
