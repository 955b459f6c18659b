import type { BodyBlock, UnfinishedCopy } from '../../../../../article/model/copy.ts';
import { type FieldValues, flatten, unflatten } from '../field-values.ts';

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
    const other = their[name] ?? '';
    fields[name] = value === from[name] ? other : value;
    if (value === from[name] && other !== value) taken.push(name);
    if (value !== from[name] && other !== from[name] && other !== value)
      conflicts.push({ name, mine: value, theirs: other });
  }
  return { body: mergeBlocks(base.bodyBlocks, mine.bodyBlocks, theirs.bodyBlocks), fields, conflicts, taken };
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

/** The number of blocks taken from the other copy. */
export function countTakenBlocks({ body }: MergedCopy): number {
  return body.filter((one) => one.kind === 'block' && one.from === 'theirs').length;
}

/** A block of a merged body, or a conflict. */
export type MergedBlock =
  | { kind: 'block'; block: BodyBlock; from: 'both' | 'mine' | 'theirs' }
  | { kind: 'conflict'; mine: BodyBlock | null; theirs: BodyBlock | null };
export type ConflictChoice = 'mine' | 'theirs' | 'both';

/**
 * Merges two bodies with a common base, block by block. A block that only one side changed, added, moved or removed is taken
 * from that side. A block that both changed, or that one changed and the other removed, is a conflict.
 */
export function mergeBlocks(
  base: readonly BodyBlock[],
  mine: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
): MergedBlock[] {
  const sides = { base: keyed(base), mine: keyed(mine), theirs: keyed(theirs) };
  return orderOf(sides).flatMap((key) => {
    const settled = settle(sides.base.get(key), sides.mine.get(key), sides.theirs.get(key));
    return settled ? [settled] : [];
  });
}

/** The body with the choices applied to the conflicts, in their order; without a choice, my block stays. */
export function applyChoices(merged: readonly MergedBlock[], choices: readonly ConflictChoice[]): BodyBlock[] {
  let at = 0;
  return merged.flatMap((one) => {
    if (one.kind === 'block') return [one.block];
    const choice = choices[at++] ?? 'mine';
    const both = [one.mine, one.theirs].filter((block) => block !== null);
    if (choice === 'both') return one.mine && one.theirs ? joinBoth(one.mine, one.theirs) : both;
    return both.filter((block) => block === one[choice]);
  });
}

/** My block, then what only theirs says: sentences and list items that both have are not repeated. */
function joinBoth(mine: BodyBlock, theirs: BodyBlock): BodyBlock[] {
  const parts = partsOf(theirs);
  if (!parts.every(isBalanced)) return [mine, theirs];
  const known = new Set(partsOf(mine).map(bare));
  const own = parts.filter((part) => !known.has(bare(part)));
  if (own.length === parts.length) return [mine, theirs];
  if (own.length === 0) return [mine];
  const isList = theirs.type === 'list';
  const lines = own.map((part, at) => part.replace(/^\d+(?=\. )/, String(at + 1)));
  return [mine, { ...theirs, text: isList ? lines.join('\n') : own.join('').trim() }];
}

/** The sentences of a text, or the items of a list. */
function partsOf({ type, text }: BodyBlock): string[] {
  if (type === 'list') return text.split('\n');
  return Array.from(new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text), ({ segment }) => segment);
}

function bare(part: string): string {
  return part.replace(/^(?:[-*]|\d+\.) /, '').trim();
}

/** Whether no inline mark reaches over the end of the part: without the rest, it would be shown as a sign. */
function isBalanced(part: string): boolean {
  const count = (sign: RegExp) => part.match(sign)?.length ?? 0;
  const text = part.replace(/^[-*] /, '');
  const pairs = [/\*/g, /`/g, /(?<!\w)_|_(?!\w)/g].every((sign) => (text.match(sign)?.length ?? 0) % 2 === 0);
  return pairs && count(/\[/g) === count(/\]/g) && count(/\(/g) === count(/\)/g);
}

type Keyed = Map<string, BodyBlock>;
type Sides = { base: Keyed; mine: Keyed; theirs: Keyed };

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
  return { kind: 'conflict', mine: mine ?? null, theirs: theirs ?? null };
}

function take(block: BodyBlock | undefined, from: 'both' | 'mine' | 'theirs'): MergedBlock | null {
  return block ? { kind: 'block', block, from } : null;
}

function same(one?: BodyBlock, other?: BodyBlock): boolean {
  return one?.type === other?.type && one?.text === other?.text;
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
