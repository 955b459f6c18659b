// The script of the ledger: keys to move between figures, to confirm and to settle, if they are switched on. Each key
// triggers a link, a button or a form of the page.

const STORAGE_KEY = 'plumbline.ledger.keys';
const box = document.querySelector<HTMLInputElement>('#keys');
const allKeys = document.querySelector<HTMLDialogElement>('#all-keys');

if (box) {
  box.checked = localStorage.getItem(STORAGE_KEY) !== 'off';
  box.closest<HTMLElement>('.keys')?.removeAttribute('hidden');
  showHints(box.checked);
  box.addEventListener('change', () => {
    localStorage.setItem(STORAGE_KEY, box.checked ? 'on' : 'off');
    showHints(box.checked);
  });
  document.addEventListener('keydown', (event) => {
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey || event.repeat || allKeys?.open) return;
    if (event.key === '?' && !isTyping(event.target)) return open(event);
    if (event.key === 'Enter') return event.shiftKey ? settleAlike(event) : confirm(event);
    if (!isTyping(event.target) && /^[sfqev]$/.test(event.key)) return openForm(event);
    if (!isTyping(event.target) && /^[npjk]$/.test(event.key)) follow(event);
  });
}

function showHints(isOn: boolean): void {
  for (const hint of document.querySelectorAll<HTMLElement>('[data-keys]')) hint.hidden = !isOn;
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

/** Opens the form of one method, with the cursor in the field to write first; a form with a choice only, at its button. */
function openForm(event: KeyboardEvent): void {
  const form = document.querySelector<HTMLDetailsElement>(`details[data-key="${event.key}"]`);
  const field = form?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button');
  if (!form || !field) return;
  event.preventDefault();
  form.open = true;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** In a form: settles the other figures that say the same too. */
function settleAlike(event: KeyboardEvent): void {
  const button =
    event.target instanceof HTMLElement &&
    event.target.closest('form')?.querySelector<HTMLElement>('button[name="also"]');
  if (!button || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  button.click();
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
