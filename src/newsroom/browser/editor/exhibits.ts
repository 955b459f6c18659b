import type { Editor } from '@tiptap/core';
import { type ExhibitKind, printExhibit } from '#article/exhibits.ts';
import { find, tell } from './page.ts';
import { OFFER_TABLE } from './paste-notice.ts';

/** Begins a table or chart below the block at the cursor: its first lines go into the field, and the cursor goes behind its kind. */
export function beginExhibit(
  editor: Editor,
  kind: ExhibitKind,
  reveal: (field: HTMLElement) => void,
  rows: string[][] = [],
): void {
  const after = blockBefore(editor);
  if (after === null) {
    tell('Write the text first: a table or chart follows a block of it.');
    return;
  }
  const field = find<HTMLTextAreaElement>('f-exhibits');
  const written = field.value.trimEnd();
  const begins = written === '' ? '' : `${written}\n\n`;
  field.value = `${begins}${printExhibit({ kind, caption: '', after, rows })}\n`;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.closest('details')?.setAttribute('open', '');
  reveal(field);
  field.focus();
  const cursor = begins.length + kind.length + 2;
  field.setSelectionRange(cursor, cursor);
}

/** The id of the block at the cursor, or of the last one with text before it. */
function blockBefore({ state }: Editor): string | null {
  for (let index = state.selection.$from.index(0); index >= 0; index--) {
    const block = state.doc.maybeChild(index);
    if (block && block.textContent.trim() !== '') return block.attrs.id;
  }
  return null;
}

/** Takes the cells of a pasted table that the writer wants as a table of the article. */
export function openPastedTables(editor: Editor, reveal: (field: HTMLElement) => void): void {
  document.addEventListener(OFFER_TABLE, (event) =>
    beginExhibit(editor, 'table', reveal, (event as CustomEvent<string[][]>).detail),
  );
}

/** The button that writes the tables and charts that an agent proposes into their field. */
export function openProposedExhibits(): void {
  const box = document.getElementById('proposed-exhibits');
  document.getElementById('take-exhibits')?.addEventListener('click', () => {
    const field = find<HTMLTextAreaElement>('f-exhibits');
    field.value = [field.value.trimEnd(), box?.querySelector('pre')?.textContent ?? ''].filter(Boolean).join('\n\n');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    box?.remove();
    field.focus();
    tell('The tables and charts are in the field. Save, and settle their numbers.');
  });
}
