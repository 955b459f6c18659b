import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { tell } from '#newsroom/browser/editor/page.ts';

// Typographic quotes and dashes on request. While somebody types, nothing is changed: 12" and 6' are measures here.

type Change = { at: number; length: number; text: string };

/** The changes that make straight quotes, double hyphens and three dots typographic. A quote after a digit is a measure and stays. */
export function smartChanges(text: string): Change[] {
  const changes: Change[] = [];
  for (const { 0: sign, index: at } of text.matchAll(/["']|--|(?<=[^\d\s]) - | - (?=[^\d\s])|\.\.\./g)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + sign.length] ?? ' '];
    const next = replacementOf(sign, before, after);
    if (next !== null) changes.push({ at, length: sign.length, text: next });
  }
  return changes;
}

function replacementOf(sign: string, before: string, after: string): string | null {
  if (sign === '--') return before === '-' || after === '-' ? null : '—';
  if (sign === ' - ') return ' – ';
  if (sign === '...') return '…';
  if (/\d/.test(before)) return null;
  const opens = /[\s([{“‘—–]/.test(before);
  if (sign === '"') return opens ? '“' : '”';
  return opens && !/\d/.test(after) ? '‘' : '’';
}

/** Changes the selected text, or the whole body, in one step that undo takes back. Code stays as it is. */
export function makeTypographic(editor: Editor): void {
  const { doc, selection, schema, tr } = editor.state;
  const [first, last] = selection.empty ? [0, doc.content.size] : [selection.from, selection.to];
  const places: { from: number; to: number; text: string }[] = [];
  doc.nodesBetween(first, last, (node, position) => {
    if (!node.isTextblock) return true;
    for (const { at, length, text } of smartChanges(node.textContent)) {
      const from = position + 1 + at;
      if (from >= first && from + length <= last) places.push({ from, to: from + length, text });
    }
    return false;
  });
  const code = schema.marks.code;
  const changed = places.filter(({ from, to }) => !code || !doc.rangeHasMark(from, to, code));
  for (const { from, to, text } of changed.toReversed()) tr.insertText(text, from, to);
  if (changed.length > 0) editor.view.dispatch(closeHistory(tr));
  const count = changed.length === 1 ? '1 quote or dash' : `${changed.length} quotes and dashes`;
  tell(
    changed.length === 0 ? 'No straight quote or double hyphen was found.' : `${count} changed. Undo takes it back.`,
  );
}
