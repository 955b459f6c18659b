// On a comparison: the keys n and p go to the next and the previous change, where they are switched on.

const KEPT = 'plumbline.compare.keys';
const changes = [...document.querySelectorAll<HTMLElement>('.change[id^="change-"]')];
const box = document.querySelector<HTMLInputElement>('#keys');

if (box && changes.length > 0) {
  box.checked = localStorage.getItem(KEPT) !== 'off';
  box.closest<HTMLElement>('.keys')?.removeAttribute('hidden');
  box.addEventListener('change', () => localStorage.setItem(KEPT, box.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'n') goBy(1, event);
    if (event.key === 'p') goBy(-1, event);
  });
}

function goBy(step: 1 | -1, event: KeyboardEvent): void {
  event.preventDefault();
  const to = changes[Math.min(Math.max(here() + step, 0), changes.length - 1)];
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'center' });
}

/** The change that has the focus, or else the last one that is above the middle of the window; -1 before the first. */
function here(): number {
  const focused = changes.findIndex((change) => change.contains(document.activeElement));
  if (focused !== -1) return focused;
  return changes.findLastIndex((change) => change.getBoundingClientRect().top < 0);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');
}
