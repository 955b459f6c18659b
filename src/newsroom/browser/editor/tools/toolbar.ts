import type { Editor } from '@tiptap/core';
import { redo, undo } from '@tiptap/pm/history';
import { type BlockName, blockAt, turnInto } from '#newsroom/browser/editor/commands.ts';
import { find } from '#newsroom/browser/editor/page.ts';
import { isPreviewKey } from '#newsroom/browser/editor/preview.ts';
import { hasUndoableAct, undoAct } from '#newsroom/browser/editor/undo-act.ts';
import { toggleBlockMenu } from './block-menu.ts';
import { toggleFocusMode } from './focus-mode.ts';
import { askForLink } from './link-dialog.ts';
import { makeTypographic } from './quotes.ts';

const BLOCKS = ['paragraph', 'heading', 'subheading', 'quote', 'list', 'numbers'];
const KINDS: Record<BlockName, string> = {
  paragraph: 'Text',
  heading: 'Heading',
  subheading: 'Subheading',
  quote: 'Quote',
  list: 'List',
  numbers: 'Numbered list',
};
const MARKS = ['em', 'strong', 'code', 'link'];

/** What the toolbars and their keys do outside the text. */
export type ToolActs = {
  /** Moves to the comments on the block at the cursor; false when there are none. */
  focusComments: () => boolean;
  /** Moves to the panel. */
  focusPanel: () => void;
  /** Opens the card of the next open number. */
  settle: () => void;
  /** Opens a form for a comment on the selected words. */
  comment: () => void;
  /** Opens a form that suggests other words for the selected ones. */
  suggest: () => void;
  /** Adds the link at the cursor to the sources of the article. */
  source: () => void;
  /** Shows or hides the preview beside the text. */
  preview: () => void;
  /** Opens find and replace. */
  find: () => void;
};

/**
 * Sets up the bubble over the selected words, the bar of a phone and the menu of further acts, with their keyboard shortcuts. Returns a
 * function that updates the buttons for the cursor position.
 */
export function openToolbars(editor: Editor, acts: ToolActs): () => void {
  const update = [find('bubble'), find('phone-tools'), find('more-acts')].map((tools) =>
    openToolbar(tools, editor, acts),
  );
  document.addEventListener('keydown', (event) => onKey(event, editor, acts));
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
      for (const refresh of update) refresh();
    });
  };
}

function openToolbar(tools: HTMLElement, editor: Editor, acts: ToolActs): () => void {
  const buttons = [...tools.querySelectorAll('button')];
  const nameOf = (button: HTMLButtonElement) => button.dataset.tool ?? '';
  buttons.forEach((button, at) => {
    button.tabIndex = at === 0 ? 0 : -1;
    button.addEventListener('mousedown', (event) => event.preventDefault()); // keeps the selection in the text
    button.addEventListener('click', () => {
      if (tools.matches(':popover-open')) tools.hidePopover();
      use(editor, nameOf(button), acts);
    });
  });
  tools.addEventListener('keydown', (event) => walk(event, buttons, editor));
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each kind of button
  return () => {
    if (!tools.checkVisibility()) return;
    const block = blockAt(editor.state);
    for (const button of buttons) {
      const name = nameOf(button);
      const isOn = BLOCKS.includes(name) ? name === block : MARKS.includes(name) && editor.isActive(name);
      if (BLOCKS.includes(name) || MARKS.includes(name)) set(button, 'aria-pressed', String(isOn));
      if (name === 'kind') nameKind(button, block);
      if (name === 'undo') set(button, 'aria-disabled', String(!hasUndoableAct() && !undo(editor.state)));
      if (name === 'redo') set(button, 'aria-disabled', String(!redo(editor.state)));
    }
  };
}

/** The bubble names the kind of the block. */
function nameKind(button: HTMLButtonElement, block: BlockName): void {
  const place = button.querySelector('#kind-name');
  const words = KINDS[block];
  if (place && place.textContent !== words) place.textContent = words;
}

function set(button: HTMLButtonElement, name: string, value: string): void {
  if (button.getAttribute(name) !== value) button.setAttribute(name, value);
}

function use(editor: Editor, name: string, acts: ToolActs): void {
  const { state, view } = editor;
  const asks: Record<string, (editor: Editor) => void> = {
    keys: showKeys,
    link: () => askForLink(editor, acts.source),
    source: acts.source,
    comment: acts.comment,
    suggest: acts.suggest,
    quotes: makeTypographic,
    find: acts.find,
    kind: toggleBlockMenu,
    focus: toggleFocusMode,
    preview: acts.preview,
    settle: acts.settle,
  };
  const ask = asks[name];
  if (ask) {
    ask(editor);
    return;
  }
  if (name === 'undo') undoAct() || undo(state, view.dispatch);
  else if (name === 'redo') redo(state, view.dispatch);
  else if (BLOCKS.includes(name)) turnInto(name as BlockName)(state, view.dispatch);
  else editor.commands.toggleMark(name);
  view.focus();
}

/** Arrow keys move along the toolbar, Escape returns to the text. */
function walk(event: KeyboardEvent, buttons: HTMLButtonElement[], editor: Editor): void {
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const to = steps[event.key];
  if (event.key === 'Escape') editor.view.focus();
  if (to === undefined) return;
  event.preventDefault();
  const next = buttons[(to + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each key
function onKey(event: KeyboardEvent, editor: Editor, acts: ToolActs): void {
  if (document.querySelector('dialog[open]')) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const isInText = editor.view.hasFocus();
  const isInField = isInText || (event.target as Element).matches?.('input, textarea, select');
  if ((isCommand && event.key === '/') || (event.key === '?' && !isInField)) done(event, () => showKeys(editor));
  else if (isCommand && event.key.toLowerCase() === 'k')
    done(event, event.shiftKey ? acts.source : () => askForLink(editor, acts.source));
  else if (isCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f') done(event, acts.find);
  else if (event.altKey && event.key === 'F10') done(event, () => focusToolbar(event.target as Element));
  else if (isCommand && event.altKey && event.code === 'KeyM') done(event, acts.comment);
  else if (isCommand && event.altKey && event.code === 'KeyG') done(event, acts.suggest);
  else if (isPreviewKey(event)) done(event, acts.preview);
  else if (event.key === 'F6') done(event, () => goOn(event.target as Element, editor, acts));
  else if (isCommand && event.key === '.') done(event, toggleFocusMode);
  else if (event.key === 'Escape' && isFocusMode() && !event.defaultPrevented) done(event, toggleFocusMode);
}

function isFocusMode(): boolean {
  return find('edit-page').classList.contains('focus-mode');
}

/** Alt F10 goes to the bubble of the selected words, from there or without one to the acts above the sheet. */
function focusToolbar(from: Element): void {
  const bubble = find('bubble');
  const isNext = bubble.hidden || bubble.contains(from);
  const next = isNext ? find('panel-button') : bubble.querySelector<HTMLElement>('[tabindex="0"]');
  next?.focus();
}

/** F6 goes from the text to the comments on its block or else to the panel, and back to the text. */
function goOn(from: Element, editor: Editor, { focusComments, focusPanel }: ToolActs): void {
  if (from.closest('#panel')) editor.view.focus();
  else if (!(editor.view.hasFocus() && focusComments())) focusPanel();
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
