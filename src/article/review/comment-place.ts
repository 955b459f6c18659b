import type { BodyBlock } from '../model/copy.ts';

/** What a comment is about: the article, a block of it, or the n-th occurrence (from 1) of a passage in a block. */
export type Anchor = { blockId: string | null; passage: string | null; occurrence: number | null };

/** The blocks of each revision that was looked at, by its number. */
export type History = ReadonlyMap<number, readonly BodyBlock[]>;

export type Place = {
  /** The position of its block in the copy shown; null where it has none there. */
  position: number | null;
  /** Where the passage begins in the block's text, in UTF-16 units; null where it is not there. */
  start: number | null;
  /** The revision in which the passage, or the whole block, was changed away; null where it is there. */
  changedIn: number | null;
  /** The first later revision that changed what the comment is about; null where none has. */
  answeredBy: number | null;
};

/** Follows what a comment on `revision` is about, through the revisions after it, to the one that is shown. */
export function placeOf(anchor: Anchor, revision: number, shown: number, history: History): Place {
  if (anchor.blockId === null) {
    return { position: null, start: null, changedIn: null, answeredBy: shown > revision ? revision + 1 : null };
  }
  const first = history.get(revision);
  let position = first ? findBlock(first, anchor) : -1;
  let block = first?.[position];
  let answeredBy: number | null = null;
  let changedIn: number | null = null;
  for (let number = revision + 1; number <= shown; number++) {
    const blocks = history.get(number);
    if (!blocks) continue;
    position = followBlock(blocks, anchor, block);
    const next = blocks[position];
    if (block && (next?.text !== block.text || next.type !== block.type)) answeredBy ??= number;
    if (next && holds(next, anchor)) changedIn = null;
    else changedIn ??= number;
    block = next ?? block;
  }
  const there = history.get(shown)?.[position];
  const start = there && anchor.passage !== null ? findPassage(there.text, anchor.passage, anchor.occurrence ?? 1) : -1;
  return { position: there ? position : null, start: start === -1 ? null : start, changedIn, answeredBy };
}

/** Where the n-th occurrence of a passage begins, in UTF-16 units; -1 where there are fewer. */
export function findPassage(text: string, passage: string, occurrence: number): number {
  let at = -1;
  for (let n = 0; n < occurrence; n++) {
    at = text.indexOf(passage, at + 1);
    if (at === -1) return -1;
  }
  return at;
}

/** The position of the block an anchor names: ids may repeat, and then the one that holds the passage counts. */
export function findBlock(blocks: readonly BodyBlock[], anchor: Anchor): number {
  const holding = blocks.findIndex((block) => block.id === anchor.blockId && holds(block, anchor));
  return holding === -1 ? blocks.findIndex((block) => block.id === anchor.blockId) : holding;
}

/** An agent may have numbered the blocks anew: the same words under another id are the same block. */
function followBlock(blocks: readonly BodyBlock[], anchor: Anchor, before: BodyBlock | undefined): number {
  const same = blocks.findIndex((block) => block.id === anchor.blockId && block.text === before?.text);
  if (same !== -1) return same;
  const moved = before ? blocks.findIndex((block) => block.text === before.text) : -1;
  return moved === -1 ? findBlock(blocks, anchor) : moved;
}

function holds(block: BodyBlock, { passage, occurrence }: Anchor): boolean {
  return passage === null || findPassage(block.text, passage, occurrence ?? 1) !== -1;
}
