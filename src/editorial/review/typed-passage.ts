import { findPassage } from './comment-threads.ts';

// People select the words of a comment in the rendered text. The comment stores them as they were typed, with their marks.

/** Invisible parts: marks, the address of a link, the mark of a list item. White space differs between both texts. */
const UNSEEN = /\]\(https:[^\s()]{0,2000}\)|^[^\S\n]{0,20}(?:[-*]|\d{1,9}\.)[^\S\n]|[*_`\\[\s]/gm;

/** The n-th occurrence of a passage as it was typed, and which occurrence of that this is; null where there are fewer. */
export function passageAsTyped(
  text: string,
  passage: string,
  occurrence: number,
): { passage: string; occurrence: number } | null {
  const { letters, places } = lettersOf(text);
  const wanted = lettersOf(passage).letters;
  const at = wanted === '' ? -1 : findPassage(letters, wanted, occurrence);
  if (at === -1) return null;
  const from = places[at] ?? 0;
  const typed = text.slice(from, (places[at + wanted.length - 1] ?? 0) + 1);
  return { passage: typed, occurrence: countUntil(text, typed, from) };
}

/** The characters that readers see, without white space, and the place of each in the text. */
function lettersOf(text: string): { letters: string; places: number[] } {
  const places: number[] = [];
  const parts: string[] = [];
  let at = 0;
  const keep = (to: number) => {
    parts.push(text.slice(at, to));
    for (; at < to; at++) places.push(at);
  };
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    keep(index);
    at = index + unseen.length;
  }
  keep(text.length);
  return { letters: parts.join(''), places };
}

function countUntil(text: string, passage: string, index: number): number {
  let n = 1;
  for (let at = text.indexOf(passage); at !== -1 && at < index; at = text.indexOf(passage, at + 1)) n++;
  return n;
}
