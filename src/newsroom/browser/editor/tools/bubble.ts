import type { Editor } from '@tiptap/core';
import { find } from '#newsroom/browser/editor/page.ts';

/** Pixels between the selected words and the bubble; on a touch screen the handles of the selection are between them. */
const GAP = matchMedia('(pointer: coarse)').matches ? 28 : 8;
/** Milliseconds that a selection made with keys has to rest. */
const RESTS = 250;

/** Shows the bubble beside the selected words: above them where there is room, else below; never over them. */
export function openBubble(editor: Editor): void {
  const bubble = find('bubble');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;

  function later(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(place, milliseconds);
  }

  function place(): void {
    const { selection } = editor.state;
    const isUsed = bubble.contains(document.activeElement);
    bubble.hidden = selection.empty || isPressed || !(editor.view.hasFocus() || isUsed);
    if (bubble.hidden) return;
    const at = findPlace(editor, bubble);
    bubble.hidden = at === null && !isUsed;
    if (!at) return;
    const origin = find('edit-page').getBoundingClientRect();
    bubble.style.top = `${at.top - origin.top}px`;
    bubble.style.left = `${at.left - origin.left}px`;
  }

  editor.on('selectionUpdate', () => {
    if (editor.state.selection.empty) place();
    else later(RESTS);
  });
  editor.on('update', () => later(0));
  editor.on('blur', () => later(0));
  editor.on('focus', () => later(RESTS));
  bubble.addEventListener('focusout', () => later(0));
  editor.view.dom.addEventListener('pointerdown', () => {
    isPressed = true;
    place();
  });
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, () => {
      if (!isPressed) return;
      isPressed = false;
      later(0);
    });
  addEventListener('scroll', () => !bubble.hidden && requestAnimationFrame(place), { passive: true });
  addEventListener('resize', () => !bubble.hidden && place());
}

/** A place in the window, above or below the selection; null where both would be out of sight. */
function findPlace({ state, view }: Editor, bubble: HTMLElement): { top: number; left: number } | null {
  const { from, to } = state.selection;
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const first = document.getElementById('edit-top')?.getBoundingClientRect().bottom ?? 0;
  const bar = document.getElementById('save-bar')?.getBoundingClientRect();
  const last = bar && bar.bottom >= innerHeight ? bar.top : innerHeight;
  const above = start.top - GAP - height;
  const below = end.bottom + GAP;
  const tops = [above, below].filter((top) => top >= Math.max(0, first) && top + height <= last);
  const [top] = matchMedia('(pointer: coarse)').matches ? tops.reverse() : tops;
  if (top === undefined) return null;
  const text = view.dom.getBoundingClientRect();
  const left = top === above ? start.left : end.right - width;
  return { top, left: Math.max(text.left, Math.min(left, document.documentElement.clientWidth - width - 8)) };
}
