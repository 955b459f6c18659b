import type { FoundThing } from '#http/declared.ts';
import { startArticle } from './start-article.ts';

// The search at Ctrl K: articles, pages, people, orders and acts by words, with the keys alone. Without this script its link leads to
// the same search as a page.

/** Milliseconds without a key after which the server is asked. */
const PAUSE = 90;

type Palette = {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  list: HTMLElement;
  status: HTMLElement;
  /** The words whose results are in the list; null before the first answer. */
  shown: string | null;
  /** Enter was pressed before the answer for these words came: its first result is opened then. */
  opensFirst: { inNewTab: boolean } | null;
};

let opened: Palette | null = null;
let question = 0;

/** Opens the search at Ctrl K (⌘ K on a Mac), and at its link. */
export function listenForPalette(): void {
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    if (event.defaultPrevented) return; // the editor, which listens on the document, links selected words
    event.preventDefault();
    if (opened) opened.dialog.close();
    else if (!document.querySelector('dialog[open]')) open();
  });
  for (const link of document.querySelectorAll('.jump'))
    link.addEventListener('click', (event) => {
      if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      document.querySelector<HTMLElement>('.side-bar:popover-open')?.hidePopover();
      open();
    });
}

function open(): void {
  const palette = build();
  const before = document.activeElement;
  opened = palette;
  document.body.append(palette.dialog);
  palette.dialog.addEventListener('close', () => {
    palette.dialog.remove();
    opened = null;
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  let pause = 0;
  palette.input.addEventListener('input', () => {
    palette.opensFirst = null;
    clearTimeout(pause);
    pause = window.setTimeout(() => void ask(palette), PAUSE);
  });
  palette.input.addEventListener('keydown', (event) => press(palette, event));
  palette.dialog.addEventListener('click', (event) => {
    if (event.target === palette.dialog) palette.dialog.close(); // beside it
  });
  palette.dialog.showModal();
  void ask(palette);
}

/** Asks the server; an answer that comes after a later question is dropped. */
async function ask(palette: Palette): Promise<void> {
  const own = ++question;
  const words = wordsIn(palette);
  const answer = await fetch(`/newsroom/find?q=${encodeURIComponent(words)}`).catch(() => null);
  const results = answer?.ok ? ((await answer.json().catch(() => null)) as { found: FoundThing[] } | null) : null;
  if (own !== question || opened !== palette) return;
  const opens = palette.opensFirst;
  palette.opensFirst = null;
  if (results) {
    show(palette, results.found, words);
    const first = palette.list.querySelector<HTMLAnchorElement>('[role="option"]');
    if (opens && first) follow(palette, first, opens.inNewTab);
  } else palette.status.textContent = answer?.status === 401 ? 'The session has ended.' : 'The server does not answer.';
}

function wordsIn({ input }: Palette): string {
  return input.value.trim();
}

function show(palette: Palette, things: readonly FoundThing[], words: string): void {
  const { list, input, status } = palette;
  palette.shown = words;
  list.replaceChildren();
  let kind = '';
  let group: HTMLElement = list;
  for (const [at, thing] of things.entries()) {
    if (thing.kind !== kind) {
      kind = thing.kind;
      group = groupOf(kind, at);
      list.append(group);
    }
    group.append(optionOf(thing, at));
  }
  status.textContent = things.length === 0 ? `Nothing has the words “${words}”.` : `${things.length} found`;
  choose(input, list, list.querySelector('[role="option"]'));
}

function groupOf(kind: string, at: number): HTMLElement {
  const group = document.createElement('div');
  group.role = 'group';
  const head = document.createElement('p');
  head.id = `palette-kind-${at}`;
  head.className = 'kind';
  head.textContent = kind;
  group.setAttribute('aria-labelledby', head.id);
  group.append(head);
  return group;
}

function optionOf({ text, detail, path }: FoundThing, at: number): HTMLElement {
  const option = document.createElement('a');
  option.id = `palette-${at}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.href = path;
  const name = document.createElement('span');
  name.textContent = text;
  const about = document.createElement('span');
  about.className = 'about';
  about.textContent = detail;
  option.append(name, about);
  return option;
}

function choose(input: HTMLInputElement, list: HTMLElement, option: Element | null): void {
  for (const other of list.querySelectorAll('[aria-selected]')) other.removeAttribute('aria-selected');
  if (!option) {
    input.removeAttribute('aria-activedescendant');
    return;
  }
  option.setAttribute('aria-selected', 'true');
  input.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}

function press(palette: Palette, event: KeyboardEvent): void {
  if (event.isComposing) return;
  const { dialog, input, list } = palette;
  const options = [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];
  const at = options.findIndex((option) => option.ariaSelected === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    choose(input, list, options[(at + step + options.length) % options.length] ?? null);
  } else if (event.key === 'Escape') {
    event.preventDefault(); // a search field is emptied first, and the dialog stays
    dialog.close();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const inNewTab = event.ctrlKey || event.metaKey;
    if (palette.shown !== wordsIn(palette)) {
      palette.opensFirst = { inNewTab }; // the list still has the results of earlier words
      void ask(palette);
    } else if (options[at]) follow(palette, options[at], inNewTab);
  }
}

function follow({ dialog }: Palette, chosen: HTMLAnchorElement, inNewTab: boolean): void {
  dialog.close();
  if (chosen.getAttribute('href') === '/newsroom/new' && !inNewTab) startArticle();
  else if (inNewTab) window.open(chosen.href, '_blank', 'noopener');
  else location.assign(chosen.href);
}

function build(): Palette {
  const dialog = document.createElement('dialog');
  dialog.id = 'palette';
  dialog.setAttribute('aria-label', 'Search or go to');
  dialog.innerHTML = MARKUP;
  const find = <E extends HTMLElement>(selector: string) => dialog.querySelector<E>(selector) as E;
  return {
    dialog,
    input: find<HTMLInputElement>('input'),
    list: find('[role="listbox"]'),
    status: find('[role="status"]'),
    shown: null,
    opensFirst: null,
  };
}

/** Constant markup: no text of people is put into it. */
const MARKUP = `<input type="search" role="combobox" aria-label="Article, page, person, order or act" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" placeholder="Article, page, person, order or act" autocomplete="off" spellcheck="false" maxlength="200">
<div id="palette-list" role="listbox" aria-label="Found"></div>
<p class="hint"><span role="status"></span> <span>Arrow keys choose · <kbd>Enter</kbd> opens · <kbd>Esc</kbd> closes</span></p>`;
