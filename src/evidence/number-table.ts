import type { BodyBlock } from '#article/copy.ts';
import { figureOfRow, type NumberTable, readNumberTable } from '#article/number-table.ts';
import type { Evidence, EvidenceFigure } from '#evidence/figures/evidence.ts';
import { blocksWithText, foldSpace, listItems, plainText } from '#html/inline.ts';

/** A table of numbers as readers see it: each row has a settled number of the article. */
export type ShownTable = {
  title: string;
  rows: { label: string; figure: EvidenceFigure }[];
  /** The block that it follows; null in an article without text. */
  after: BodyBlock | null;
};

/** The table of an article; null if it has none, or if none of its numbers is settled in the text. */
export function shownTable(
  written: string | null,
  blocks: readonly BodyBlock[],
  evidence: Evidence | null,
): ShownTable | null {
  const table = written === null ? null : readNumberTable(written);
  if (table === null || typeof table === 'string' || !evidence) return null;
  const settled = evidence.figures.filter(({ settlement }) => settlement !== null && settlement !== 'exempt');
  const rows = table.rows.flatMap(({ label, value }) => {
    const figure = figureOfRow(value, settled);
    return figure ? [{ label, figure }] : [];
  });
  const [first] = rows;
  return first ? { title: table.title, rows, after: placeOf(table, first.figure, blocks) } : null;
}

function placeOf({ after }: NumberTable, first: EvidenceFigure, blocks: readonly BodyBlock[]): BodyBlock | null {
  const printed = blocksWithText([...blocks]);
  const named = after === null ? undefined : blockThatBegins(after, printed);
  const stating = printed.findLast(({ id }) => id === first.block);
  return named ?? stating ?? printed.at(-1) ?? null;
}

/** The first block that begins with these words. */
export function blockThatBegins(words: string, printed: readonly BodyBlock[]): BodyBlock | undefined {
  return printed.find((block) => fold(wordsOf(block)).startsWith(fold(words)));
}

/** The words of a block without its marks. */
function wordsOf({ type, text }: BodyBlock): string {
  return plainText(type === 'list' ? (listItems(text).items[0] ?? '') : text);
}

function fold(words: string): string {
  return foldSpace(words).trim().toLowerCase();
}
