import type { BodyBlock } from '#article/copy.ts';
import type { SettledLine } from '#evidence/settlement-labels.ts';
import { listItems } from '#html/inline.ts';
import { hintOf, type Note, notesFrom, wordsBeside } from './notes.ts';

// A passage is some blocks of the text with the notes on their numbers beside them. A passage ends at a heading, and before the next
// block with notes if its own notes are not longer than its text, so that notes do not push the text apart. The heights are estimates
// in pixels for a window of about 1280 pixels.

export type Passage = { blocks: BodyBlock[]; notes: Note[] };

/** Characters in a line of the text, and of a note. */
const TEXT_LINE = 64;
const NOTE_LINE = 34;
/** Pixels by which notes may be longer than their text, and the last ones. */
const SMALL_GAP = 60;
const TAIL = 120;
const ROW = 20;
const AROUND = 36;

type Growing = { blocks: BodyBlock[]; lines: SettledLine[]; height: number };

/** Divides the text into passages. `linesOf` has the lines of numbers that a block states first; `heightAfter` is the height after it. */
export function passagesOf(
  blocks: readonly BodyBlock[],
  linesOf: (block: BodyBlock) => readonly SettledLine[],
  heightAfter: (block: BodyBlock) => number,
): Passage[] {
  const passages: Growing[] = [];
  for (const block of blocks) {
    const last = passages.at(-1);
    const lines = linesOf(block);
    const joins =
      last !== undefined &&
      !isHeading(block) &&
      !isHeading(last.blocks.at(-1)) &&
      (lines.length === 0 || (last.lines.length > 0 && heightOf(notesFrom(last.lines)) > last.height));
    const passage = joins ? last : { blocks: [], lines: [], height: 0 };
    if (!joins) passages.push(passage);
    passage.blocks.push(block);
    passage.lines.push(...lines);
    passage.height += textHeight(block) + heightAfter(block);
  }
  return passages.map(({ blocks: own, lines, height }, at) => {
    const room = height + (at === passages.length - 1 ? TAIL : SMALL_GAP);
    return { blocks: own, notes: fitted(notesFrom(lines), room) };
  });
}

/** If notes do not fit, the longest ones show only their source and their numbers. */
function fitted(notes: readonly Note[], room: number): Note[] {
  const short = new Set<Note>();
  const heightNow = () =>
    notes.reduce((sum, note) => sum + (short.has(note) ? shortHeight(note) : heightOf([note])), 0);
  for (const note of notes.toSorted((note, other) => heightOf([other]) - heightOf([note]))) {
    if (heightNow() <= room) break;
    if (shortHeight(note) < heightOf([note])) short.add(note);
  }
  return notes.map((note) => ({ ...note, isShort: short.has(note) }));
}

function shortHeight({ title, lines }: Note): number {
  return AROUND + ROW * (rowsOf(title) + rowsOf(lines.map(({ text }) => text).join('   ')));
}

function isHeading(block: BodyBlock | undefined): boolean {
  return block?.type === 'heading' || block?.type === 'subheading';
}

function textHeight({ type, text }: BodyBlock): number {
  if (type === 'list') return 21 + listItems(text).items.reduce((sum, item) => sum + 8 + linesIn(item, 58) * 32, 0);
  if (type === 'quote') return 66 + linesIn(text, 56) * 34;
  return 21 + linesIn(text, TEXT_LINE) * 32;
}

function heightOf(notes: readonly Note[]): number {
  return notes.reduce((sum, note) => sum + AROUND + ROW * rowsIn(note), 0);
}

function rowsIn(note: Note): number {
  const { title, place, lines } = note;
  const alone = lines.filter((line) => wordsBeside(note, line) === '').map(({ text }) => text);
  const pairs = lines.filter((line) => wordsBeside(note, line) !== '');
  const whole = [title, place, hintOf(note), alone.join(', ')].reduce((rows, words) => rows + rowsOf(words), 0);
  return pairs.reduce((rows, line) => {
    const room = Math.max(9, NOTE_LINE - line.text.length - 2);
    return rows + 0.25 + linesIn(wordsBeside(note, line), room);
  }, whole);
}

function rowsOf(words: string): number {
  return words === '' ? 0 : linesIn(words, NOTE_LINE);
}

function linesIn(text: string, characters: number): number {
  return Math.max(1, Math.ceil(text.length / characters));
}
