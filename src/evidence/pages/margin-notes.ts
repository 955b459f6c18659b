import type { BodyBlock } from '#article/copy.ts';
import type { EvidenceFigure } from '#evidence/figures/evidence.ts';
import { formulaWords, openedWords, type SettledLine, signedWords } from '#evidence/settlement-labels.ts';
import { listItems } from '#html/inline.ts';

// Notes lie in the margin one below the other. In a float layout no text begins above the note before it, so notes that are much
// longer than their text would leave a gap in it. The heights are estimates for a window of about 1300 pixels.

/** Characters in a line of the text, and of a note. */
const TEXT_LINE = 65;
const NOTE_LINE = 36;
/** Pixels that a gap in the text may have, and by which the last note may be longer than the text. */
const SMALL_GAP = 24;
const TAIL = 160;
/** Pixels of a closed note, of a table of numbers without its rows, and of a row in the table and in its chart. */
const CLOSED = 60;
const TABLE = 90;
const TABLE_ROW = 78;

/** The blocks whose notes stay closed beside the text, so that they leave no gap in it. */
export function crowdedNotes(
  blocks: readonly BodyBlock[],
  linesOf: (block: BodyBlock) => readonly SettledLine[],
  /** The number of rows of each table that follows a block. */
  rowsAfter: (block: BodyBlock) => readonly number[],
): ReadonlySet<BodyBlock> {
  const crowded = new Set<BodyBlock>();
  const noted: { block: BodyBlock; top: number; bottom: number; height: number }[] = [];
  let end = 0;
  for (const block of blocks) {
    const top = end;
    end += textHeight(block);
    const lines = linesOf(block);
    if (lines.length > 0) noted.push({ block, top, bottom: end, height: noteHeight(lines) });
    for (const rows of rowsAfter(block)) end += TABLE + rows * TABLE_ROW;
  }
  let free = 0;
  for (const [at, { block, top, height }] of noted.entries()) {
    const start = Math.max(top, free);
    const limit = noted[at + 1] ? (noted[at + 1]?.bottom ?? 0) + SMALL_GAP : end + TAIL;
    const isCrowded = start + height > limit;
    if (isCrowded) crowded.add(block);
    free = start + (isCrowded ? Math.min(CLOSED, height) : height);
  }
  return crowded;
}

function textHeight({ type, text }: BodyBlock): number {
  if (type === 'heading') return 52 + linesIn(text, 48) * 36;
  if (type === 'subheading') return 37 + linesIn(text, TEXT_LINE) * 33;
  if (type === 'quote') return 66 + linesIn(text, 56) * 34;
  if (type === 'list') return 21 + listItems(text).items.reduce((sum, item) => sum + 8 + linesIn(item, 58) * 33, 0);
  return 21 + linesIn(text, TEXT_LINE) * 33;
}

function noteHeight(lines: readonly SettledLine[]): number {
  const heights = lines.map(({ text, how }) => 8 + linesIn(`${text}: ${words(how)}`, NOTE_LINE) * 20);
  return heights.reduce((sum, height) => sum + height, 12);
}

function linesIn(text: string, characters: number): number {
  return Math.max(1, Math.round(text.length / characters + 0.3));
}

function words(how: EvidenceFigure): string {
  switch (how.settlement) {
    case 'sourced':
      return `${how.source?.title ?? ''}${how.source?.archived ? ' (archived copy)' : ''}, ${how.locator ?? ''}${how.quote ? `: ${how.quote}  ` : ''} (${openedWords(how)})`;
    case 'computed':
      return formulaWords(how);
    case 'quoted':
      return `said by ${how.who}, ${how.when}`;
    default:
      return signedWords(how);
  }
}
