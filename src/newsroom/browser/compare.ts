// The script of a comparison: the keys n and p move to the next and the previous change, if they are switched on.

const STORAGE_KEY = 'plumbline.compare.keys';
const changes = [...document.querySelectorAll<HTMLElement>('.change[id^="change-"]')];
const box = document.querySelector<HTMLInputElement>('#keys');

if (box && changes.length > 0) {
  box.checked = localStorage.getItem(STORAGE_KEY) !== 'off';
  box.closest<HTMLElement>('.keys')?.removeAttribute('hidden');
  box.addEventListener('change', () => localStorage.setItem(STORAGE_KEY, box.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'n') goBy(1, event);
    if (event.key === 'p') goBy(-1, event);
  });
}

function goBy(step: 1 | -1, event: KeyboardEvent): void {
  event.preventDefault();
  const to = changes[Math.min(Math.max(currentIndex() + step, 0), changes.length - 1)];
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'center' });
}

/** The index of the focused change, or else of the last one above the window; -1 before the first. */
function currentIndex(): number {
  const focused = changes.findIndex((change) => change.contains(document.activeElement));
  if (focused !== -1) return focused;
  return changes.findLastIndex((change) => change.getBoundingClientRect().top < 0);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');
}
