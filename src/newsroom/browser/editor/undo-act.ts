import { find, make, tell } from './page.ts';

// An act that changes more than the text, such as words brought back into a field. Undo takes it back until something else is changed;
// after that, undo is again the undo of the text or of the field.

let takeBack: (() => void) | null = null;

/** Says what was just done, with a button that takes it back. `Ctrl Z` does the same. */
export function tellUndoable(words: string, undo: () => void): void {
  tell(words);
  takeBack = undo;
  const keepFocus = (event: Event) => event.preventDefault();
  find('told').append(
    ' ',
    make('button', { type: 'button', class: 'plain', mousedown: keepFocus, click: () => undoAct() }, 'Undo'),
  );
}

/** Undoes the last act. Returns false if there is no act that can be undone. */
export function undoAct(): boolean {
  if (!takeBack) return false;
  const undo = takeBack;
  undo();
  takeBack = null;
  tell('Undone.');
  return true;
}

export function hasUndoableAct(): boolean {
  return takeBack !== null;
}

/** Something else was changed: the last act can no longer be taken back. */
export function forgetAct(): void {
  if (!takeBack) return;
  takeBack = null;
  find('told').querySelector('button')?.remove();
}

/** Ctrl Z takes the last act back, in the text and in the fields of the article, but not in another form. */
export function openUndoOfActs(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      if (!isUndo || !takeBack || document.querySelector('dialog[open]')) return;
      const { target } = event;
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isField && target.form?.id !== 'edit') return;
      event.preventDefault();
      event.stopPropagation();
      undoAct();
    },
    { capture: true },
  );
}
