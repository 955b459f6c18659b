import type { Editor } from '@tiptap/core';
import { Decoration } from '@tiptap/pm/view';
import { createMarks } from './marks.ts';
import type { Range } from './replace-body.ts';

// Words of others that came into the text while it is open: marked for a while, with the name of the person who wrote them.

/** Milliseconds that words are marked. */
const MARKED_FOR = 20_000;

const marks = createMarks('arrived');
let ending: ReturnType<typeof setTimeout> | undefined;

export const Arrived = marks.extension;

/** Marks these ranges as words of `by`. */
export function showArrived(editor: Editor, ranges: readonly Range[], by: string): void {
  const title = `Written by ${by}`;
  const decorations = joined(editor, ranges).map(({ from, to }) =>
    Decoration.inline(from, to, { class: 'arrived', title }),
  );
  marks.show(editor, [...marks.read(editor.state).find(), ...decorations]);
  clearTimeout(ending);
  ending = setTimeout(() => marks.show(editor, []), MARKED_FOR);
}

/** The ranges in order; those with only white space between them are one. */
function joined({ state: { doc } }: Editor, ranges: readonly Range[]): Range[] {
  const list: Range[] = [];
  for (const range of ranges.toSorted((candidate, other) => candidate.from - other.from)) {
    const last = list.at(-1);
    if (last && doc.textBetween(last.to, Math.max(last.to, range.from), '\n', '\n').trim() === '')
      last.to = Math.max(last.to, range.to);
    else list.push({ ...range });
  }
  return list;
}

/** Runs a change of the text so that what the person sees keeps its place in the window. */
export function keepInPlace(editor: Editor, change: () => void): void {
  const place = placeOf(editor);
  const before = place?.top();
  const root = document.documentElement;
  root.style.overflowAnchor = 'none'; // the browser must not move the page, too
  change();
  const after = place?.top();
  if (before !== undefined && after !== undefined && Math.abs(after - before) >= 1) window.scrollBy(0, after - before);
  requestAnimationFrame(() => {
    root.style.overflowAnchor = '';
  });
}

/** The line of the cursor, or else the first block in the window. */
function placeOf({ view }: Editor): { top: () => number | undefined } | null {
  const topOfCursor = () => view.coordsAtPos(view.state.selection.head).top;
  const cursor = topOfCursor();
  if (view.hasFocus() && cursor > 0 && cursor < window.innerHeight) return { top: topOfCursor };
  const block = [...view.dom.children].find((candidate) => candidate.getBoundingClientRect().bottom > 0);
  return block ? { top: () => (block.isConnected ? block.getBoundingClientRect().top : undefined) } : null;
}
