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
 * Parses enclosed text; its numbers take their lines from `lines`, in order. A number that cannot be a part alone, inside a link or across
 * the end of an emphasis, stays text, and an empty part after it has its line.
 */
export function readMarked(enclosed: string, lines: Iterator<number>): MarkedInline[] {
  const plain = readInline(enclosed.replace(EITHER, ''));
  const parts = readInline(enclosed);
  const taken = [...enclosed.matchAll(new RegExp(BEGIN, 'g'))].map(() => lines.next().value as number);
  if (!isDeepStrictEqual(parts.map(bare), plain)) return [...plain, ...taken.map(behind)];
  const order = taken.values();
  let isInLink = false;
  const waiting: MarkedInline[] = [];
  return parts.flatMap((part): MarkedInline[] => {
    if ('mark' in part && part.mark === 'link') {
      isInLink = part.kind === 'open';
      return isInLink ? [part] : [part, ...waiting.splice(0)];
    }
    if (!('text' in part)) return [part];
    const isWhole = part.kind === 'text' && !isInLink;
    const read = split(part.text, order, isWhole).map(
      (piece): MarkedInline => ('line' in piece ? piece : { kind: part.kind, text: piece.text }),
    );
    if (!isInLink) return read;
    waiting.push(...read.filter(({ kind }) => kind === 'figure'));
    return read.filter(({ kind }) => kind !== 'figure');
  });
}

function behind(line: number): MarkedInline {
  return { kind: 'figure', text: '', line };
}

type Piece = { text: string } | (MarkedInline & { kind: 'figure' });

/** The pieces of a text. With `isWhole`, each number is a piece where possible; otherwise an empty piece follows each number. */
function split(text: string, order: Iterator<number>, isWhole: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const [, begin, words = ''] of text.matchAll(/(\ue000)?([^\ue000\ue001]*)/g)) {
    const line = begin ? (order.next().value as number) : null;
    if (line !== null && isWhole && text.includes(`${BEGIN}${words}${END}`)) {
      pieces.push({ kind: 'figure', text: words, line });
      continue;
    }
    if (words !== '') pieces.push({ text: words });
    if (line !== null) pieces.push({ kind: 'figure', text: '', line });
  }
  return joined(pieces);
}

function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last && !('line' in last) && !('line' in piece)) all.splice(-1, 1, { text: last.text + piece.text });
    else all.push(piece);
  }
  return all;
}

function bare(part: Inline): Inline {
  return 'text' in part ? { ...part, text: part.text.replace(EITHER, '') } : part;
}
