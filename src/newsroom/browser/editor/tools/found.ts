import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Decoration } from '@tiptap/pm/view';
import { createMarks } from '#newsroom/browser/editor/marks.ts';

export type Range = { from: number; to: number };

const marks = createMarks('found');

/** Marks words in the text while a dialog or the find bar has the focus: the browser shows no selection then. */
export const Found = marks.extension;

/** Marks these ranges in place of those before, one of them as the present one. */
export function showFound(editor: Editor, ranges: readonly Range[], present: number): void {
  marks.show(
    editor,
    ranges.map(({ from, to }, at) =>
      Decoration.inline(from, to, { class: at === present ? 'found found-now' : 'found' }),
    ),
  );
}

/** Where words are in the text, ignoring case. A match lies within one block. */
export function findWords(doc: Node, words: string): Range[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'giu');
  const ranges: Range[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    for (const match of node.textContent.matchAll(pattern))
      ranges.push({ from: at + 1 + match.index, to: at + 1 + match.index + match[0].length });
    return false;
  });
  return ranges;
}
