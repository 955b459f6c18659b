import { diffArrays } from 'diff';

/** Who saved a revision: somebody, a program, or several where too many revisions lie between. */
export type Hand = { revision: number; by: string; kind: string };

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string; hand: Hand | null };

/** How one text went through the revisions that are compared. */
export type Lane = {
  before: string;
  text: string;
  words: Word[];
  /** Who took away the words of `before`, by their places in it. */
  gone: Map<number, Hand>;
  changedBy: Hand | null;
};
/** `origin` is the word's place in the text before, -1 for one that came later by `hand`. */
type Word = { word: string; hand: Hand | null; origin: number };

/** Compares two lists of words; null where they have too little in common for what comparing may still cost. */
export type Differ = (before: readonly string[], after: readonly string[]) => LaneRun[] | null;
export type LaneRun = { kind: Piece['kind']; words: string[] };

/** What all comparisons of a page may cost together, in steps of about a tenth of a microsecond. */
const MOST_STEPS = 1_300_000;
/** Longest way between two texts that is looked for, in words taken away and put in. */
const LONGEST_WAY = 800;

/** A differ whose cost is bounded over all it is asked: beyond it, texts count as wholly rewritten. */
export function openDiffer(): Differ {
  const known = new Map<string, LaneRun[] | null>();
  let steps = MOST_STEPS;
  return (before, after) => {
    const key = `${before.join('')}\0${after.join('')}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const maxEditLength = Math.min(LONGEST_WAY, Math.floor(Math.sqrt(steps)));
    const changes = diffArrays([...before], [...after], { maxEditLength });
    const runs = changes?.map(
      ({ added, removed, value }): LaneRun => ({ kind: added ? 'added' : removed ? 'removed' : 'same', words: value }),
    );
    const way = (runs ?? []).reduce((sum, run) => sum + (run.kind === 'same' ? 0 : run.words.length), 0);
    steps -= runs ? way ** 2 : maxEditLength ** 2;
    known.set(key, runs ?? null);
    return runs ?? null;
  };
}

/** How much has to have stayed, beside the less of what came and what went, for two texts to be shown word in word. */
const LEAST_SAME = 0.5;
/** Longer texts, in UTF-16 units, are compared by lines. */
const LONGEST_BY_WORDS = 60_000;

/** A text's words, spaces and marks one after another; joined they are the text. What does not show belongs to its word. */
export function wordsIn(text: string): string[] {
  if (text.length > LONGEST_BY_WORDS) return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  return text.match(/[\p{L}\p{M}\p{N}\p{Cf}_]+|\s+|./gsu) ?? [];
}

export function openLane(text: string): Lane {
  const words = wordsIn(text).map((word, origin): Word => ({ word, hand: null, origin }));
  return { before: text, text, words, gone: new Map(), changedBy: null };
}

/** The text as a hand left it. */
export function writeLane(lane: Lane, text: string, hand: Hand, differ: Differ): void {
  if (text === lane.text) return;
  const next = wordsIn(text);
  const before = lane.words.map(({ word }) => word);
  const runs = differ(before, next) ?? [whole('removed', before), whole('added', next)];
  const words: Word[] = [];
  let at = 0;
  for (const run of runs) {
    for (const word of run.words) {
      if (run.kind === 'added') words.push({ word, hand, origin: -1 });
      else {
        const kept = lane.words[at++] ?? { word, hand, origin: -1 };
        if (run.kind === 'same') words.push(kept);
        else if (kept.origin !== -1) lane.gone.set(kept.origin, hand);
      }
    }
  }
  Object.assign(lane, { text, words, changedBy: hand });
}

/** What differs between a lane's first text and its last, with whose hand it was. */
export function piecesOf(lane: Lane, differ: Differ): Piece[] {
  if (lane.text === lane.before) return lane.text === '' ? [] : [{ kind: 'same', text: lane.text, hand: null }];
  const before = wordsIn(lane.before);
  const after = lane.words.map(({ word }) => word);
  const found = differ(before, after);
  const runs = found && isReadable(found) ? joined(found) : [whole('removed', before), whole('added', after)];
  const pieces: Piece[] = [];
  let [from, to] = [0, 0];
  for (const { kind, words } of runs) {
    for (const word of words) {
      const wrote = kind === 'added' ? lane.words[to]?.hand : kind === 'removed' ? lane.gone.get(from) : null;
      put(pieces, kind, word, kind === 'same' ? null : (wrote ?? lane.changedBy));
      if (kind !== 'added') from++;
      if (kind !== 'removed') to++;
    }
  }
  return pieces;
}

/** Changes with nothing but white space between them read as one: all that went, then all that came. */
function joined(runs: readonly LaneRun[]): LaneRun[] {
  const result: LaneRun[] = [];
  let gone: string[] = [];
  let came: string[] = [];
  const close = () => {
    if (gone.length > 0) result.push(whole('removed', gone));
    if (came.length > 0) result.push(whole('added', came));
    [gone, came] = [[], []];
  };
  for (const [at, { kind, words }] of runs.entries()) {
    const isBetween = (gone.length > 0 || came.length > 0) && at + 1 < runs.length;
    if (kind === 'removed') gone = [...gone, ...words];
    else if (kind === 'added') came = [...came, ...words];
    else if (isBetween && words.join('').trim() === '' && !words.includes('\n')) {
      gone = [...gone, ...words];
      came = [...came, ...words];
    } else {
      close();
      result.push({ kind, words });
    }
  }
  close();
  return result;
}

/** Texts that share little more than their small words are read better one after the other. */
function isReadable(runs: readonly LaneRun[]): boolean {
  const lengths = { same: 0, added: 0, removed: 0 };
  for (const { kind, words } of runs) lengths[kind] += words.join('').trim().length;
  return lengths.same >= LEAST_SAME * Math.min(lengths.added, lengths.removed);
}

function put(pieces: Piece[], kind: Piece['kind'], word: string, hand: Hand | null): void {
  const last = pieces.at(-1);
  const isSameHand = last?.hand?.revision === hand?.revision || word.trim() === '';
  if (last?.kind === kind && isSameHand) last.text += word;
  else pieces.push({ kind, text: word, hand });
}

function whole(kind: LaneRun['kind'], words: string[]): LaneRun {
  return { kind, words };
}
