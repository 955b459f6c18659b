import type { BodyBlock } from '#article/copy.ts';
import { type Exhibit, exhibitsIn } from '#article/exhibits.ts';
import type { Evidence } from '#evidence/figures/evidence.ts';
import { blockThatBegins } from '#evidence/number-table.ts';
import { blocksWithText } from '#html/inline.ts';

/** An exhibit in its article. Readers see it as "Fig. 2". */
export type PlacedExhibit = Exhibit & { number: number };

/** The exhibits by the block that they follow, numbered in reading order. An exhibit whose block is not found follows the last block. */
export function placeExhibits(written: string | null, blocks: readonly BodyBlock[]): Map<BodyBlock, PlacedExhibit[]> {
  const placed = new Map<BodyBlock, PlacedExhibit[]>();
  const exhibits = exhibitsIn(written);
  if (exhibits.length === 0) return placed;
  const printed = blocksWithText([...blocks]);
  const byBlock = Map.groupBy(exhibits, ({ after }) => placeOf(after, printed) ?? printed.at(-1));
  let number = 0;
  for (const block of printed) {
    const own = byBlock.get(block)?.map((exhibit) => ({ ...exhibit, number: ++number }));
    if (own) placed.set(block, own);
  }
  return placed;
}

/** The same in one list, each with the block that it follows. */
export function exhibitsInOrder(
  written: string | null,
  blocks: readonly BodyBlock[],
): { exhibit: PlacedExhibit; after: BodyBlock }[] {
  return [...placeExhibits(written, blocks)].flatMap(([after, own]) => own.map((exhibit) => ({ exhibit, after })));
}

/** The block that a line `after:` names. The line has the id of the block, or the first words of the block. Undefined if no block fits. */
export function placeOf(after: string | null, printed: readonly BodyBlock[]): BodyBlock | undefined {
  if (after === null) return undefined;
  return printed.find(({ id }) => id === after) ?? blockThatBegins(after, printed);
}

/** The lines that settle the numbers of the exhibits, by the positions of these numbers in the text. */
export function exhibitMarks(
  { figures }: Pick<Evidence, 'figures'>,
  lineOf: ReadonlyMap<string, number>,
): ReadonlyMap<number, { text: string; line: number }> {
  return new Map(
    figures.flatMap(({ field, anchor, at, text }) => {
      const line = field === 'exhibits' ? lineOf.get(anchor) : undefined;
      return line === undefined ? [] : [[at, { text, line }] as const];
    }),
  );
}

/** The words of an exhibit in parts; each settled number has its line. */
export function markedWords(
  { text, at }: { text: string; at: number },
  marks: ReadonlyMap<number, { text: string; line: number }>,
): { text: string; line: number | null }[] {
  const parts: { text: string; line: number | null }[] = [];
  let from = 0;
  for (let begins = 0; begins < text.length; begins++) {
    const mark = marks.get(at + begins);
    if (!mark || begins < from || !text.startsWith(mark.text, begins)) continue;
    if (begins > from) parts.push({ text: text.slice(from, begins), line: null });
    parts.push(mark);
    from = begins + mark.text.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), line: null });
  return parts;
}
