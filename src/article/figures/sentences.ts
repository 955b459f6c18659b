/** Where a sentence stands in its text, in UTF-16 units; blanks around it are not part of it. */
export type Span = { from: number; to: number };

/** A mark that may end a sentence, with what closes behind it; or an end of line. */
const END = /[.!?…]{1,8}["'”’»)\]*_]{0,6}(?=\s)|\n/g;

/** What a full stop behind it does not end a sentence; most only before a number or a small letter. */
const SHORT =
  /(?:^|[^\p{L}\p{N}])(?:approx|no|nos|fig|figs|sec|secs|eq|ref|refs|vol|ch|para|art|cl|app|rev|dwg|spec|p|pp|par|ca|c|cf|vs|e\.g|i\.e|etc|al|viz|incl|excl|avg|min|max|est|dia|temp|dept|mr|mrs|ms|dr|prof|st|mt|ft|in|sq|cu|lbs?|oz|hrs?|mins?|secs?|yds?|wk|wks|mo|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|inc|ltd|co|corp|jr|sr|gen|eng|u\.s|u\.k|a\.m|p\.m)$/iu;
/** After these it does not end one whatever follows. */
const TITLE = /(?:^|[^\p{L}])(?:mr|mrs|ms|dr|prof|st|approx|vs|cf|e\.g|i\.e|fig|figs|nos?|\p{Lu})$/iu;
const INITIAL = /(?:^|[^\p{L}\p{N}])\p{Lu}$/u;

/** Marks after which somebody else may have a turn. */
const TURN = 2000;

/** The sentences of a text in their order; each line holds its own. Time grows with the length of the text alone. */
export function sentencesOf(text: string): Span[] {
  const reading = sentencesInTurns(text);
  for (let step = reading.next(); ; step = reading.next()) if (step.done) return step.value;
}

/** The same, which yields every few milliseconds for whoever else wants a turn. */
export function* sentencesInTurns(text: string): Generator<undefined, Span[]> {
  const spans: Span[] = [];
  let from = 0;
  let ends = 0;
  for (const end of text.matchAll(END)) {
    if (++ends % TURN === 0) yield;
    const to = end.index + end[0].length;
    if (end[0] !== '\n' && !endsSentence(text, end.index, to)) continue;
    add(spans, text, from, to);
    from = to;
  }
  add(spans, text, from, text.length);
  return spans;
}

function endsSentence(text: string, at: number, to: number): boolean {
  const next = /\S/.exec(text.slice(to, to + 8))?.[0] ?? '';
  if (/\p{Ll}/u.test(next)) return false;
  if (text[at] !== '.' || text[at + 1] === '.') return true;
  const before = text.slice(Math.max(0, at - 12), at);
  if (INITIAL.test(before) && !/\p{L}{2}$/u.test(before)) return !/[\p{Lu}]/u.test(next);
  if (!SHORT.test(before)) return true;
  if (/[\p{N}$€£~<>≤≥≈±+(-]/u.test(next)) return false;
  return !TITLE.test(before);
}

function add(spans: Span[], text: string, from: number, to: number): void {
  let [first, last] = [from, to];
  while (first < last && isBlank(text.charCodeAt(first))) first++;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
  if (first < last) spans.push({ from: first, to: last });
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13 || unit === 160;
}
