import { diffArrays } from 'diff';

/** The person or agent that saved a revision, or several when too many revisions lie between. */
export type Hand = { revision: number; by: string; kind: string };

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string; hand: Hand | null };

/** One text on its way through the compared revisions. */
export type Lane = {
  before: string;
  text: string;
  words: Word[];
  /** The hands that removed words of `before`, by the position of the word. */
  gone: Map<number, Hand>;
  changedBy: Hand | null;
};
/** `origin` is the word's position in the first text, -1 for a word that `hand` added later. */
type Word = { word: string; hand: Hand | null; origin: number };

/** Compares two lists of words; null when they differ too much for the remaining budget. */
export type Differ = (before: readonly string[], after: readonly string[]) => LaneRun[] | null;
export type LaneRun = { kind: Piece['kind']; words: string[] };

/** The budget of all comparisons of a page, in steps of about a tenth of a microsecond. */
const MOST_STEPS = 1_300_000;
/** Most removed and added words between two texts before the search stops. */
const LONGEST_WAY = 800;

/** A differ with a budget for all its comparisons. When it is used up, texts count as completely rewritten. */
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

/** Unchanged words needed, relative to the smaller of added and removed words, to show a change within the text. */
const LEAST_SAME = 0.5;
/** Longer texts, in UTF-16 units, are compared by lines. */
const LONGEST_BY_WORDS = 60_000;

/** Splits a text into words, spaces and marks; joined they are the text again. Invisible characters stay with their word. */
export function wordsIn(text: string): string[] {
  if (text.length > LONGEST_BY_WORDS) return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  return text.match(/[\p{L}\p{M}\p{N}\p{Cf}_]+|\s+|./gsu) ?? [];
}

export function openLane(text: string): Lane {
  const words = wordsIn(text).map((word, origin): Word => ({ word, hand: null, origin }));
  return { before: text, text, words, gone: new Map(), changedBy: null };
}

/** Applies the text that a hand saved. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the runs of a comparison keeps two places in step
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

/** The differences between the first and the last text of a lane, each with its hand. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the runs of a comparison keeps two places in step
export function piecesOf(lane: Lane, differ: Differ): Piece[] {
  if (lane.text === lane.before) return lane.text === '' ? [] : [{ kind: 'same', text: lane.text, hand: null }];
  const before = wordsIn(lane.before);
  const after = lane.words.map(({ word }) => word);
  const differences = differ(before, after);
  const runs =
    differences && isReadable(differences) ? joined(differences) : [whole('removed', before), whole('added', after)];
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

/** Joins changes that only white space separates: first all removed words, then all added ones. */
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

/** Texts that share little more than small words are easier to read one after the other. */
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
