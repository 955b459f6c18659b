import type { BodyBlock } from '#article/copy.ts';

// Paragraphs that one side split or joined. The merge sees them as one text with a mark where the next block begins, so that
// words that the other side typed in the second half stay in it.

/** A character for private use, which no keyboard types. */
const SIGN = '\uE000';
const MARK = /\uE000[0-9a-f-]*\uE000/;

type Keyed = Map<string, BodyBlock>;
export type Sides = { base: Keyed; mine: Keyed; theirs: Keyed };

/** The same sides, where each paragraph has those that were split from it or joined with it. */
export function joinSplitBlocks(sides: Sides): Sides {
  const all = [...sides.base.values(), ...sides.mine.values(), ...sides.theirs.values()];
  if (all.some(({ text }) => text.includes(SIGN))) return sides;
  const { base, mine, theirs } = {
    base: new Map(sides.base),
    mine: new Map(sides.mine),
    theirs: new Map(sides.theirs),
  };
  joinSplits(base, mine, theirs);
  joinSplits(base, theirs, mine);
  joinJoined(base, mine, theirs);
  joinJoined(base, theirs, mine);
  return { base, mine, theirs };
}

/** Whether a part of a text is the mark of a block. */
export function isMark(part: string): boolean {
  return part.startsWith(SIGN);
}

/** A text in front of its first mark, that mark, and so on. */
export function splitAtMarks(text: string): string[] {
  return text.split(/(\uE000[0-9a-f-]*\uE000 ?)/).filter((part) => part !== '');
}

/** The blocks that a merged text with marks becomes. */
export function blocksOf(block: BodyBlock): BodyBlock[] {
  if (!block.text.includes(SIGN)) return [block];
  const [first = '', ...rest] = block.text.split(MARK);
  const ids = block.text.match(new RegExp(MARK, 'g')) ?? [];
  const split = rest.map((text, at) => ({ ...block, id: idOf(ids[at] ?? ''), text: text.trim() }));
  return [{ ...block, text: first.trim() }, ...split].filter(({ text }) => text !== '');
}

/** A block of which a side split a new one off: that side has both as one text. */
function joinSplits(base: Keyed, side: Keyed, other: Keyed): void {
  let head = '';
  let text = '';
  for (const [key, block] of [...side]) {
    const from = base.get(head);
    const isNew = !base.has(key) && !other.has(key);
    if (
      isNew &&
      from &&
      areParagraphs(from, block, side.get(head), other.get(head)) &&
      comesFrom(block.text, from.text, text)
    ) {
      append(side, head, block);
      side.delete(key);
    } else [head, text] = [key, block.text];
  }
}

/** A block that one side joined to the previous block: the base and the other side then have both as one text. */
function joinJoined(base: Keyed, side: Keyed, other: Keyed): void {
  let head = '';
  for (const [key, block] of [...base]) {
    const [joined, theirs, first] = [side.get(head), other.get(key), base.get(head)];
    const isJoined =
      joined !== undefined &&
      first !== undefined &&
      theirs !== undefined &&
      !side.has(key) &&
      isNext(other, head, key) &&
      areParagraphs(block, joined, theirs, first, other.get(head)) &&
      comesFrom(block.text, joined.text, first.text);
    if (isJoined) {
      append(base, head, block);
      append(other, head, theirs);
      base.delete(key);
      other.delete(key);
    } else head = key;
  }
}

function areParagraphs(...blocks: (BodyBlock | undefined)[]): boolean {
  return blocks.every((block) => block?.type === 'paragraph');
}

/** Whether the first or the last words of a text are in another one, and not in a third. */
function comesFrom(text: string, from: string, not: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return [words.slice(0, 3), words.slice(-3)].some((some) => {
    const run = some.join(' ');
    return run.length > 1 && from.includes(run) && !not.includes(run);
  });
}

function isNext(side: Keyed, head: string, key: string): boolean {
  const keys = [...side.keys()];
  return keys.indexOf(key) === keys.indexOf(head) + 1;
}

function append(side: Keyed, head: string, block: BodyBlock): void {
  const first = side.get(head);
  if (first) side.set(head, { ...first, text: `${first.text.trimEnd()} ${markOf(block)} ${block.text}` });
}

function markOf({ id }: BodyBlock): string {
  return `${SIGN}${[...id].map((sign) => sign.codePointAt(0)?.toString(16)).join('-')}${SIGN}`;
}

function idOf(mark: string): string {
  const codes = mark
    .replaceAll(SIGN, '')
    .split('-')
    .filter((code) => code !== '');
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
}
