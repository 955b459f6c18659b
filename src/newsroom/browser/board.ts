import { followChanges } from '#newsroom/browser/board/follow.ts';
import { refreshBoard } from '#newsroom/browser/board/refresh.ts';
import { listenForTicks, toggleTick } from '#newsroom/browser/board/ticks.ts';

// The board's script: keyboard shortcuts and live updates. The board works without it too.

const following = document.getElementById('following');
if (following) {
  listenForKeys();
  listenForTicks();
  closeFoldOuts();
  followChanges(following, refreshBoard);
}

/** j and k move between articles, / focuses the search field, n starts an article, ? shows the keys. Enter follows the focused link. */
function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    const act = ACTS[event.key];
    if (!act || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    act();
  });
}

const ACTS: Record<string, () => void> = {
  j: () => walk(1),
  k: () => walk(-1),
  x: () => toggleTick(document.activeElement?.closest<HTMLElement>('[data-line]')),
  e: () => document.querySelector<HTMLElement>('.bulk summary')?.focus(),
  '/': () => {
    const words = document.querySelector<HTMLInputElement>('#q');
    words?.focus();
    words?.select();
  },
  n: () => document.querySelector<HTMLFormElement>('.new-article')?.requestSubmit(),
  '?': () => document.querySelector<HTMLDialogElement>('#keys')?.showModal(),
};

function walk(steps: 1 | -1): void {
  const lines = [...document.querySelectorAll<HTMLElement>('#board .what a')];
  const row = document.activeElement?.closest('[data-line]');
  const at = lines.findIndex((line) => row?.contains(line));
  const next = at === -1 ? (steps === 1 ? 0 : lines.length - 1) : at + steps;
  const line = lines[next];
  line?.focus({ preventScroll: true });
  line?.closest('[data-line]')?.scrollIntoView({ block: 'nearest' });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]')
  );
}

/** Escape, and a click beside it, close what the filter, the saved views and the acts on ticked articles open. */
function closeFoldOuts(): void {
  const close = (isKept: (foldOut: HTMLDetailsElement) => boolean) => {
    for (const foldOut of document.querySelectorAll<HTMLDetailsElement>('.fold-out[open]')) {
      if (isKept(foldOut)) continue;
      if (foldOut.contains(document.activeElement)) foldOut.querySelector('summary')?.focus();
      foldOut.open = false;
    }
  };
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(() => false));
  document.addEventListener('click', ({ target }) => close((foldOut) => foldOut.contains(target as Node)));
}
