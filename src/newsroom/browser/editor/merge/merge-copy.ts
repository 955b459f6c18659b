import type { BodyBlock, UnfinishedCopy } from '#article/copy.ts';
import { type FieldValues, flatten, unflatten } from '#newsroom/browser/editor/field-values.ts';
import { mergeText, onlyTheirs, type TextKind } from './merge-text.ts';

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
    const list = name === 'sources' || name === 'tagIds' ? mergeLists(before, value, other) : null;
    if (list === null) conflicts.push({ name, mine: value, theirs: other });
    else {
      fields[name] = list;
      taken.push(name);
    }
  }
  return { body: mergeBlocks(base.bodyBlocks, mine.bodyBlocks, theirs.bodyBlocks), fields, conflicts, taken };
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
  return body.filter((one) => one.kind === 'block' && one.from === from).length;
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
  const sides = { base: keyed(base), mine: keyed(mine), theirs: keyed(theirs) };
  return orderOf(sides).flatMap((key) => {
    const settled = settle(sides.base.get(key), sides.mine.get(key), sides.theirs.get(key));
    return settled ? [settled] : [];
  });
}

/** The body with the choices applied to the conflicts, in their order; without a choice, both texts stay. */
export function applyChoices(merged: readonly MergedBlock[], choices: readonly ConflictChoice[]): BodyBlock[] {
  let at = 0;
  return merged.flatMap((one) => {
    if (one.kind === 'block') return [one.block];
    const choice = choices[at++] ?? 'both';
    if (choice === 'both') return one.both;
    return [one[choice]].filter((block) => block !== null);
  });
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
  if (mine && theirs) return mergeWords(base, mine, theirs);
  const [kept] = [mine, theirs].filter((block) => block !== undefined);
  return { kind: 'conflict', mine: mine ?? null, theirs: theirs ?? null, both: kept ? [kept] : [] };
}

function mergeWords(base: BodyBlock | undefined, mine: BodyBlock, theirs: BodyBlock): MergedBlock {
  const kind = mine.type === 'list' ? 'list' : 'prose';
  const isOneKind = [base, theirs].every((block) => !block || (block.type === 'list') === (kind === 'list'));
  const type = mine.type === base?.type ? theirs.type : mine.type;
  if (!isOneKind || (type !== theirs.type && theirs.type !== base?.type)) return bothBlocks(mine, theirs, kind);
  const text = mergeText(base?.text ?? '', mine.text, theirs.text, kind);
  const [my, their, both] = [text.mine, text.theirs, text.both].map((text): BodyBlock => ({ ...mine, type, text })) as [
    BodyBlock,
    BodyBlock,
    BodyBlock,
  ];
  if (text.mine === text.theirs) return { kind: 'block', block: both, from: 'merged' };
  if (type === 'heading' || type === 'subheading') return bothBlocks(my, their, kind);
  return {
    kind: 'conflict',
    mine: text.mine === '' ? null : my,
    theirs: text.theirs === '' ? null : their,
    both: [both],
  };
}

/** A conflict of blocks that are not made one: `both` has my block, then what only theirs says. */
function bothBlocks(mine: BodyBlock, theirs: BodyBlock, kind: TextKind): BlockConflict {
  const text = mine.type === theirs.type ? onlyTheirs(mine.text, theirs.text, kind) : theirs.text;
  return { kind: 'conflict', mine, theirs, both: text === '' ? [mine] : [mine, { ...theirs, text }] };
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
