import type { Copy } from '../../../article/model/copy.ts';

export type Changes = {
  /** The fields that differ, by their names in the payload. */
  fields: ReadonlySet<string>;
  /** The positions of blocks that are not in the earlier copy. */
  blocks: ReadonlySet<number>;
  /** How many blocks of the earlier copy are gone. */
  blocksGone: number;
};

/** What one revision's copy changes of another's. A block counts as the same wherever it stands, by its type and text. */
export function changesOf(before: Copy, after: Copy): Changes {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Copy)[];
  const differs = (name: keyof Copy) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null);
  const [earlier, later] = [before, after].map((copy) => copy.bodyBlocks.map((block) => `${block.type} ${block.text}`));
  const known = new Set(earlier);
  const kept = new Set(later);
  return {
    fields: new Set(names.filter(differs)),
    blocks: new Set((later ?? []).flatMap((block, position) => (known.has(block) ? [] : [position]))),
    blocksGone: (earlier ?? []).filter((block) => !kept.has(block)).length,
  };
}
