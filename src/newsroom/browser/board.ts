import { followChanges } from '#newsroom/browser/board/follow.ts';
import { refreshBoard } from '#newsroom/browser/board/refresh.ts';
import { listenForTicks, toggleTick } from '#newsroom/browser/board/ticks.ts';

// The board's script: keyboard shortcuts and live updates. The board works without it too.

const following = document.getElementById('following');
if (following) {
  listenForKeys();
  listenForTicks();
  startArticlesAtOnce();
  followChanges(following, refreshBoard);
}

/** *New article* opens the editor with an empty draft. Without this script, which the editor needs too, it opens a form. */
function startArticlesAtOnce(): void {
  const form = document.querySelector<HTMLFormElement>('.new-article');
  if (form) form.method = 'post';
}

/** j and k move between articles, / focuses the search field, ? shows the keys. Enter follows the focused link. */
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
  e: () => document.querySelector<HTMLElement>('.bulk select')?.focus(),
  '/': () => {
    const words = document.querySelector<HTMLInputElement>('#q');
    words?.focus();
    words?.select();
  },
  '?': () => document.querySelector<HTMLDialogElement>('#keys')?.showModal(),
};

function walk(steps: 1 | -1): void {
  const lines = [...document.querySelectorAll<HTMLElement>('#board [data-line] th a')];
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
