import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Decoration } from '@tiptap/pm/view';
import { readSpans } from '#html/spans.ts';
import { createMarks } from '#newsroom/browser/editor/marks.ts';

// Marks in the text of blocks that have comments. They are decorations: nothing of them is in the copy.

/** What is marked in one block: the words that comments are about. */
export type BlockNote = {
  at: number;
  /** The id of the element with the comments. */
  groupId: string;
  passages: { passage: string; occurrence: number }[];
};

const marks = createMarks('blockNotes');

export const BlockNotes = marks.extension;

/** Shows these notes in place of those before. */
export function showBlockNotes(editor: Editor, notes: readonly BlockNote[]): void {
  const { doc } = editor.state;
  marks.show(
    editor,
    notes.flatMap((note) => decorate(doc.nodeAt(note.at), note)),
  );
}

function decorate(block: Node | null, { at, groupId, passages }: BlockNote): Decoration[] {
  if (!block) return [];
  const whole = Decoration.node(at, at + block.nodeSize, { class: 'noted', 'aria-details': groupId });
  const words = passages.flatMap(({ passage, occurrence }) => {
    const range = findInBlock(block, passage, occurrence);
    return range ? [Decoration.inline(at + range.from, at + range.to, { class: 'noted-words' })] : [];
  });
  return [whole, ...words];
}

/** Where a passage of the stored text is in a block, in positions of the document relative to the block. */
export function findInBlock(block: Node, passage: string, occurrence: number): { from: number; to: number } | null {
  const [words, positions] = textOf(block);
  for (const [sought, times] of [
    [passage, occurrence],
    [plainText(passage), 1],
  ] as const) {
    let start = -1;
    for (let n = 0; n < times; n++) start = words.indexOf(sought, start + 1);
    const [from, to] = [positions[start], positions[start + sought.length - 1]];
    if (start !== -1 && from !== undefined && to !== undefined) return { from, to: to + 1 };
  }
  return null;
}

/** The text of a block and the position of each of its UTF-16 units; the items of a list are joined by line breaks. */
function textOf(block: Node): [string, number[]] {
  let words = '';
  const positions: number[] = [];
  block.descendants((node, at) => {
    if (node.type.name === 'item' && words !== '') {
      words += '\n';
      positions.push(at);
    }
    for (let unit = 0; unit < (node.text?.length ?? 0); unit++) positions.push(at + 1 + unit);
    words += node.text ?? '';
  });
  return [words, positions];
}

/** Stored text without its inline marks. */
function plainText(text: string): string {
  return readSpans(text)
    .map((span) => span.text)
    .join('');
}
