import { watchSmallForms } from '#newsroom/browser/article/small-forms.ts';
import { isTyping, pressKey } from '#newsroom/browser/ledger/keys.ts';
import { followLookups } from '#newsroom/browser/ledger/lookups.ts';

// The script of the ledger: keys to move between figures, to confirm and to settle, if they are switched on.

const STORAGE_KEY = 'plumbline.ledger.keys';
const box = document.querySelector<HTMLInputElement>('#keys');
const allKeys = document.querySelector<HTMLDialogElement>('#all-keys');

watchSmallForms();
followLookups();
if (box) {
  box.checked = localStorage.getItem(STORAGE_KEY) !== 'off';
  box.closest<HTMLElement>('.keys')?.removeAttribute('hidden');
  showHints(box.checked);
  box.addEventListener('change', () => {
    localStorage.setItem(STORAGE_KEY, box.checked ? 'on' : 'off');
    showHints(box.checked);
  });
  document.addEventListener('keydown', (event) => {
    if (!box.checked || allKeys?.open || pressKey(event, document)) return;
    if (event.key !== '?' || isTyping(event.target)) return;
    event.preventDefault();
    allKeys?.showModal();
  });
}

function showHints(isOn: boolean): void {
  for (const hint of document.querySelectorAll<HTMLElement>('[data-keys]')) hint.hidden = !isOn;
}
