import type { Editor } from '@tiptap/core';
import { redo, undo } from '@tiptap/pm/history';
import { type BlockName, blockAt, turnInto } from './commands.ts';
import { find } from './page.ts';

const BLOCKS = ['paragraph', 'heading', 'subheading', 'quote', 'list', 'numbers'];
const MARKS = ['em', 'strong', 'code', 'link'];

/** Sets up the toolbar and its keyboard shortcuts; `focusComments` moves to the comments, if there are any. Returns a function that updates the buttons for the cursor position. */
export function openToolbar(editor: Editor, focusComments: () => boolean): () => void {
  const tools = find('tools');
  const buttons = [...tools.querySelectorAll('button')];
  const nameOf = (button: HTMLButtonElement) => button.dataset.tool ?? '';
  buttons.forEach((button, at) => {
    button.tabIndex = at === 0 ? 0 : -1;
    button.addEventListener('mousedown', (event) => event.preventDefault()); // keeps the selection in the text
    button.addEventListener('click', () => use(editor, nameOf(button)));
  });
  tools.addEventListener('keydown', (event) => walk(event, buttons, editor));
  document.addEventListener('keydown', (event) => onKey(event, editor, focusComments));
  find('keys-dialog').addEventListener(
    'close',
    () => find('keys-dialog').dataset.from === 'body' && editor.view.focus(),
  );

  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      const block = blockAt(editor.state);
      for (const button of buttons) {
        const name = nameOf(button);
        const isOn = BLOCKS.includes(name) ? name === block : MARKS.includes(name) && editor.isActive(name);
        if (BLOCKS.includes(name) || MARKS.includes(name)) set(button, 'aria-pressed', String(isOn));
        if (name === 'undo') set(button, 'aria-disabled', String(!undo(editor.state)));
        if (name === 'redo') set(button, 'aria-disabled', String(!redo(editor.state)));
      }
    });
  };
}

function set(button: HTMLButtonElement, name: string, value: string): void {
  if (button.getAttribute(name) !== value) button.setAttribute(name, value);
}

function use(editor: Editor, name: string): void {
  const { state, view } = editor;
  const asks: Record<string, (editor: Editor) => void> = { keys: showKeys, link: askForLink };
  const ask = asks[name];
  if (ask) {
    ask(editor);
    return;
  }
  if (name === 'undo') undo(state, view.dispatch);
  else if (name === 'redo') redo(state, view.dispatch);
  else if (BLOCKS.includes(name)) turnInto(name as BlockName)(state, view.dispatch);
  else editor.commands.toggleMark(name);
  view.focus();
}

/** Arrow keys move along the toolbar, Escape returns to the text. */
function walk(event: KeyboardEvent, buttons: HTMLButtonElement[], editor: Editor): void {
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
  const to = steps[event.key];
  if (event.key === 'Escape') editor.view.focus();
  if (to === undefined) return;
  event.preventDefault();
  const next = buttons[(to + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}

function onKey(event: KeyboardEvent, editor: Editor, focusComments: () => boolean): void {
  if (document.querySelector('dialog[open]')) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const isInText = editor.view.hasFocus();
  const isInField = isInText || (event.target as Element).matches?.('input, textarea, select');
  if ((isCommand && event.key === '/') || (event.key === '?' && !isInField)) done(event, () => showKeys(editor));
  else if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') done(event, () => askForLink(editor));
  else if (event.altKey && event.key === 'F10')
    done(event, () => find('tools').querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  else if (event.key === 'F6') done(event, () => goOn(event.target as Element, editor, focusComments));
}

/** F6 goes from the text to the comments, from there to the fields, and back to the text. */
function goOn(from: Element, editor: Editor, focusComments: () => boolean): void {
  const isInText = editor.view.hasFocus();
  if (isInText && focusComments()) return;
  if (isInText || from.closest('.group')) find('f-section').focus();
  else editor.view.focus();
}

function done(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}

function showKeys(editor: Editor): void {
  const dialog = find<HTMLDialogElement>('keys-dialog');
  dialog.dataset.from = editor.view.hasFocus() ? 'body' : '';
  dialog.showModal();
}

/** Asks for the address of the selected words, or of the link at the cursor. */
function askForLink(editor: Editor): void {
  const dialog = find<HTMLDialogElement>('link-dialog');
  const address = find<HTMLInputElement>('link-address');
  const trouble = find('link-trouble');
  const isInLink = editor.isActive('link');
  if (editor.state.selection.empty && !isInLink) {
    find('standing').textContent = 'Select the words first, then add the link.';
    return;
  }
  address.value = isInLink ? String(editor.getAttributes('link').href) : 'https://';
  trouble.textContent = '';
  const form = find<HTMLFormElement>('link-form');
  form.onsubmit = (event) => {
    const isSet = (event.submitter as HTMLButtonElement | null)?.value !== 'none';
    const url = URL.parse(address.value.trim());
    const isGood = url?.protocol === 'https:' && url.hostname !== '' && !url.username && !url.password;
    if (isSet && !isGood) {
      event.preventDefault();
      trouble.textContent = 'A link must be an https address.';
      address.focus();
      return;
    }
    const chain = editor.chain().extendMarkRange('link');
    (isSet && url ? chain.setMark('link', { href: url.href }) : chain.unsetMark('link')).run();
  };
  dialog.onclose = () => editor.view.focus();
  dialog.showModal();
  address.select();
}
