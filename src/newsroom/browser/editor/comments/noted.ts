import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { find } from '#newsroom/browser/editor/page.ts';
import { type BlockNote, findInBlock, showBlockNotes } from './block-notes.ts';

// Marks the words and blocks that comments are about, and keeps the groups of comments in the order of the text.

/** Milliseconds after an edit: while somebody types, nothing is looked for. */
const AFTER_EDIT = 200;

type Placed = { group: HTMLElement; at: number };

/** Keeps the marks at their places. Returns a function that sets them at once. */
export function markBlocks(editor: Editor): () => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  let notes = '';

  function mark(): void {
    clearTimeout(due);
    const placed = locate(editor);
    const order = [
      ...placed.map(({ group }) => group),
      ...groupsOf().filter((other) => !placed.some(({ group }) => group === other)),
    ];
    const list = find('beside');
    const now = [...list.querySelectorAll('.group')];
    if (order.some((group, at) => now[at] !== group)) for (const group of order) list.append(group);
    const next = placed.map(toNote);
    const key = JSON.stringify([next, editor.state.doc.childCount]);
    if (key === notes) return;
    notes = key;
    showBlockNotes(editor, next);
  }

  editor.on('update', () => {
    clearTimeout(due);
    due = setTimeout(mark, AFTER_EDIT);
  });
  return mark;
}

export function groupsOf(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>('.group')];
}

/** The position of the block that a group is about; null for the whole article and for blocks that are gone. */
export function placeOfGroup({ state }: Editor, group: HTMLElement): number | null {
  return findBlock(state.doc, group);
}

/** The visible groups with a block in the text, in its order. */
function locate(editor: Editor): Placed[] {
  return groupsOf()
    .filter(({ hidden }) => !hidden)
    .flatMap((group) => {
      const at = findBlock(editor.state.doc, group);
      return at === null ? [] : [{ group, at }];
    })
    .sort((entry, other) => entry.at - other.at);
}

/** When several blocks have this id, the one with the passage counts. */
function findBlock(doc: Node, group: HTMLElement): number | null {
  const { block } = group.dataset;
  if (block === undefined) return null;
  const places: number[] = [];
  doc.forEach((node, at) => {
    if (node.attrs.id === block) places.push(at);
  });
  const passages = passagesOf(group);
  const holds = (at: number) =>
    passages.some((noted) => findInBlock(doc.nodeAt(at) as Node, noted.passage, noted.occurrence));
  return (places.length > 1 ? places.find(holds) : undefined) ?? places[0] ?? null;
}

function toNote({ group, at }: Placed): BlockNote {
  return { at, groupId: group.id, passages: passagesOf(group) };
}

function passagesOf(group: HTMLElement): BlockNote['passages'] {
  return [...group.querySelectorAll<HTMLElement>('[data-passage]:not([hidden])')].map(({ dataset }) => ({
    passage: dataset.passage ?? '',
    occurrence: Number(dataset.occurrence),
  }));
}
