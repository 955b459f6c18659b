import type { Editor } from '@tiptap/core';
import { clear, say } from '#newsroom/browser/editor/comments/beside.ts';
import { signInHere } from '#newsroom/browser/forms/sign-in.ts';
import { pressKey } from '#newsroom/browser/ledger/keys.ts';
import { placeCard } from './number-card.ts';
import { type NumberElsewhere, type NumbersRead, openNumberList } from './number-list.ts';
import { listNumbers, nextOpen, numberAt, selectNumber, showNumbers } from './number-marks.ts';
import { openNumberSource } from './number-source.ts';
import { find } from './page.ts';
import type { Panel } from './panel.ts';
import { postForm } from './server.ts';
import type { Sources } from './sources.ts';

// The numbers of the text: underlined by state, and settled in a card beside their sentence. The card has the forms of the ledger, which
// are sent in the background.

/** How the card stores the text: as typed, or as a revision; `save` returns whether the text is saved. */
type Store = {
  keeper: { isDirty: () => boolean; keep: () => Promise<unknown> };
  save: () => Promise<boolean>;
  panel: Panel;
  sources: Sources;
};

/** Underlines the numbers and sets up the card. `refresh` reads the numbers of the stored text again. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the numbers and the card
export function openNumbers(
  editor: Editor,
  article: string,
  { keeper, save, panel, sources }: Store,
): { refresh: () => Promise<void>; settle: () => void } {
  const card = find('number-panel');
  const content = find('number-content');
  const button = find<HTMLButtonElement>('open-numbers');
  const list = openNumberList(editor, panel, (figure) => void show(figure));
  let shown: string | null = null;
  /** The number whose card is complete, and was loaded after the last save. */
  let current: string | null = null;
  /** Counts what the card is opened for; a card that was closed meanwhile stays closed. */
  let opened = 0;
  let elsewhere: NumberElsewhere[] = [];
  const offerNewSource = openNumberSource(content, {
    sources,
    save,
    reload: async () => {
      await refresh();
      if (shown !== null) await load(shown, false);
    },
  });
  let reading = Promise.resolve();

  function refresh(): Promise<void> {
    current = null;
    reading = readNumbers();
    return reading;
  }

  async function readNumbers(): Promise<void> {
    const response = await fetch(`${article}/figures/typed`).catch(() => null);
    if (!response?.ok || response.redirected) return; // the person is signed out; the next save tells them
    const read = (await response.json()) as NumbersRead;
    elsewhere = read.elsewhere;
    showNumbers(editor, read.figures);
    list.show(read);
    button.hidden = read.figures.length === 0 && read.open === 0;
    button.classList.toggle('is-done', read.open === 0);
    button.textContent =
      read.open === 0 ? 'All numbers settled' : `${read.open} ${read.open === 1 ? 'number' : 'numbers'} to settle`;
  }

  /** Loads the card of a number; with `focus` the keyboard moves into it. */
  async function load(figure: string, focus: boolean): Promise<void> {
    shown = figure;
    current = null;
    wait(true);
    const before = reading;
    const response = await fetch(`${article}/figures/panel?figure=${figure}`).catch(() => null);
    const isAnswered = response?.ok && !response.redirected;
    const text = isAnswered
      ? await response.text()
      : '<p>The server does not answer, or you are signed out. Save, then try again.</p>';
    if (shown !== figure) return; // another number was chosen meanwhile
    fill(text);
    const same = list.sameAs(figure);
    if (same) content.append(same);
    wait(false);
    if (isAnswered && reading === before) current = figure;
    card.hidden = false;
    placeCard(editor, figure, card);
    if (focus) focusIn(content);
  }

  function fill(panelHtml: string): void {
    content.replaceChildren(...new DOMParser().parseFromString(panelHtml, 'text/html').body.childNodes);
    for (const link of content.querySelectorAll<HTMLAnchorElement>('a:not([data-key])')) link.target = '_blank';
    offerNewSource();
  }

  /** While a number is loaded, no key and no button of the card does anything: they would be for the number before. */
  function wait(isLoading: boolean): void {
    card.ariaBusy = String(isLoading);
  }

  /** Selects a number in the text and moves the keyboard to its card. */
  async function show(figure: string): Promise<void> {
    shown = figure;
    panel.uncover();
    selectNumber(editor, figure);
    await load(figure, true);
  }

  function close(): void {
    shown = null;
    opened++;
    wait(false);
    const hadFocus = card.contains(document.activeElement);
    card.hidden = true;
    if (hadFocus) editor.view.focus();
  }

  /** The card of the number at the cursor, or of an open one after it or before it, with the keyboard in it. */
  async function settle(by: 0 | 1 | -1 = 0): Promise<void> {
    const before = shown;
    const turn = ++opened;
    card.hidden = false;
    card.focus(); // no key goes into the text while the number is loaded
    if (by === 0 && current !== null && current === numberAt(editor) && !keeper.isDirty()) {
      shown = current;
      placeCard(editor, current, card);
      focusIn(content);
      return;
    }
    wait(true);
    if (keeper.isDirty()) await keeper.keep();
    await reading; // the editor reads the numbers again after each save
    if (turn !== opened) return;
    const figure = (by === 0 ? numberAt(editor) : null) ?? following(by === -1 ? -1 : 1, before);
    if (figure === null) {
      close();
      panel.show('numbers', true); // nothing is open: the list says what is settled
      return;
    }
    await show(figure);
  }

  /** The next open number; one that is not in the text comes after those of the text. */
  function following(by: 1 | -1, before: string | null): string | null {
    const places = listNumbers(editor.state).filter(({ state, figure }) => state !== 'settled' || figure === before);
    const all = [...places.map(({ figure }) => figure), ...elsewhere.map(({ figure }) => figure)];
    const at = before === null ? -1 : all.indexOf(before);
    if (at !== -1) return all[(at + by + all.length) % all.length] ?? null;
    return nextOpen(editor, by) ?? elsewhere[0]?.figure ?? null;
  }

  async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const figure = shown;
    wait(true);
    const result = await postForm(form, submitter);
    wait(false);
    if (result.state === 'signed out' && (await signInHere())) return send(form, submitter);
    if (result.state !== 'done') {
      say(form, result.words);
      return;
    }
    if (result.panel !== null) {
      if (shown === figure) fill(result.panel);
      content.querySelector('.looked, .lookup .refusal')?.scrollIntoView({ block: 'nearest' });
      return;
    }
    for (const field of form.querySelectorAll('textarea')) clear(field);
    await refresh();
    const next = nextOpen(editor) ?? elsewhere[0]?.figure;
    if (next === undefined) {
      close();
      find('standing').textContent = 'Every number is settled.';
      return;
    }
    await show(next);
  }

  async function saveAndSettle(): Promise<void> {
    if (!(await save())) {
      close();
      return;
    }
    await settle();
  }

  card.addEventListener('submit', (event) => {
    event.preventDefault();
    if (card.ariaBusy !== 'true') void send(event.target as HTMLFormElement, event.submitter);
  });
  card.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[data-act="save"]')) void saveAndSettle();
    if (target?.closest('[data-act="close"]')) close();
    const link = target?.closest<HTMLAnchorElement>('a[data-key]');
    const figure = link ? new URL(link.href).searchParams.get('figure') : null;
    if (figure === null) return;
    event.preventDefault();
    void show(figure);
  });
  card.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (card.ariaBusy === 'true' && event.key !== 'Tab' && !event.altKey) event.preventDefault();
    else if (event.key === 'Enter' && event.repeat)
      event.preventDefault(); // a key that is held down settles one number
    else pressKey(event, content);
  });
  button.addEventListener('click', () => void settle());
  document.addEventListener('keydown', (event) => {
    if (!event.altKey || event.ctrlKey || event.shiftKey || event.metaKey) return;
    const by = { Enter: 0, ArrowDown: 1, ArrowUp: -1 }[event.key] as 0 | 1 | -1 | undefined;
    const target = event.target instanceof Element ? event.target : null;
    if (by === undefined || target?.closest('select, .handle, dialog')) return;
    event.preventDefault();
    if (!event.repeat) void settle(by);
  });

  editor.on('selectionUpdate', () => {
    const figure = numberAt(editor);
    if (figure === shown || card.contains(document.activeElement)) return;
    if (figure === null) close();
    else void load(figure, false);
  });
  void refresh();
  return { refresh, settle: () => void settle() };
}

/**
 * The keyboard goes to what Enter does: confirm a proposal, or settle by the last source and place, which are named above the button.
 * Otherwise it stays on the number, where a letter opens a form.
 */
function focusIn(content: HTMLElement): void {
  const confirm = content.querySelector<HTMLElement>('form[data-key="Enter"] button');
  const way = content.querySelector('details.way-form[open]');
  const repeat = content.querySelector<HTMLElement>('button[data-key="r"]');
  const isRepeated = repeat && (way === null || way.contains(repeat));
  if (isRepeated) repeat.closest('details')?.setAttribute('open', '');
  const target =
    confirm ??
    (isRepeated ? repeat : null) ??
    content.querySelector<HTMLElement>('[data-act="save"], #figure:not(:has([data-act]))');
  target?.focus({ preventScroll: true });
  (target?.closest('form') ?? target)?.scrollIntoView({ block: 'nearest' });
}
