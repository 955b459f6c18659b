import { find } from './page.ts';
import type { Panel } from './panel.ts';

// The preview beside the sheet, in place of the panel; in a narrow window it covers the sheet. After each save a new frame loads behind
// the one that is shown, so that nothing flickers, and then takes over its scroll position.

type Context = {
  panel: Panel;
  /** Sends what is not stored yet; `refresh` is called after it. */
  keep: () => void;
};
export type Preview = {
  toggle: () => void;
  /** Loads what the server has now, if the preview is open. */
  refresh: () => void;
};

/** Wide enough for the preview beside the sheet. The style sheet names the same width. */
const WIDE = matchMedia('(min-width: 64rem)');

export function openPreview({ panel, keep }: Context): Preview {
  const preview = find('preview');
  const pane = preview.querySelector<HTMLElement>('.pane');
  const button = find('preview-button');
  /** The number of the last request: an older answer is not shown. */
  let last = 0;
  /** Where the keyboard was before the preview covered the sheet. */
  let before: Element | null = null;

  async function load(): Promise<void> {
    const number = ++last;
    const answer = await fetch(preview.dataset.source ?? '').catch(() => null);
    const page = answer?.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
    if (number !== last || preview.hidden) return;
    find('preview-state').textContent =
      page === null ? 'Not current: the server does not answer, or you are signed out.' : '';
    if (page !== null) show(page, number);
  }

  function show(page: string, number: number): void {
    const shown = pane?.querySelector<HTMLIFrameElement>('iframe:not(.coming)');
    if (!pane || !shown) return;
    for (const frame of pane.querySelectorAll('.coming')) frame.remove();
    const next = shown.cloneNode() as HTMLIFrameElement;
    next.classList.add('coming');
    // Our origin, to read and set the scroll position; scripts, forms and pop-ups stay forbidden in it.
    next.setAttribute('sandbox', 'allow-same-origin');
    next.addEventListener('load', () => {
      if (number !== last) return;
      next.contentWindow?.scrollTo({ top: scrolledIn(shown), behavior: 'instant' });
      listen(next);
      next.classList.remove('coming');
      shown.remove();
    });
    next.srcdoc = page;
    pane.append(next);
  }

  /** Links of the page lead nowhere, and its keys close the preview as they do outside of it. */
  function listen({ contentDocument: page }: HTMLIFrameElement): void {
    page?.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault();
    });
    page?.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' || isPreviewKey(event)) close();
    });
  }

  function open(): void {
    panel.makeRoom();
    set(true);
    before = document.activeElement;
    if (!WIDE.matches) find('preview-close').focus();
    void load();
    keep();
  }

  function close(): void {
    const hadFocus = preview.contains(document.activeElement);
    set(false);
    panel.restore();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  }

  function set(isOpen: boolean): void {
    preview.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  }

  const toggle = () => (preview.hidden ? open() : close());
  button.addEventListener('click', toggle);
  find('preview-close').addEventListener('click', close);
  preview.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  panel.whenAnyShown(() => set(false));
  return { toggle, refresh: () => preview.hidden || void load() };
}

/** How far the page in a frame is scrolled; the first frame, which is empty, has no readable page. */
function scrolledIn({ contentDocument }: HTMLIFrameElement): number {
  return contentDocument?.defaultView?.scrollY ?? 0;
}

/** Ctrl Alt P; not the sign that AltGr and P write on some keyboards. */
export function isPreviewKey(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  return isCommand && event.altKey && event.code === 'KeyP' && !event.getModifierState('AltGraph');
}
