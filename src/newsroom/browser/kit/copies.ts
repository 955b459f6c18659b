/** Buttons that copy a field: shown only where the browser lets a page write to the clipboard. */
export function offerCopies(root: ParentNode = document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const field = document.getElementById(button.dataset.copies ?? '');
    const note = document.getElementById(`${button.dataset.copies}-copied`);
    if (!(field instanceof HTMLInputElement) || !note || !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(field.value);
        note.textContent = 'Copied.';
      } catch {
        field.select();
        note.textContent = 'The browser did not allow it. The link is selected: copy it with the keyboard.';
      }
    });
  }
}
