// The script of the ledger: keys to move between figures and to confirm, if they are switched on. Each key triggers a link
// or a button of the page.

const STORAGE_KEY = 'plumbline.ledger.keys';
const box = document.querySelector<HTMLInputElement>('#keys');
const allKeys = document.querySelector<HTMLDialogElement>('#all-keys');

if (box) {
  box.checked = localStorage.getItem(STORAGE_KEY) !== 'off';
  box.closest<HTMLElement>('.keys')?.removeAttribute('hidden');
  box.addEventListener('change', () => localStorage.setItem(STORAGE_KEY, box.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey || event.repeat || allKeys?.open) return;
    if (event.key === '?' && !isTyping(event.target)) return open(event);
    if (event.key === 'Enter') return confirm(event);
    if (!isTyping(event.target) && /^[npjk]$/.test(event.key)) follow(event);
  });
}

function open(event: KeyboardEvent): void {
  event.preventDefault();
  allKeys?.showModal();
}

function follow(event: KeyboardEvent): void {
  const link = document.querySelector<HTMLAnchorElement>(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
}

/** Does nothing when the focused element handles Enter itself. */
function confirm(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('a, button, summary, input, select, textarea')) return;
  const form = document.querySelector<HTMLFormElement>('form[data-key="Enter"]');
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');
}
