import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { diffArrays } from 'diff';
import type { BodyBlock } from '#article/copy.ts';
import { toDoc } from './blocks.ts';

/** A range of the document. */
export type Range = { from: number; to: number };

/** Changed words after which the whole text of a block is replaced. */
const MOST_CHANGES = 400;

/**
 * Replaces the body, and returns where the new words are. Changes only the words that differ, so that the cursor, the selection
 * and the steps of undo keep their place. By default undo does not revert this, because it would revert the text of others.
 */
export function replaceBody(
  editor: Editor,
  blocks: readonly BodyBlock[],
  mode: 'kept out of undo' | 'undoable' = 'kept out of undo',
): Range[] {
  const { state } = editor;
  const old = childrenOf(state.doc);
  const made = childrenOf(toDoc(editor.schema, blocks));
  const { tr } = state;
  let [oldEnd, newEnd] = [old.length, made.length];
  for (const [oldAt, newAt] of [...sharedRun(old, made), [-1, -1] as const].sort(([index], [other]) => other - index)) {
    const from = sizeOf(old.slice(0, oldAt + 1));
    const to = sizeOf(old.slice(0, oldEnd));
    const nodes = made.slice(newAt + 1, newEnd);
    if (to > from || nodes.length > 0) tr.replaceWith(from, to, nodes);
    const [before, after] = [old[oldAt], made[newAt]];
    if (before && after && !before.content.eq(after.content))
      changeBlock(tr, sizeOf(old.slice(0, oldAt)), before, after);
    [oldEnd, newEnd] = [oldAt, newAt];
  }
  const ranges = changedRanges(tr);
  editor.view.dispatch(mode === 'undoable' ? closeHistory(tr) : tr.setMeta('addToHistory', false));
  return ranges;
}

/** The longest common subsequence of blocks, by id and type, as pairs of positions. */
function sharedRun(old: readonly Node[], made: readonly Node[]): [number, number][] {
  const same = (node: Node, other: Node) => node.attrs.id === other.attrs.id && node.type === other.type;
  const longest = Array.from({ length: old.length + 1 }, () => new Array<number>(made.length + 1).fill(0));
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = made.length - 1; column >= 0; column--) {
      const isSame = same(old[row] as Node, made[column] as Node);
      (longest[row] as number[])[column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < old.length && column < made.length; ) {
    if (same(old[row] as Node, made[column] as Node)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** Changes a block, which begins at `at`, word by word. */
function changeBlock(tr: Transaction, at: number, before: Node, after: Node): void {
  if (before.isTextblock) changeText(tr, at + 1, before, after);
  else changeItems(tr, at + 1, before, after);
  for (const [name, value] of Object.entries(after.attrs))
    if (before.attrs[name] !== value) tr.setNodeAttribute(at, name, value);
}

/** The items that both lists begin and end with stay; those in between are changed one by one where there are equally many. */
function changeItems(tr: Transaction, at: number, before: Node, after: Node): void {
  const [old, made] = [childrenOf(before), childrenOf(after)];
  let first = 0;
  while (first < Math.min(old.length, made.length) && old[first]?.eq(made[first] as Node)) first++;
  let last = 0;
  const isSameAtEnd = () => old[old.length - 1 - last]?.eq(made[made.length - 1 - last] as Node);
  while (last < Math.min(old.length, made.length) - first && isSameAtEnd()) last++;
  const from = at + sizeOf(old.slice(0, first));
  if (old.length !== made.length) {
    tr.replaceWith(from, at + sizeOf(old.slice(0, old.length - last)), made.slice(first, made.length - last));
    return;
  }
  for (let place = old.length - last - 1; place >= first; place--)
    changeText(tr, at + sizeOf(old.slice(0, place)) + 1, old[place] as Node, made[place] as Node);
}

/** Changes a text, which begins at `at`, from its end to its beginning. */
function changeText(tr: Transaction, at: number, before: Node, after: Node): void {
  for (const { from, to, newFrom, newTo } of wordHunks(before, after).reverse()) {
    if (newFrom === newTo) tr.delete(at + from, at + to);
    else tr.replaceWith(at + from, at + to, after.content.cut(newFrom, newTo));
  }
}

type Hunk = { from: number; to: number; newFrom: number; newTo: number };

function wordHunks(before: Node, after: Node): Hunk[] {
  const [old, made] = [wordsOf(before), wordsOf(after)];
  const changes = diffArrays(old, made, {
    comparator: (word, other) => word.key === other.key,
    maxEditLength: MOST_CHANGES,
  });
  if (!changes) return [{ from: 0, to: before.content.size, newFrom: 0, newTo: after.content.size }];
  const hunks: Hunk[] = [];
  let [from, newFrom] = [0, 0];
  for (const { added, removed, value } of changes) {
    const size = value.reduce((sum, { length }) => sum + length, 0);
    const [to, newTo] = [added ? from : from + size, removed ? newFrom : newFrom + size];
    const last = hunks.at(-1);
    if (added || removed) {
      if (last?.to === from && last.newTo === newFrom) Object.assign(last, { to, newTo });
      else hunks.push({ from, to, newFrom, newTo });
    }
    [from, newFrom] = [to, newTo];
  }
  return hunks;
}

/** Words and the white space between them, with their marks. */
function wordsOf(text: Node): { key: string; length: number }[] {
  const words: { key: string; length: number }[] = [];
  text.forEach((child) => {
    const marks = JSON.stringify(child.marks.map((mark) => mark.toJSON()));
    for (const part of child.text?.match(/\s+|\S+/g) ?? [])
      words.push({ key: `${part}\n${marks}`, length: part.length });
  });
  return words;
}

/** Where the steps of a transaction put something, in the document after it. */
function changedRanges({ mapping }: Transaction): Range[] {
  const ranges: Range[] = [];
  mapping.maps.forEach((map, at) => {
    map.forEach((_from, _to, newFrom, newTo) => {
      const rest = mapping.slice(at + 1);
      const [from, to] = [rest.map(newFrom, 1), rest.map(newTo, -1)];
      if (to > from) ranges.push({ from, to });
    });
  });
  return ranges;
}

function childrenOf(node: Node): Node[] {
  return Array.from({ length: node.childCount }, (_, at) => node.child(at));
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((size, node) => size + node.nodeSize, 0);
}
