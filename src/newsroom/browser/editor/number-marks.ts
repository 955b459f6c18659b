import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { Decoration } from '@tiptap/pm/view';
import { findInBlock } from '#newsroom/browser/editor/comments/block-notes.ts';
import { createMarks } from './marks.ts';

// Underlines of the numbers in the text, by state. They are decorations: nothing of them is in the copy.

/** A number in the text as the server found it: the `nth` time that its characters occur in the `turn`th block of this id. */
export type TypedNumber = { figure: string; block: string; turn: number; text: string; nth: number; state: string };

const marks = createMarks('numberMarks');

export const NumberMarks = marks.extension;

/** Underlines these numbers in place of those before. */
export function showNumbers(editor: Editor, numbers: readonly TypedNumber[]): void {
  const { doc } = editor.state;
  const byBlock = Map.groupBy(numbers, ({ block, turn }) => `${turn} ${block}`);
  const turns = new Map<string, number>();
  const decorations: Decoration[] = [];
  doc.forEach((node, at) => {
    const { id } = node.attrs as { id: string };
    const turn = (turns.get(id) ?? 0) + 1;
    turns.set(id, turn);
    for (const number of byBlock.get(`${turn} ${id}`) ?? []) decorations.push(...markOf(node, at, number));
  });
  marks.show(editor, decorations);
}

/** The marks of a plugin are relative to the block: its text begins one position after it. */
function markOf(block: Node, at: number, { text, nth, state, figure }: TypedNumber): Decoration[] {
  const range = findInBlock(block, text, nth);
  if (!range) return [];
  return [Decoration.inline(at + range.from, at + range.to, { class: `number is-${state}` }, { figure, state })];
}

/** The number at the cursor, or null. */
export function numberAt({ state }: Editor): string | null {
  const { from, to } = state.selection;
  return marks.read(state).find(from, to)[0]?.spec.figure ?? null;
}

/** The next number after the cursor that is not settled, from the beginning again after the last; `-1` goes backwards. */
export function nextOpen({ state }: Editor, by: 1 | -1 = 1): string | null {
  const open = listNumbers(state).filter((number) => number.state !== 'settled');
  const at = state.selection;
  const next =
    by === 1
      ? open.find(({ from }) => from >= at.from)
      : open.findLast(({ from, to }) => from < at.from && to <= at.from);
  return (next ?? open.at(by === 1 ? 0 : -1))?.figure ?? null;
}

export type PlacedNumber = { figure: string; state: string; from: number; to: number };

/** The numbers of the text in its order. */
export function listNumbers(state: EditorState): PlacedNumber[] {
  return marks
    .read(state)
    .find()
    .map(({ from, to, spec }) => ({ from, to, figure: spec.figure as string, state: spec.state as string }))
    .sort((number, other) => number.from - other.from);
}

/** Scrolls to a number and selects it, without moving the focus. */
export function selectNumber(editor: Editor, figure: string): void {
  const mark = marks.read(editor.state).find(undefined, undefined, (spec) => spec.figure === figure)[0];
  if (mark) editor.chain().setTextSelection({ from: mark.from, to: mark.to }).scrollIntoView().run();
}
