/** Says below a field how many of its characters are typed. */
export function countCharacters(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-most]')) {
    const note = document.createElement('span');
    note.className = 'hint';
    field.after(note);
    const count = () => {
      note.textContent = `${[...field.value].length} of ${field.dataset.most} characters`;
    };
    field.addEventListener('input', count);
    count();
  }
}
