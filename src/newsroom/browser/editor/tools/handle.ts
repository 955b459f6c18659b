import type { Editor } from '@tiptap/core';
import { find } from '#newsroom/browser/editor/page.ts';
import { addBlockBelow } from './block-menu.ts';
import { moveBlock, moveBlocks } from './move-block.ts';

// `+` and the handle in the margin of a block: of the one below the mouse, or else of the one at the cursor. The handle drags the block;
// with the keyboard on it, the arrow keys move it.

/** Sets up the handle. In a window without a margin it is not shown: the menu of blocks moves a block there. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the handle and the block at it
export function openHandle(editor: Editor): void {
  const handle = find('block-handle');
  const line = find('drop-line');
  let index = 0;
  let isHovered = false;

  function blockAtCursor(): number {
    const { $from } = editor.state.selection;
    return $from.index(0);
  }

  function place(next: number): void {
    const block = editor.view.dom.children[next];
    const isShown =
      block instanceof HTMLElement && (editor.view.hasFocus() || handle.matches(':hover, :focus-within') || isHovered);
    handle.hidden = !isShown;
    if (!isShown) return;
    index = next;
    const canvas = handle.offsetParent?.getBoundingClientRect() ?? { top: 0, left: 0 };
    const { top, left } = block.getBoundingClientRect();
    const half = Number.parseFloat(getComputedStyle(block).lineHeight) / 2 || 16;
    handle.style.top = `${top - canvas.top + half - handle.offsetHeight / 2}px`;
    handle.style.left = `${left - canvas.left - handle.offsetWidth - 8}px`;
  }

  let isDue = false;
  const later = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      if (!handle.matches(':hover, :focus-within')) place(blockAtCursor());
    });
  };
  editor.on('selectionUpdate', later);
  editor.on('update', later);
  editor.on('focus', later);
  editor.on('blur', later);
  addEventListener('resize', later);
  find('body').addEventListener('pointermove', ({ clientY, pointerType }) => {
    if (pointerType !== 'mouse') return;
    const under = [...editor.view.dom.children].findIndex(
      (element) => element.getBoundingClientRect().bottom >= clientY,
    );
    isHovered = true;
    if (under !== -1) place(under);
  });
  find('body').addEventListener('pointerleave', () => {
    isHovered = false;
    later();
  });

  const [add, move] = [...handle.querySelectorAll('button')];
  add?.addEventListener('mousedown', (event) => event.preventDefault());
  add?.addEventListener('click', () => addBlockBelow(editor, index));
  move?.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.key === 'Escape') editor.view.focus();
    if (by === 0) return;
    event.preventDefault();
    if (moveBlock(by)(editor.state, editor.view.dispatch)) requestAnimationFrame(() => place(blockAtCursor()));
  });
  move?.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    move.setPointerCapture(event.pointerId);
    drag(event.pointerId);
  });

  /** Follows the pointer, and drops the block before the block whose middle is below it. Escape leaves it where it was. */
  function drag(pointer: number): void {
    const from = index;
    let to = from;
    const ends = new AbortController();
    const { signal } = ends;
    const blocks = () => [...editor.view.dom.children];
    move?.addEventListener('pointermove', onMove, { signal });
    move?.addEventListener('pointerup', () => finish(true), { signal });
    move?.addEventListener('pointercancel', () => finish(false), { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && finish(false), { signal, capture: true });

    function onMove({ clientY }: PointerEvent): void {
      const all = blocks().map((element) => element.getBoundingClientRect());
      const before = all.findIndex(({ top, height }) => clientY < top + height / 2);
      to = before === -1 ? all.length : before;
      const canvas = line.offsetParent?.getBoundingClientRect() ?? { top: 0, left: 0 };
      const edge = all[to]?.top ?? all.at(-1)?.bottom ?? 0;
      line.hidden = to === from || to === from + 1;
      line.style.top = `${edge - canvas.top - 8}px`;
      line.style.left = `${(all[0]?.left ?? 0) - canvas.left}px`;
      line.style.width = `${all[0]?.width ?? 0}px`;
    }

    function finish(isDropped: boolean): void {
      ends.abort();
      line.hidden = true;
      if (move?.hasPointerCapture(pointer)) move.releasePointerCapture(pointer);
      if (isDropped) moveBlocks(from, from, to)(editor.state, editor.view.dispatch);
      later();
    }
  }
}
