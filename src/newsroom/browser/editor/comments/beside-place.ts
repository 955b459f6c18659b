import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { find } from '#newsroom/browser/editor/page.ts';
import { type BlockNote, findInBlock, showBlockNotes } from './block-notes.ts';

// Puts each group of comments level with its block: in a column where the window is wide enough, below the block otherwise.

/** Wide enough for the text, a column of comments and the fields. The style sheet names the same width. */
const WIDE = matchMedia('(min-width: 80rem)');
/** Pixels between two groups in the column, and around a group below its block. */
const GAP = 8;
/** Milliseconds after an edit: while somebody types, nothing is measured. */
const AFTER_EDIT = 200;

type Placed = { group: HTMLDetailsElement; at: number; element: HTMLElement };

/** Keeps the groups at their places. Returns a function that places them at once. */
export function placeGroups(editor: Editor): () => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(due);
    due = setTimeout(place, AFTER_EDIT);
  };
  let notes = '';

  function place(): void {
    clearTimeout(due);
    const page = find('edit-page');
    const [found, loose] = locate(editor);
    for (const group of loose) find('above').append(group);
    page.classList.toggle('commented', found.length > 0);
    const rooms = WIDE.matches ? [] : found.map(({ group }) => group.offsetHeight + 2 * GAP);
    note(found.map((one, at) => toNote(one, rooms[at] ?? 0)));
    const origin = page.getBoundingClientRect().top;
    let free = 0;
    const tops = found.map(({ group, element }) => {
      const { top, bottom } = element.getBoundingClientRect();
      if (!WIDE.matches) return bottom - origin + GAP;
      const own = Math.max(top - origin, free);
      free = own + group.offsetHeight + GAP;
      return own;
    });
    found.forEach(({ group }, at) => {
      group.style.top = `${tops[at]}px`;
    });
    page.style.minHeight = `${free}px`;
  }

  function note(next: BlockNote[]): void {
    const key = JSON.stringify([next, editor.state.doc.childCount]);
    if (key === notes) return;
    notes = key;
    showBlockNotes(editor, next);
  }

  editor.on('update', later);
  new ResizeObserver(later).observe(editor.view.dom);
  addEventListener('resize', () => requestAnimationFrame(place));
  WIDE.addEventListener('change', () => {
    foldGroups();
    place();
  });
  document.addEventListener('toggle', ({ target }) => (target as Element).closest('.group') && place(), true);
  foldGroups();
  return place;
}

/** In the column every group is open; below the blocks only those that hold unsent text or the focus. */
export function foldGroups(groups: Iterable<HTMLDetailsElement> = groupsOf()): void {
  for (const group of groups) {
    const isBusy =
      group.contains(document.activeElement) || [...group.querySelectorAll('textarea')].some((one) => one.value !== '');
    group.open = WIDE.matches || isBusy;
  }
}

export function groupsOf(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>('.group')];
}

/** The visible groups with a block in the text, in its order, and those without one. */
function locate(editor: Editor): [Placed[], HTMLDetailsElement[]] {
  const places: Placed[] = [];
  const loose: HTMLDetailsElement[] = [];
  for (const group of groupsOf()) {
    if (group.hidden) continue;
    const at = findBlock(editor.state.doc, group);
    const element = at === null ? null : editor.view.nodeDOM(at);
    if (at !== null && element instanceof HTMLElement) {
      if (group.closest('#above')) find('beside').append(group);
      places.push({ group, at, element });
    } else loose.push(group);
  }
  return [places.sort((one, other) => one.at - other.at), loose];
}

/** The position of the block that a group is about. When several blocks have this id, the one with the passage counts. */
function findBlock(doc: Node, group: HTMLElement): number | null {
  const { block } = group.dataset;
  if (block === undefined) return null;
  const found: number[] = [];
  doc.forEach((node, at) => {
    if (node.attrs.id === block) found.push(at);
  });
  const passages = passagesOf(group);
  const holds = (at: number) =>
    passages.some((one) => findInBlock(doc.nodeAt(at) as Node, one.passage, one.occurrence));
  return (found.length > 1 ? found.find(holds) : undefined) ?? found[0] ?? null;
}

function toNote({ group, at }: Placed, room: number): BlockNote {
  return { at, groupId: group.id, passages: passagesOf(group), room };
}

function passagesOf(group: HTMLElement): BlockNote['passages'] {
  return [...group.querySelectorAll<HTMLElement>('[data-passage]:not([hidden])')].map(({ dataset }) => ({
    passage: dataset.passage ?? '',
    occurrence: Number(dataset.occurrence),
  }));
}
