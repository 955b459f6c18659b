import type { Editor } from '@tiptap/core';
import { find, make, tell } from '#newsroom/browser/editor/page.ts';
import type { Panel } from '#newsroom/browser/editor/panel.ts';
import { postForm } from '#newsroom/browser/editor/server.ts';
import { signInHere } from '#newsroom/browser/forms/sign-in.ts';
import { groupsOf, markBlocks, placeOfGroup } from './noted.ts';

// The comments in the panel, and the request for changes above the text. The forms are those of the article's page; here they
// are sent in the background, so that nothing of the text or of other forms is lost.

export type Beside = {
  /** Reads the comments again; a form keeps its text and the focus. */
  refresh: () => Promise<void>;
  /** Moves the focus to the comments of the block at the cursor, or to the next ones; false when there are none. */
  focus: () => boolean;
  /** Opens the comments with a form for a new one among those of its block. */
  add: (form: HTMLFormElement, blockId: string) => void;
  remove: (form: HTMLFormElement) => void;
  /** The number of the last journal entry in what is shown. */
  seq: () => string;
};

/** Sets up the comments that the page came with. `changed` is called with the new element after each refresh. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the editor and the threads beside it
export function openBeside(
  editor: Editor,
  panel: Panel,
  article: string,
  changed: (comments: HTMLElement) => void,
): Beside {
  /** Threads that were open since this page was opened: once resolved, they stay visible and can be opened again. */
  const seenOpen = new Set<string>();
  const pristine = new WeakMap<Element, string>();
  prepare(document);
  const mark = markBlocks(editor);
  place();

  function place(): void {
    mark();
    const open = document.querySelectorAll('[data-thread]:not([data-resolved], [hidden])').length;
    panel.count('comments', open === 0 ? '' : String(open));
  }

  function prepare(root: ParentNode): void {
    for (const thread of root.querySelectorAll<HTMLElement>('[data-thread]')) {
      const { thread: id = '', resolved } = thread.dataset;
      if (resolved === undefined) seenOpen.add(id);
      thread.hidden = !seenOpen.has(id);
      if (!pristine.has(thread)) pristine.set(thread, thread.innerHTML);
    }
    for (const group of root.querySelectorAll<HTMLElement>('.group'))
      group.hidden = !group.querySelector('[data-thread]:not([hidden])');
    find('above').replaceChildren(...root.querySelectorAll('.request'));
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: what is new beside the text comes in, and what a person has typed, opened and focused stays
  async function refresh(): Promise<void> {
    const response = await fetch(`${article}/beside`).catch(() => null);
    if (!response?.ok) return;
    const read = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('beside');
    if (!read) return;
    const next = document.adoptNode(read);
    const focused = document.activeElement;
    const before = new Map(
      [...document.querySelectorAll<HTMLElement>('[data-thread]')].map((element) => [element.dataset.thread, element]),
    );
    const folded = groupsOf().flatMap(({ open, id }) => (open ? [] : [id]));
    for (const thread of next.querySelectorAll<HTMLElement>('[data-thread]')) {
      const known = before.get(thread.dataset.thread);
      if (known && pristine.get(known) === thread.innerHTML) thread.replaceWith(known);
      else if (known) takeOverText(known, thread);
    }
    const draft = document.querySelector<HTMLFormElement>('.new-comment');
    find('beside').replaceWith(next);
    prepare(next);
    if (draft) put(draft, draft.closest<HTMLElement>('.group')?.dataset.block ?? '');
    for (const group of groupsOf()) group.open = !folded.includes(group.id);
    place();
    refocus(focused);
    changed(next);
  }

  find('panel-comments').addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[data-thread] form, .accept-all')) return;
    event.preventDefault();
    void send(form);
  });
  find('panel-comments').addEventListener('click', ({ target }) => {
    const quoted = target instanceof Element ? target.closest('.group > summary, .thread > blockquote') : null;
    const group = quoted?.closest<HTMLElement>('.group');
    if (group) showBlock(editor, group);
  });
  editor.view.dom.addEventListener('click', ({ target }) => {
    const words = target instanceof Element ? target.closest('.noted-words') : null;
    const id = words?.closest('.noted')?.getAttribute('aria-details');
    if (!id || panel.open() === null) return;
    panel.show('comments');
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  });

  async function send(form: HTMLFormElement): Promise<void> {
    const result = await postForm(form);
    if (result.state === 'signed out' && (await signInHere())) return send(form);
    if (result.state !== 'done') {
      say(form, result.words);
      return;
    }
    const field = form.querySelector('textarea');
    if (field) clear(field);
    const thread = form.closest<HTMLElement>('[data-thread]')?.dataset.thread;
    const verb = new URL(form.action).pathname.split('/').at(-1) ?? '';
    await refresh();
    tell(DONE[verb] ?? 'Done.');
    document.querySelector<HTMLElement>(`[data-thread="${thread}"] :is(summary, button)`)?.focus();
  }

  return {
    refresh,
    focus: () => focusGroup(editor, panel),
    add: (form, blockId) => {
      panel.show('comments');
      put(form, blockId);
      place();
    },
    remove: (form) => {
      const group = form.closest('.group');
      form.remove();
      if (!group?.querySelector('.one')) group?.remove();
      place();
      panel.uncover();
    },
    seq: () => find('beside').dataset.seq ?? '0',
  };
}

/** Puts a form into the group of its block, or into a new one. */
function put(form: HTMLFormElement, blockId: string): void {
  const known = groupsOf().find(({ dataset }) => dataset.block === blockId);
  const name = form.getAttribute('aria-label') ?? '';
  const made = { class: 'group', id: 'group-new', 'data-block': blockId, 'aria-label': name };
  const group = known ?? make('details', made, make('summary', {}, name));
  if (!known) find('beside').append(group);
  group.append(form);
  group.hidden = false;
  group.open = true;
}

const DONE: Record<string, string> = {
  reply: 'The reply is sent.',
  resolve: 'The comment is resolved.',
  reopen: 'The comment is open again.',
  accept: 'The suggested words are in the text, and saved.',
  refuse: 'The suggestion is refused; the text stays as it was.',
};

/** Empties a field whose text was accepted; its stored draft goes too. */
export function clear(field: HTMLTextAreaElement): void {
  field.value = field.defaultValue;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Says under a form why it was not sent. */
export function say(form: HTMLFormElement, words: string): void {
  form.querySelector('.trouble')?.remove();
  const note = document.createElement('p');
  note.className = 'trouble';
  note.setAttribute('role', 'alert');
  note.textContent = words;
  form.append(note);
}

/** Unsent text of a thread that changed on the server. */
function takeOverText(before: HTMLElement, thread: HTMLElement): void {
  const typed = before.querySelector('textarea');
  const field = thread.querySelector('textarea');
  if (!typed || !field || typed.value === '') return;
  field.value = typed.value;
  const fold = field.closest('details');
  if (fold) fold.open = true;
}

/** Moving an element takes the focus away from it; a new thread has another field with the same id. */
function refocus(focused: Element | null): void {
  if (!(focused instanceof HTMLElement) || focused === document.activeElement) return;
  const again = focused.isConnected ? focused : document.getElementById(focused.id);
  again?.focus({ preventScroll: true });
}

/** Scrolls the text to the block of a group. */
function showBlock(editor: Editor, group: HTMLElement): void {
  const at = placeOfGroup(editor, group);
  const element = at === null ? null : editor.view.nodeDOM(at);
  if (element instanceof HTMLElement) element.scrollIntoView({ block: 'center', behavior: 'smooth' });
}

function focusGroup(editor: Editor, panel: Panel): boolean {
  const groups = groupsOf().filter(({ hidden }) => !hidden);
  const { $from } = editor.state.selection;
  const here = $from.depth > 0 ? $from.node(1).attrs.id : null;
  const group = groups.find(({ dataset }) => dataset.block === here);
  if (!group) return false;
  panel.show('comments');
  group.open = true;
  const target = [...group.querySelectorAll<HTMLElement>('.one :is(button, summary)')].find((control) =>
    control.checkVisibility(),
  );
  target?.focus();
  return target !== undefined;
}
