import type { BodyBlock } from './copy.ts';

/**
 * The fragment of each block, `b-` and the id of the block, so that a passage has an address that edits elsewhere do not change. Blocks
 * with the same id get `-2`, `-3`; a block without an id has none. Browsers allow any character in an id but white space.
 */
export function blockAnchors(blocks: readonly BodyBlock[]): Map<BodyBlock, string> {
  const anchors = new Map<BodyBlock, string>();
  const taken = new Set<string>();
  for (const block of blocks) {
    const id = block.id.trim().replace(/\s+/g, '-');
    if (id === '') continue;
    let anchor = `b-${id}`;
    for (let time = 2; taken.has(anchor); time++) anchor = `b-${id}-${time}`;
    taken.add(anchor);
    anchors.set(block, anchor);
  }
  return anchors;
}

/** Fewest headings for which a story lists them. */
const FEW = 3;

/** The headings that a story lists beside its picture; none in a story with few. */
export function contentsOf(blocks: readonly BodyBlock[]): BodyBlock[] {
  const headings = blocks.filter(({ type, text }) => type === 'heading' && text.trim() !== '');
  return headings.length >= FEW ? headings : [];
}
