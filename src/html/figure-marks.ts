import { isDeepStrictEqual } from 'node:util';
import type { BodyBlock } from '#article/copy.ts';
import { type Inline, readInline } from './inline.ts';

// Finds settled numbers in inline Markdown. Two private-use characters enclose each number before the Markdown is parsed,
// so that the number is found again between the marks of emphasis and links.

const BEGIN = '\ue000';
const END = '\ue001';
const EITHER = /[\ue000\ue001]/g;

/** A number that the evidence names: its anchor, and its position in a field of the article. */
type AnchoredFigure = {
  anchor: string;
  field: string;
  block: string | null;
  blockTurn: number | null;
  at: number;
  text: string;
};

/** A number in a text: its position in UTF-16 units, and the line that settles it. */
export type FigureMark = { at: number; text: string; line: number };
/** Inline text with settled numbers as separate parts. */
export type MarkedInline = Inline | { kind: 'figure'; text: string; line: number };

/** The settled numbers of each block. */
export function marksOf(
  blocks: readonly BodyBlock[],
  figures: readonly AnchoredFigure[],
  lineOf: ReadonlyMap<string, number>,
): Map<BodyBlock, FigureMark[]> {
  const owners = new Map<string, BodyBlock>();
  const turns = new Map<string, number>();
  for (const block of blocks) {
    const turn = (turns.get(block.id) ?? 0) + 1;
    turns.set(block.id, turn);
    owners.set(`${turn} ${block.id}`, block);
  }
  const marks = new Map<BodyBlock, FigureMark[]>();
  for (const { anchor, field, block: id, blockTurn, at, text } of figures) {
    const line = lineOf.get(anchor);
    const owner = owners.get(`${blockTurn} ${id}`);
    if (line === undefined || field !== 'body' || !owner || owner.text.slice(at, at + text.length) !== text) continue;
    const own = marks.get(owner);
    if (own) own.push({ at, text, line });
    else marks.set(owner, [{ at, text, line }]);
  }
  return marks;
}

/** Encloses the numbers of a text and returns their lines in order. Text that already has such characters stays unchanged. */
export function enclose(text: string, marks: readonly FigureMark[]): { text: string; lines: number[] } {
  if (text.search(EITHER) !== -1) return { text, lines: [] };
  const parts: string[] = [];
  const lines: number[] = [];
  let from = 0;
  for (const { at, text: figure, line } of marks.toSorted((mark, other) => mark.at - other.at)) {
    if (at < from) continue;
    parts.push(text.slice(from, at), BEGIN, figure, END);
    lines.push(line);
    from = at + figure.length;
  }
  return { text: parts.join('') + text.slice(from), lines };
}

/**
 * Parses enclosed text; its numbers take their lines from `lines`, in order. A number inside a link or code, or across the
 * end of an emphasis, stays plain text; so do all numbers if enclosing them changes how the text is parsed.
 */
export function readMarked(enclosed: string, lines: Iterator<number>): MarkedInline[] {
  const plain = readInline(enclosed.replace(EITHER, ''));
  const parts = readInline(enclosed);
  const taken = [...enclosed.matchAll(new RegExp(BEGIN, 'g'))].map(() => lines.next().value as number);
  if (!isDeepStrictEqual(parts.map(bare), plain)) return plain;
  const order = taken.values();
  let depth = 0;
  return parts.flatMap((part): MarkedInline[] => {
    if ('mark' in part && part.mark === 'link') depth += part.kind === 'open' ? 1 : -1;
    if (!('text' in part)) return [part];
    return split(part.text, order, part.kind === 'text' && depth === 0).map((piece) =>
      piece.line === null
        ? { kind: part.kind, text: piece.text }
        : { kind: 'figure', text: piece.text, line: piece.line },
    );
  });
}

type Piece = { text: string; line: number | null };

function split(text: string, order: Iterator<number>, mayMark: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const [, begin, words = ''] of text.matchAll(/(\ue000)?([^\ue000\ue001]*)/g)) {
    const line = begin ? (order.next().value as number) : null;
    pieces.push({
      text: words,
      line: mayMark && line !== null && text.includes(`${BEGIN}${words}${END}`) ? line : null,
    });
  }
  return joined(pieces.filter((piece) => piece.text !== ''));
}

function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last && last.line === null && piece.line === null)
      all.splice(-1, 1, { text: last.text + piece.text, line: null });
    else all.push(piece);
  }
  return all;
}

function bare(part: Inline): Inline {
  return 'text' in part ? { ...part, text: part.text.replace(EITHER, '') } : part;
}
