import { cleanText, type Script, toScriptCharacters } from '#article/clean-text.ts';
import type { FoundPicture } from '#exchange/import/import-item.ts';
import type { TextRun } from '#html/spans.ts';

// What is collected while the HTML of a body is read: lines of text with their marks, and what could not become text.

/** A line of the body, which becomes a block or an item of a list. */
export type BodyLine = {
  type: 'paragraph' | 'heading' | 'subheading' | 'quote' | 'item';
  runs: TextRun[];
  /** The list of an item: adjacent items with the same number are one list; `depth` is 1 in a list that is in no other. */
  list: number;
  depth: number;
  /** The number of an item in a numbered list. */
  number: number | null;
};
/** What could not become text, the number of the line where it was, and the picture that it was. */
export type LostElement = { kind: string; address: string; line: number; words?: string; picture?: FoundPicture };
/** A link with its address in the source, and the address that it has here; null where it became plain words. */
export type LinkInText = { address: string; target: string | null; words: string };

/** A table whose cells are short words: it follows the line before `line`. The first row is its head, and each row has as many cells. */
export type FoundTable = { line: number; caption: string; rows: string[][] };

/** The most runs of one line: a line with more loses its marks. */
const MOST_RUNS = 2000;
const LONGEST_ADDRESS = 2000;
/** Characters of lost words that a report quotes. */
const LONGEST_QUOTE = 1000;

export type Collected = {
  lines: BodyLine[];
  lost: LostElement[];
  changed: Map<string, number>;
  pictures: FoundPicture[];
  links: LinkInText[];
  tables: FoundTable[];
};

export function startCollecting(): Collected {
  return { lines: [], lost: [], changed: new Map(), pictures: [], links: [], tables: [] };
}

export function countChange({ changed }: Collected, kind: string): void {
  changed.set(kind, (changed.get(kind) ?? 0) + 1);
}

/** `words`: its words that readers saw, without its address. */
export function addLost(
  { lost, lines }: Collected,
  kind: string,
  address: string,
  { words = '', picture }: { words?: string; picture?: FoundPicture } = {},
): void {
  const quoted = squeeze(words).slice(0, LONGEST_QUOTE);
  lost.push({
    kind,
    address: squeeze(address).slice(0, LONGEST_ADDRESS),
    line: lines.length,
    ...(quoted !== '' && { words: quoted.toWellFormed() }),
    ...(picture && { picture }),
  });
}

function squeeze(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

export type LineMarks = { em: number; strong: number; code: number; scripts: Script[]; links: (string | null)[] };

/** Text with the open marks as a run. */
export function addText(runs: TextRun[], given: string, marks: LineMarks, collected: Collected): void {
  let text = cleanText(given).replace(/[ \t\n]+/g, ' ');
  if (text === '') return;
  countUnread(collected, text);
  const script = marks.scripts.at(-1);
  if (script) {
    const shown = toScriptCharacters(text, script);
    if (shown.isPlain) countChange(collected, 'raised or lowered text');
    text = shown.text;
  }
  const last = runs.at(-1);
  const run = runWith(text, marks);
  if (last && isAlike(last, run)) last.text += text;
  else if (last && runs.length >= MOST_RUNS) {
    runs.splice(0, runs.length, { text: runs.map((part) => part.text).join('') + text });
  } else runs.push(run);
}

/** Counts the signs that a program put in the place of letters that it could not read. */
function countUnread(collected: Collected, text: string): void {
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) countChange(collected, UNREAD);
}

/** What a report calls such a sign. */
export const UNREAD = 'sign that could not be read';

function runWith(text: string, { em, strong, code, links }: LineMarks): TextRun {
  const link = links.at(-1);
  const run: TextRun = { text };
  if (em > 0) run.em = true;
  if (strong > 0) run.strong = true;
  if (code > 0) run.code = true;
  if (link) run.link = link;
  return run;
}

function isAlike(run: TextRun, other: TextRun): boolean {
  return run.em === other.em && run.strong === other.strong && run.code === other.code && run.link === other.link;
}

export function isBlank(runs: readonly TextRun[]): boolean {
  return runs.every(({ text }) => text.trim() === '');
}

export function wordsOf(runs: readonly TextRun[]): string {
  return runs
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
