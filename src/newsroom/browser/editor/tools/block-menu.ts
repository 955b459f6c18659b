import { type Editor, Extension } from '@tiptap/core';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type BlockName, blockAt, turnInto } from '#newsroom/browser/editor/commands.ts';
import { find, tell } from '#newsroom/browser/editor/page.ts';
import { moveBlock } from './move-block.ts';

// The menu of blocks: `/` in an empty block, `+` beside a block, and the kind in the bubble open it. The keyboard stays in the text: letters
// narrow the list, arrows choose, Enter takes. What was typed is put into the text when nothing fits or Escape closes the menu.

type Menu = {
  /** Opens the menu at the cursor; `typed` is the text that stays if nothing is chosen. */
  open: (view: EditorView, typed: '' | '/') => void;
  close: () => void;
};

let menu: Menu | null = null;
const acts: Record<string, () => void> = {};
let typed = '';
let query = '';

const element = () => find('block-menu');
const isOpen = () => menu !== null && !element().hidden;
const options = () => [...element().querySelectorAll<HTMLElement>('[role="option"]')];
const shown = () => options().filter(({ hidden }) => !hidden);

/** Sets up the menu; `begin` begins a comment on the block, a suggestion for it, or a table or chart below it. */
export function openBlockMenu(
  editor: Editor,
  begin: Record<'comment' | 'suggest' | 'table' | 'chart', () => void>,
): void {
  Object.assign(acts, begin);
  menu = {
    open: (view, from) => {
      [typed, query] = [from, ''];
      element().hidden = false;
      view.dom.setAttribute('aria-controls', 'block-menu');
      narrow(view);
      place(view);
    },
    close: () => {
      element().hidden = true;
      editor.view.dom.removeAttribute('aria-activedescendant');
      editor.view.dom.removeAttribute('aria-controls');
    },
  };
  element().addEventListener('mousedown', (event) => {
    event.preventDefault(); // the cursor stays in the text
  });
  element().addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null;
    if (option) take(editor.view, option);
  });
  editor.on('blur', () => isOpen() && giveUp(editor.view, false));
  document.addEventListener('scroll', () => isOpen() && place(editor.view), { passive: true });
}

/** Opens the menu for the block at the cursor; a second call closes it. */
export function toggleBlockMenu(editor: Editor): void {
  if (isOpen()) {
    menu?.close();
    return;
  }
  editor.view.focus();
  menu?.open(editor.view, '');
}

/** Puts an empty paragraph below a block, with the menu; an empty block is used itself. */
export function addBlockBelow(editor: Editor, index: number): void {
  const { state, view } = editor;
  const block = state.doc.maybeChild(index);
  if (!block) return;
  let at = 0;
  for (let n = 0; n <= index; n++) at += state.doc.child(n).nodeSize;
  const { tr } = state;
  const paragraph = state.schema.nodes.paragraph?.create();
  if (block.textContent !== '' && paragraph)
    tr.insert(at, paragraph).setSelection(TextSelection.create(tr.doc, at + 1));
  else tr.setSelection(TextSelection.near(tr.doc.resolve(at - 1), -1));
  view.dispatch(tr.scrollIntoView());
  view.focus();
  menu?.open(view, '');
}

/** The keys of the menu. */
export const BlockMenu = Extension.create({
  name: 'blockMenu',
  priority: 1000,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => {
          if (isOpen()) return narrowBy(view, text);
          const { $from, empty } = view.state.selection;
          if (text !== '/' || !empty || !menu || $from.parent.content.size > 0) return false;
          menu.open(view, '/');
          return true;
        },
        handleKeyDown: (view, event) => isOpen() && onKey(view, event),
        handleDOMEvents: {
          compositionstart: (view) => {
            if (isOpen()) giveUp(view, true);
            return false;
          },
        },
      },
    }),
  ],
});

function narrowBy(view: EditorView, text: string): boolean {
  query += text.toLowerCase();
  narrow(view);
  if (shown().length === 0) giveUp(view, true);
  return true;
}

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const list = shown();
  const at = list.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case 'ArrowDown':
      select(view, list[(at + 1) % list.length]);
      return true;
    case 'ArrowUp':
      select(view, list[(at - 1 + list.length) % list.length]);
      return true;
    case 'Enter':
    case 'Tab': {
      const option = list[at];
      if (option) take(view, option);
      event.preventDefault();
      return true;
    }
    case 'Escape':
      giveUp(view, query !== '');
      event.preventDefault();
      return true;
    case 'Backspace':
      if (query === '') menu?.close();
      else {
        query = query.slice(0, -1);
        narrow(view);
      }
      return true;
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'Delete':
      giveUp(view, true);
      return false;
    default:
      return false;
  }
}

/** Shows the options with these letters, and selects the first. */
function narrow(view: EditorView): void {
  for (const option of options())
    option.hidden =
      !(option.dataset.words ?? '').split(' ').some((word) => word.startsWith(query)) &&
      !(option.dataset.words ?? '').startsWith(query);
  const now = blockAt(view.state);
  const first = shown();
  select(view, query === '' ? (first.find(({ dataset }) => dataset.block === now) ?? first[0]) : first[0]);
}

function select(view: EditorView, option: HTMLElement | undefined): void {
  for (const other of options()) other.setAttribute('aria-selected', String(other === option));
  if (!option) return;
  view.dom.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}

/** Closes the menu. What was typed for it goes into the text, so that nothing is lost. */
function giveUp(view: EditorView, isTextKept: boolean): void {
  menu?.close();
  const text = isTextKept || typed === '/' ? typed + query : '';
  [typed, query] = ['', ''];
  if (text !== '') view.dispatch(view.state.tr.insertText(text));
}

function take(view: EditorView, option: HTMLElement): void {
  menu?.close();
  [typed, query] = ['', ''];
  const name = option.dataset.block ?? '';
  view.focus();
  if (acts[name]) {
    acts[name]();
    return;
  }
  if (name === 'up' || name === 'down') {
    if (!moveBlock(name === 'up' ? -1 : 1)(view.state, view.dispatch)) tell('It is at the end already.');
    return;
  }
  if (blockAt(view.state) !== name) turnInto(name as BlockName)(view.state, view.dispatch);
}

/** Below the cursor, or above it where there is no room; on a phone above its bar. */
function place(view: EditorView): void {
  const box = element();
  const cursor = view.coordsAtPos(view.state.selection.from);
  const tools = document.getElementById('phone-tools');
  const foot = tools?.checkVisibility() ? tools.getBoundingClientRect().top : innerHeight;
  const below = cursor.bottom + 6;
  const top = below + box.offsetHeight <= foot ? below : Math.max(8, cursor.top - 6 - box.offsetHeight);
  box.style.top = `${Math.min(top, Math.max(8, foot - box.offsetHeight - 8))}px`;
  box.style.left = `${Math.max(8, Math.min(cursor.left, document.documentElement.clientWidth - box.offsetWidth - 8))}px`;
}
