import type { Copy } from '#article/copy.ts';

export type Changes = {
  /** Names of the fields that differ. */
  fields: ReadonlySet<string>;
  /** Positions of the blocks that are not in the earlier copy. */
  blocks: ReadonlySet<number>;
};

/** The differences between two copies. Blocks with the same type and text are equal, wherever they are. */
export function changesOf(before: Copy, after: Copy): Changes {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Copy)[];
  const differs = (name: keyof Copy) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null);
  const [earlier, later] = [before, after].map((copy) => copy.bodyBlocks.map((block) => `${block.type} ${block.text}`));
  const known = new Set(earlier);
  return {
    fields: new Set(names.filter(differs)),
    blocks: new Set((later ?? []).flatMap((block, position) => (known.has(block) ? [] : [position]))),
  };
}
