import type { Editor } from '@tiptap/core';
import { clear, say } from '#newsroom/browser/editor/comments/beside.ts';
import { signInHere } from '#newsroom/browser/forms/sign-in.ts';
import { pressKey } from '#newsroom/browser/ledger/keys.ts';
import { nextOpen, numberAt, selectNumber, showNumbers, type TypedNumber } from './number-marks.ts';
import { find } from './page.ts';
import { postForm } from './server.ts';

// The numbers of the text: underlined by state, and settled in a panel beside the text. The panel is the same as that of the
// ledger; its forms are sent in the background.

/** How the panel stores the text: as typed, or as a revision; `save` returns whether the text is saved. */
type Store = { keeper: { isDirty: () => boolean; keep: () => Promise<unknown> }; save: () => Promise<boolean> };

/** Underlines the numbers and sets up the panel. Returns a function that reads the numbers of the stored text again. */
export function openNumbers(editor: Editor, article: string, { keeper, save }: Store): () => Promise<void> {
  const panel = find('number-panel');
  const content = find('number-content');
  const button = find<HTMLButtonElement>('open-numbers');
  let shown: string | null = null;
  /** Open numbers outside of the body, such as in the dek or in a correction note. */
  let elsewhere: string[] = [];
  let reading = Promise.resolve();

  function refresh(): Promise<void> {
    reading = readNumbers();
    return reading;
  }

  async function readNumbers(): Promise<void> {
    const response = await fetch(`${article}/figures/typed`).catch(() => null);
    if (!response?.ok || response.redirected) return; // the person is signed out; the next save tells them
    const read = (await response.json()) as { figures: TypedNumber[]; open: number; elsewhere: string[] };
    const { figures, open } = read;
    elsewhere = read.elsewhere;
    showNumbers(editor, figures);
    button.hidden = figures.length === 0 && open === 0;
    button.textContent = open === 0 ? 'All numbers settled' : `${open} ${open === 1 ? 'number' : 'numbers'} to settle`;
  }

  /** Loads the panel of a number; with `focus` the keyboard moves into it. */
  async function load(figure: string, focus: boolean): Promise<void> {
    shown = figure;
    const response = await fetch(`${article}/figures/panel?figure=${figure}`).catch(() => null);
    const text =
      response?.ok && !response.redirected
        ? await response.text()
        : '<p>The server does not answer, or you are signed out. Save, then try again.</p>';
    if (shown !== figure) return; // another number was chosen meanwhile
    content.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes);
    for (const link of content.querySelectorAll<HTMLAnchorElement>('a:not([data-key])')) link.target = '_blank';
    panel.hidden = false;
    if (focus) content.querySelector<HTMLElement>('[data-act="save"], #figure:not(:has([data-act]))')?.focus();
  }

  /** Selects a number in the text and moves the keyboard to its panel. */
  async function show(figure: string): Promise<void> {
    shown = figure;
    selectNumber(editor, figure);
    await load(figure, true);
  }

  function close(): void {
    shown = null;
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = true;
    if (hadFocus) editor.view.focus();
  }

  /** The panel of the number at the cursor, or of the next one that is open, with the keyboard in it. */
  async function settle(): Promise<void> {
    panel.hidden = false;
    panel.focus(); // no key goes into the text while the number is loaded
    if (keeper.isDirty()) await keeper.keep();
    await reading; // the editor reads the numbers again after each save
    const figure = numberAt(editor) ?? nextOpen(editor) ?? elsewhere[0];
    if (figure === undefined) {
      location.href = `${article}/figures`; // nothing is open: the page shows what is settled, and how
      return;
    }
    await show(figure);
  }

  async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const result = await postForm(form, submitter);
    if (result.state === 'signed out' && (await signInHere())) return send(form, submitter);
    if (result.state !== 'done') {
      say(form, result.words);
      return;
    }
    for (const field of form.querySelectorAll('textarea')) clear(field);
    await refresh();
    const next = nextOpen(editor) ?? elsewhere[0];
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

  panel.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(event.target as HTMLFormElement, event.submitter);
  });
  panel.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[data-act="save"]')) void saveAndSettle();
    if (target?.closest('[data-act="close"]')) close();
    const link = target?.closest<HTMLAnchorElement>('a[data-key]');
    const figure = link ? new URL(link.href).searchParams.get('figure') : null;
    if (figure === null) return;
    event.preventDefault();
    void show(figure);
  });
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else pressKey(event, content);
  });
  button.addEventListener('click', () => void settle());
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.altKey || event.ctrlKey || event.shiftKey || event.metaKey) return;
    event.preventDefault();
    void settle();
  });

  editor.on('selectionUpdate', () => {
    const figure = numberAt(editor);
    if (figure === shown || panel.contains(document.activeElement)) return;
    if (figure === null) close();
    else void load(figure, false);
  });
  void refresh();
  return refresh;
}
