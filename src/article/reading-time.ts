/** Words that people read in a minute, silently, in English (Brysbaert 2019). */
const WORDS_A_MINUTE = 238;

/** The time that people need for a text of so many words, in whole minutes; at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

/** The number of words of some texts. */
export function wordsIn(texts: readonly { text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
