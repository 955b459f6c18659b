import { hash } from 'node:crypto';
import type { Field, FieldName } from './fields.ts';
import { type FigureClass, findInTurns, MOST_FIGURES } from './find-figures.ts';
import { type Span, sentencesInTurns } from './sentences.ts';

/** A figure where it stands in an article. */
export type PlacedFigure = {
  /** By which it is known as long as its block, its text and its sentence stay what they are. */
  anchor: string;
  field: FieldName;
  blockId: string | null;
  blockTurn: number | null;
  path: string;
  text: string;
  /** Which of the same text in its sentence, from 1: part of its anchor. */
  occurrence: number;
  /** Which of the same text in its whole field or block, from 1. */
  inBlock: number;
  /** Where it begins in its field's text, in UTF-16 units. */
  at: number;
  sentence: string;
  sentenceHash: string;
  looksLike: FigureClass;
};

/** Figures of an article in reading order; `hasMore` when there are more than were looked for. */
export type Placed = { figures: PlacedFigure[]; hasMore: boolean };

/** Figures after which somebody else may have a turn. */
const TURN = 500;

/** Finds and anchors every figure of these fields: moving a block keeps an anchor, changing its figure or sentence does not. */
export function placeFigures(fields: readonly Field[]): Placed {
  const placing = placeInTurns(fields);
  for (let step = placing.next(); ; step = placing.next()) if (step.done) return step.value;
}

/** The same, which yields every few milliseconds for whoever else wants a turn. */
export function* placeInTurns(fields: readonly Field[]): Generator<undefined, Placed> {
  const figures: PlacedFigure[] = [];
  for (const field of fields) {
    const found = yield* findInTurns(field.text);
    if (found.length > TURN) yield;
    if (found.length === 0) continue;
    const own = [field.name, field.blockId, field.blockTurn, ...(field.of === undefined ? [] : [field.of])];
    const owner = hash('sha256', JSON.stringify(own));
    const sentences = yield* sentencesInTurns(field.text);
    const seen = new Map<string, number>();
    let place = 0;
    let sentence = '';
    let sentenceHash = '';
    let hashed = -1;
    for (const { text, at, looksLike } of found) {
      if (figures.length % TURN === TURN - 1) yield;
      if (figures.length === MOST_FIGURES) return { figures, hasMore: true };
      while (place < sentences.length - 1 && (sentences[place] as Span).to <= at) place++;
      if (hashed !== place) {
        const { from, to } = sentences[place] ?? { from: 0, to: field.text.length };
        sentence = field.text.slice(from, to);
        sentenceHash = hash('sha256', sentence.replace(/\s+/g, ' '));
        hashed = place;
      }
      const occurrence = count(seen, `${sentenceHash} ${text}`);
      figures.push({
        anchor: hash('sha256', `${owner} ${sentenceHash} ${occurrence} ${text}`),
        field: field.name,
        blockId: field.blockId,
        blockTurn: field.blockTurn,
        path: field.path,
        text,
        occurrence,
        inBlock: count(seen, text),
        at,
        sentence,
        sentenceHash,
        looksLike,
      });
    }
    if (found.length === MOST_FIGURES) return { figures, hasMore: true };
  }
  return { figures, hasMore: false };
}

function count(seen: Map<string, number>, key: string): number {
  const turn = (seen.get(key) ?? 0) + 1;
  seen.set(key, turn);
  return turn;
}
