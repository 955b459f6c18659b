import type { Editor } from '@tiptap/core';
import { find, make, tell } from '#newsroom/browser/editor/page.ts';
import { postForm } from '#newsroom/browser/editor/server.ts';
import { signInHere } from '#newsroom/browser/forms/sign-in.ts';
import { foldGroups, groupsOf, placeGroups } from './beside-place.ts';

// The comments beside the text, and the request for changes above it. The forms are those of the article's page; here they
// are sent in the background, so that nothing of the text or of other forms is lost.

export type Beside = {
  /** Reads the comments again; a form keeps its text and the focus. */
  refresh: () => Promise<void>;
  /** Moves the focus to the comments of the block at the cursor, or to the next ones; false when there are none. */
  focus: () => boolean;
  /** Puts a form for a new comment level with its block. */
  add: (form: HTMLFormElement, blockId: string) => void;
  remove: (form: HTMLFormElement) => void;
  /** The number of the last journal entry in what is shown. */
  seq: () => string;
};

/** Sets up the comments that the page came with. `changed` is called with the new element after each refresh. */
export function openBeside(editor: Editor, article: string, changed: (aside: HTMLElement) => void): Beside {
  /** Threads that were open since this page was opened: once resolved, they stay visible and can be opened again. */
  const seenOpen = new Set<string>();
  const pristine = new WeakMap<Element, string>();
  find('edit-page').classList.add('placed');
  prepare(document);
  const place = placeGroups(editor);
  place();

  function prepare(root: ParentNode): void {
    for (const thread of root.querySelectorAll<HTMLElement>('[data-thread]')) {
      const { thread: id = '', resolved } = thread.dataset;
      if (resolved === undefined) seenOpen.add(id);
      thread.hidden = !seenOpen.has(id);
      if (!pristine.has(thread)) pristine.set(thread, thread.innerHTML);
    }
    for (const group of root.querySelectorAll<HTMLElement>('.group'))
      group.hidden = !group.querySelector('[data-thread]:not([hidden])');
    const above = [...root.querySelectorAll('.request, .group:not([data-block])')];
    find('above').replaceChildren(...above);
  }

  async function refresh(): Promise<void> {
    const response = await fetch(`${article}/beside`).catch(() => null);
    if (!response?.ok) return;
    const read = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('beside');
    if (!read) return;
    const next = document.adoptNode(read);
    const focused = document.activeElement;
    const before = new Map(
      [...document.querySelectorAll<HTMLElement>('[data-thread]')].map((one) => [one.dataset.thread, one]),
    );
    const unfolded = groupsOf().flatMap(({ open, dataset }) => (open ? [dataset.block] : []));
    for (const thread of next.querySelectorAll<HTMLElement>('[data-thread]')) {
      const known = before.get(thread.dataset.thread);
      if (known && pristine.get(known) === thread.innerHTML) thread.replaceWith(known);
      else if (known) takeOverText(known, thread);
    }
    const draft = document.querySelector<HTMLFormElement>('.new-comment');
    find('beside').replaceWith(next);
    prepare(next);
    if (draft) put(draft, draft.closest<HTMLElement>('.group')?.dataset.block ?? '');
    foldGroups();
    for (const group of groupsOf()) group.open ||= unfolded.includes(group.dataset.block);
    refocus(focused);
    place();
    changed(next);
  }

  for (const element of [find('above'), find('edit-page')])
    element.addEventListener('submit', (event) => {
      const form = event.target as HTMLFormElement;
      if (!form.matches('[data-thread] form')) return;
      event.preventDefault();
      void send(form);
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
    focus: () => focusGroup(editor),
    add: (form, blockId) => {
      put(form, blockId);
      place();
    },
    remove: (form) => {
      const group = form.closest('.group');
      form.remove();
      if (!group?.querySelector('.one')) group?.remove();
      place();
    },
    seq: () => find('beside').dataset.seq ?? '0',
  };
}

/** Puts a form into the group of its block, or into a new one. */
function put(form: HTMLFormElement, blockId: string): void {
  const known = groupsOf().find(({ dataset }) => dataset.block === blockId);
  const made = { class: 'group', id: 'group-new', 'data-block': blockId, 'aria-label': 'New comment' };
  const group = known ?? make('details', made, make('summary', {}, 'New comment'));
  if (!known) find('beside').append(group);
  group.append(form);
  group.hidden = false;
  group.open = true;
}

const DONE: Record<string, string> = {
  reply: 'The reply is sent.',
  resolve: 'The comment is resolved.',
  reopen: 'The comment is open again.',
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

function focusGroup(editor: Editor): boolean {
  const groups = groupsOf().filter(({ hidden }) => !hidden);
  const { $from } = editor.state.selection;
  const here = $from.depth > 0 ? $from.node(1).attrs.id : null;
  const group = groups.find(({ dataset }) => dataset.block === here) ?? groups[0];
  if (!group) return false;
  group.open = true;
  const target = [...group.querySelectorAll<HTMLElement>('.one :is(button, summary)')].find((one) =>
    one.checkVisibility(),
  );
  target?.focus();
  return target !== undefined;
}
