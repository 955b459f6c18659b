import type { BodyBlock, UnfinishedCopy } from '#article/copy.ts';
import { type FieldValues, flatten, unflatten } from '#newsroom/browser/editor/field-values.ts';
import { bare, join, mergeText, onlyTheirs, partsOf, type TextKind } from './merge-text.ts';
import { blocksOf, joinSplitBlocks, type Sides } from './split-blocks.ts';

export type FieldConflict = { name: string; mine: string; theirs: string };
/** The result of merging two copies: the names of the fields taken from the other copy, and the conflicts. */
export type MergedCopy = { body: MergedBlock[]; fields: FieldValues; conflicts: FieldConflict[]; taken: string[] };

/** Merges two copies that are based on `base`: the body by block, the other fields by name. */
export function mergeCopy(base: UnfinishedCopy, mine: UnfinishedCopy, theirs: UnfinishedCopy): MergedCopy {
  const [from, my, their] = [flatten(base), flatten(mine), flatten(theirs)];
  const fields: FieldValues = {};
  const conflicts: FieldConflict[] = [];
  const taken: string[] = [];
  for (const [name, value] of Object.entries(my)) {
    const [before = '', other = ''] = [from[name], their[name]];
    fields[name] = value === before ? other : value;
    if (value === before && other !== value) taken.push(name);
    if (value === before || other === before || other === value) continue;
    const merged = mergeField(name, before, value, other);
    if (merged === null) conflicts.push({ name, mine: value, theirs: other });
    else {
      fields[name] = merged;
      taken.push(name);
    }
  }
  return { body: mergeBlocks(base.bodyBlocks, mine.bodyBlocks, theirs.bodyBlocks), fields, conflicts, taken };
}

/** Fields that are one value, not words. */
const ONE_VALUE = ['slug', 'section', 'authorId', 'heroAssetId'];

/** A field that both changed, merged by item or by word; null when the person has to choose. */
function mergeField(name: string, before: string, mine: string, theirs: string): string | null {
  if (name === 'sources' || name === 'tagIds') return mergeLists(before, mine, theirs);
  if (ONE_VALUE.includes(name) || before === '') return null;
  const text = mergeText(before, mine, theirs, 'prose');
  return text.mine === text.theirs ? text.both : null;
}

type Item = string | { url: string };

/** Sources or tags that both changed, as JSON. Null when both changed the same source, or one changed what the other removed. */
function mergeLists(base: string, mine: string, theirs: string): string | null {
  const [from, my, their] = [base, mine, theirs].map((list) => {
    const items = JSON.parse(list) as Item[];
    return new Map(items.map((item, at) => [keyOf(item) || `empty ${at}`, JSON.stringify(item)]));
  }) as [Map<string, string>, Map<string, string>, Map<string, string>];
  const merged: string[] = [];
  for (const key of new Set([...my.keys(), ...their.keys()])) {
    const [was, own, other] = [from.get(key), my.get(key), their.get(key)];
    if (own !== other && own !== was && other !== was) return null;
    const item = own === was ? other : own;
    if (item !== undefined) merged.push(item);
  }
  return `[${merged.join(',')}]`;
}

function keyOf(item: Item): string {
  return typeof item === 'string' ? item : item.url;
}

/** The merged copy after all choices: those for fields first, then those for blocks. */
export function resolveCopy(
  { body, fields, conflicts }: MergedCopy,
  choices: readonly ConflictChoice[],
): UnfinishedCopy {
  const settled = { ...fields };
  conflicts.forEach(({ name, theirs }, at) => {
    if (choices[at] === 'theirs') settled[name] = theirs;
  });
  return unflatten(settled, applyChoices(body, choices.slice(conflicts.length)));
}

/** The number of conflicts. */
export function countConflicts({ body, conflicts }: MergedCopy): number {
  return conflicts.length + body.filter(({ kind }) => kind === 'conflict').length;
}

/** The number of blocks taken from the other copy, and of those that have changes of both. */
export function countBlocks({ body }: MergedCopy, from: 'theirs' | 'merged'): number {
  return body.filter((block) => block.kind === 'block' && block.from === from).length;
}

/** A block of a merged body, or a conflict. */
export type MergedBlock =
  | { kind: 'block'; block: BodyBlock; from: 'both' | 'mine' | 'theirs' | 'merged' }
  | BlockConflict;
/**
 * A block that both changed at the same words, or that one changed and the other removed. `mine` and `theirs` differ there
 * alone: each has the other changes of both. `both` has every sentence of both once.
 */
export type BlockConflict = {
  kind: 'conflict';
  mine: BodyBlock | null;
  theirs: BodyBlock | null;
  both: BodyBlock[];
};
export type ConflictChoice = 'mine' | 'theirs' | 'both';

/**
 * Merges two bodies with a common base, block by block. A block that only one side changed, added, moved or removed is taken
 * from that side. A block that both changed is merged by sentence and by word.
 */
export function mergeBlocks(
  base: readonly BodyBlock[],
  mine: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
): MergedBlock[] {
  const sides = joinSplitBlocks({ base: keyed(base), mine: keyed(mine), theirs: keyed(theirs) });
  const merged = orderOf(sides).flatMap((key) => {
    const settled = settle(sides.base.get(key), sides.mine.get(key), sides.theirs.get(key));
    return settled ? [settled].flatMap(unfold) : [];
  });
  return withoutMovedTwice(merged, { base, mine, theirs });
}

/** The blocks of a text with marks; a question stays one. */
function unfold(part: MergedBlock): MergedBlock[] {
  return part.kind === 'block' ? blocksOf(part.block).map((block) => ({ ...part, block })) : [part];
}

/**
 * A sentence that one side moved to another block, while the other side kept it where it was, would be there twice: it stays
 * where it was moved to.
 */
function withoutMovedTwice(
  merged: MergedBlock[],
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', readonly BodyBlock[]>,
): MergedBlock[] {
  const [before, own, other, result] = [base, mine, theirs, applyChoices(merged, [])].map(countParts) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  const surplus = new Map(
    [...result]
      .map(([part, count]): [string, number] => [part, count - Math.max(own.get(part) ?? 0, other.get(part) ?? 0)])
      .filter(([part, count]) => count > 0 && before.has(part) && /\s/.test(part)), // one word may well be there twice
  );
  if (surplus.size === 0) return merged;
  const dropFrom = (block: BodyBlock): BodyBlock[] => {
    const kind = kindOf(block);
    const parts = partsOf(block.text, kind);
    const kept = parts.filter((part) => {
      const left = surplus.get(bare(part)) ?? 0;
      if (left > 0) surplus.set(bare(part), left - 1);
      return left <= 0;
    });
    if (kept.length === parts.length) return [block];
    return kept.length === 0 ? [] : [{ ...block, text: join(kept, kind) }];
  };
  const questions = merged.map((part) =>
    part.kind === 'conflict' ? { ...part, both: part.both.flatMap(dropFrom) } : part,
  );
  const places = (['theirs', 'merged', 'mine', 'both'] as const).reduce<MergedBlock[]>(
    (list, from) =>
      list.flatMap((part) =>
        part.kind === 'block' && part.from === from
          ? dropFrom(part.block).map((block) => ({ ...part, block }))
          : [part],
      ),
    questions,
  );
  return places;
}

function countParts(blocks: readonly BodyBlock[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks)
    for (const part of partsOf(block.text, kindOf(block))) counts.set(bare(part), (counts.get(bare(part)) ?? 0) + 1);
  return counts;
}

function kindOf({ type }: BodyBlock): TextKind {
  return type === 'list' ? 'list' : 'prose';
}

/** The body with the choices applied to the conflicts, in their order; without a choice, both texts stay. */
export function applyChoices(merged: readonly MergedBlock[], choices: readonly ConflictChoice[]): BodyBlock[] {
  let at = 0;
  return merged.flatMap((part) => {
    if (part.kind === 'block') return [part.block];
    const choice = choices[at++] ?? 'both';
    const blocks = choice === 'both' ? part.both : [part[choice]].filter((block) => block !== null);
    return blocks.flatMap(blocksOf);
  });
}

type Keyed = Sides['base'];

/** Blocks by id; repeated ids are numbered. */
function keyed(blocks: readonly BodyBlock[]): Keyed {
  const counts = new Map<string, number>();
  return new Map(
    blocks.map((block) => {
      const count = (counts.get(block.id) ?? 0) + 1;
      counts.set(block.id, count);
      return [`${count} ${block.id}`, block];
    }),
  );
}

function settle(base?: BodyBlock, mine?: BodyBlock, theirs?: BodyBlock): MergedBlock | null {
  if (!mine && !theirs) return null;
  if (same(mine, theirs)) return take(mine, 'both');
  if (same(base, theirs)) return take(mine, 'mine');
  if (same(base, mine)) return take(theirs, 'theirs');
  if (mine && theirs) return mergeWords(base, mine, theirs);
  const [kept] = [mine, theirs].filter((block) => block !== undefined);
  return { kind: 'conflict', mine: mine ?? null, theirs: theirs ?? null, both: kept ? [kept] : [] };
}

function mergeWords(base: BodyBlock | undefined, mine: BodyBlock, theirs: BodyBlock): MergedBlock {
  const kind = kindOf(mine);
  const isOneKind = [base, theirs].every((block) => !block || (block.type === 'list') === (kind === 'list'));
  const type = mine.type === base?.type ? theirs.type : mine.type;
  if (!isOneKind || (type !== theirs.type && theirs.type !== base?.type)) return bothBlocks(mine, theirs, kind);
  const text = mergeText(base?.text ?? '', mine.text, theirs.text, kind);
  const [my, their, joined] = [text.mine, text.theirs, text.both].map(
    (text): BodyBlock => ({ ...mine, type, text }),
  ) as [BodyBlock, BodyBlock, BodyBlock];
  if (text.mine === text.theirs) return { kind: 'block', block: joined, from: 'merged' };
  if (type === 'heading' || type === 'subheading') return bothBlocks(my, their, kind);
  return {
    kind: 'conflict',
    mine: text.mine === '' ? null : my,
    theirs: text.theirs === '' ? null : their,
    both: [joined],
  };
}

/** A conflict of blocks that cannot become one: `both` has my block, then the words that only theirs has. */
function bothBlocks(mine: BodyBlock, theirs: BodyBlock, kind: TextKind): BlockConflict {
  const text = mine.type === theirs.type ? onlyTheirs(mine.text, theirs.text, kind) : theirs.text;
  return { kind: 'conflict', mine, theirs, both: text === '' ? [mine] : [mine, { ...theirs, text }] };
}

function take(block: BodyBlock | undefined, from: 'both' | 'mine' | 'theirs'): MergedBlock | null {
  return block ? { kind: 'block', block, from } : null;
}

function same(block?: BodyBlock, other?: BodyBlock): boolean {
  return block?.type === other?.type && block?.text === other?.text;
}

/** My order, unless only the other side moved shared blocks; a block that the other side added follows the same block as there. */
function orderOf({ base, mine, theirs }: Sides): string[] {
  const shared = [...base.keys()].filter((key) => mine.has(key) && theirs.has(key));
  const inOrder = (side: Keyed) => [...side.keys()].filter((key) => shared.includes(key)).join('\n');
  const [first, second] = inOrder(mine) === shared.join('\n') ? [theirs, mine] : [mine, theirs];
  const order = [...first.keys()];
  let after = -1;
  for (const key of second.keys()) {
    const at = order.indexOf(key);
    if (at >= 0) after = at;
    else order.splice(++after, 0, key);
  }
  return order;
}
