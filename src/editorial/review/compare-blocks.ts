import type { BodyBlock } from '#article/copy.ts';
import {
  type Differ,
  type Hand,
  type Lane,
  openLane,
  type Piece,
  piecesOf,
  wordsIn,
  writeLane,
} from './compare-lane.ts';

export type BlockChange = {
  state: 'same' | 'changed' | 'added' | 'removed';
  id: string;
  type: BodyBlock['type'];
  /** Its earlier type, when the type changed. */
  typeBefore: BodyBlock['type'] | null;
  /** Its position in the earlier and in the later copy; null when that copy does not have it. */
  before: number | null;
  after: number | null;
  /** Whether its place among the remaining blocks changed. */
  moved: boolean;
  pieces: Piece[];
  /** The hand of the last change; null when nothing changed. */
  hand: Hand | null;
};

/** Whether readers of the two copies see a difference at this block. */
export function isChange({ state, moved }: Pick<BlockChange, 'state' | 'moved'>): boolean {
  return state !== 'same' || moved;
}

type Followed = { block: BodyBlock; first: BodyBlock | null; before: number; lane: Lane; movedBy: Hand | null };
type Step = { blocks: readonly BodyBlock[]; hand: Hand };

/** Blocks with a smaller share of words in common are different blocks. */
const ALIKE = 0.5;
const SAME_ID_ALIKE = 0.2;
/** Most pairs of blocks that are compared word by word. */
const MOST_PAIRS = 4_000;

/** The change of every block over the later revisions, in the order of the last one. */
export function compareBlocks(first: readonly BodyBlock[], steps: readonly Step[], differ: Differ): BlockChange[] {
  let now = first.map(
    (block, before): Followed => ({ block, first: block, before, lane: openLane(block.text), movedBy: null }),
  );
  const lost: Followed[] = [];
  for (const { blocks, hand } of steps) {
    const places = matchBlocks(
      now.map(({ block }) => block),
      blocks,
    );
    const kept = new Set(places);
    const stays = inOrder(places);
    lost.push(...now.filter((_, at) => !kept.has(at)).map((followed) => leave(followed, hand, differ)));
    now = blocks.map((block, at) => {
      const followed = now[places[at] ?? -1];
      if (!followed) return come(block, hand, differ);
      writeLane(followed.lane, block.text, hand, differ);
      const typeBy = followed.block.type === block.type ? followed.lane.changedBy : hand;
      return {
        ...followed,
        block,
        movedBy: stays.has(at) ? followed.movedBy : hand,
        lane: { ...followed.lane, changedBy: typeBy },
      };
    });
  }
  return inPlace(...backAgain(now, lost, differ), differ);
}

/** Matches a block that was removed in one revision and restored in a later one with the removed block. */
function backAgain(now: Followed[], lost: Followed[], differ: Differ): [now: Followed[], lost: Followed[]] {
  const gone = lost.filter(({ before }) => before !== -1).sort((a, b) => a.before - b.before);
  const came = now.filter(({ first }) => first === null);
  const places = matchBlocks(
    gone.map(({ first, block }) => first ?? block),
    came.map(({ block }) => block),
  );
  const again = new Map(came.map((followed, at) => [followed, gone[places[at] ?? -1]]));
  const kept = now.map((followed) => {
    const earlier = again.get(followed);
    if (!earlier?.first) return followed;
    const lane = openLane(earlier.first.text);
    const hand = followed.lane.changedBy;
    if (hand) writeLane(lane, followed.block.text, hand, differ);
    return { ...followed, first: earlier.first, before: earlier.before, lane, movedBy: hand };
  });
  const back = new Set(again.values());
  return [kept, gone.filter((removed) => !back.has(removed))];
}

function come(block: BodyBlock, hand: Hand, differ: Differ): Followed {
  const lane = openLane('');
  writeLane(lane, block.text, hand, differ);
  return { block, first: null, before: -1, lane: { ...lane, changedBy: hand }, movedBy: null };
}

function leave(followed: Followed, hand: Hand, differ: Differ): Followed {
  writeLane(followed.lane, '', hand, differ);
  return { ...followed, lane: { ...followed.lane, changedBy: hand } };
}

/** The blocks of the later copy, and each removed block after the block it followed. */
function inPlace(now: Followed[], lost: Followed[], differ: Differ): BlockChange[] {
  const stays = inOrder(now.map(({ before }) => before));
  const unmoved = now.flatMap(({ before }, after) => (stays.has(after) ? [{ before, after }] : []));
  const behind = Map.groupBy(
    lost.toSorted((a, b) => a.before - b.before),
    (removed) =>
      unmoved[firstFrom(unmoved.length, (at) => (unmoved[at]?.before ?? 0) > removed.before) - 1]?.after ?? -1,
  );
  const gone = (after: number) => (behind.get(after) ?? []).map((removed) => changeOf(removed, null, false, differ));
  return [
    ...gone(-1),
    ...now.flatMap((followed, after) => [changeOf(followed, after, !stays.has(after), differ), ...gone(after)]),
  ];
}

function changeOf(
  { block, first, before, lane, movedBy }: Followed,
  after: number | null,
  strays: boolean,
  differ: Differ,
): BlockChange {
  const typeBefore = first && first.type !== block.type ? first.type : null;
  const changed = lane.text !== lane.before || typeBefore !== null;
  const state = after === null ? 'removed' : first === null ? 'added' : changed ? 'changed' : 'same';
  const moved = strays && first !== null;
  return {
    state,
    id: block.id,
    type: block.type,
    typeBefore,
    before: first === null ? null : before,
    after,
    moved,
    pieces: piecesOf(lane, differ),
    hand: state !== 'same' ? lane.changedBy : moved ? movedBy : null,
  };
}

/**
 * The position of the matching earlier block for each later block, -1 for a new one. Matches blocks with the same words first,
 * then blocks with the same id, then similar blocks.
 */
export function matchBlocks(before: readonly BodyBlock[], after: readonly BodyBlock[]): number[] {
  const places = after.map(() => -1);
  const taken = new Set<number>();
  const pair = (keyOf: (block: BodyBlock) => string, fits: (a: BodyBlock, b: BodyBlock) => boolean) => {
    const free = new Map<string, number[]>();
    for (const [at, block] of [...before.entries()].reverse()) {
      if (taken.has(at)) continue;
      const key = keyOf(block);
      const there = free.get(key);
      if (there) there.push(at);
      else free.set(key, [at]);
    }
    for (const [at, block] of after.entries()) {
      const candidates = free.get(keyOf(block));
      const earlier = candidates?.at(-1);
      const other = before[earlier ?? -1];
      if (places[at] !== -1 || earlier === undefined || !other || !fits(other, block)) continue;
      candidates?.pop();
      places[at] = earlier;
      taken.add(earlier);
    }
  };
  pair(
    ({ id, type, text }) => JSON.stringify([id, type, text]),
    () => true,
  );
  pair(
    ({ text }) => text,
    ({ text }) => text.trim() !== '',
  );
  pair(
    ({ id }) => id,
    (a, b) => likeness(a, b) >= SAME_ID_ALIKE,
  );
  pairAlike(before, after, places, taken);
  return places;
}

function pairAlike(
  before: readonly BodyBlock[],
  after: readonly BodyBlock[],
  places: number[],
  taken: Set<number>,
): void {
  const free = before.flatMap((block, at) => (taken.has(at) ? [] : [{ at, words: countWords(block) }]));
  const wanting = after.flatMap((block, at) => (places[at] === -1 ? [{ at, words: countWords(block) }] : []));
  if (free.length * wanting.length > MOST_PAIRS) return;
  const pairs = wanting
    .flatMap(({ at, words }) =>
      free.map((block) => ({ at, earlier: block.at, likeness: commonShare(block.words, words) })),
    )
    .filter((pair) => pair.likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness);
  for (const { at, earlier } of pairs) {
    if (places[at] !== -1 || taken.has(earlier)) continue;
    places[at] = earlier;
    taken.add(earlier);
  }
}

type Counted = { all: number; counts: Map<string, number> };

function countWords({ text }: BodyBlock): Counted {
  const words = wordsIn(text).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { all: words.length, counts };
}

function likeness(a: BodyBlock, b: BodyBlock): number {
  return commonShare(countWords(a), countWords(b));
}

/** The share of words that two texts have in common, from 0 to 1 (Dice coefficient). */
function commonShare(a: Counted, b: Counted): number {
  if (a.all + b.all === 0) return 0;
  let common = 0;
  for (const [word, count] of a.counts) common += Math.min(count, b.counts.get(word) ?? 0);
  return (2 * common) / (a.all + b.all);
}

/** The indices of the longest increasing subsequence: these blocks stayed, and the others moved past them. */
function inOrder(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number>();
  for (const [at, number] of numbers.entries()) {
    if (number === -1) continue;
    const length = firstFrom(ends.length, (end) => (numbers[ends[end] ?? 0] ?? 0) >= number);
    const before = ends[length - 1];
    if (before !== undefined) previous.set(at, before);
    ends[length] = at;
  }
  const row = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) row.add(at);
  return row;
}

/** Binary search: the first index at which `isSo` holds, when it holds for all later ones too; `length` when it never holds. */
function firstFrom(length: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
