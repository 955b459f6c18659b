/** Milliseconds that a toast without an undo stays. */
const STAYS = 10_000;

/**
 * The message after an act disappears after a while, unless it offers an undo; Escape closes each. While something is dragged it is out of the
 * way: it could cover the place for it.
 */
export function watchToasts(): void {
  const toasts = [...document.querySelectorAll<HTMLElement>('.toasts .toast')];
  if (toasts.length === 0) return;
  for (const toast of toasts) if (!toast.querySelector('form')) window.setTimeout(() => fade(toast), STAYS);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    for (const toast of toasts) toast.remove();
  });
  for (const [event, hides] of [
    ['dragstart', true],
    ['dragend', false],
  ] as const)
    document.addEventListener(event, () => {
      for (const toast of toasts) toast.hidden = hides;
    });
}

/** Somebody who points at it or has the focus in it reads it still. */
function fade(toast: HTMLElement): void {
  if (toast.matches(':hover, :focus-within')) window.setTimeout(() => fade(toast), STAYS);
  else toast.remove();
}
