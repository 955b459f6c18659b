/** Rows of a list move in place: by their buttons, and by dragging. */
export function moveRows(): void {
  for (const list of document.querySelectorAll<HTMLOListElement>('[data-rows]')) {
    const name = list.dataset.rows ?? '';
    const field = list.parentElement;
    field?.addEventListener('click', (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button[name="act"]');
      const [of, act] = button?.value.split(' ') ?? [];
      if (!button || of !== name) return;
      event.preventDefault();
      act === 'add' ? addRow(list) : moveRow(list, button, act ?? '');
      renumber(list);
      list.dispatchEvent(new Event('input', { bubbles: true }));
    });
    makeDraggable(list);
  }
}

function moveRow(list: HTMLOListElement, button: HTMLButtonElement, act: string): void {
  const row = button.closest('li');
  if (!row) return;
  if (act === 'up') row.previousElementSibling?.before(row);
  if (act === 'down') row.nextElementSibling?.after(row);
  if (act === 'remove') {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    if (!next) {
      for (const input of row.querySelectorAll('input')) input.value = '';
      row.querySelector('input')?.focus();
      return;
    }
    row.remove();
    next.querySelector('input')?.focus();
    return;
  }
  renumber(list);
  if (button.disabled) row.querySelector<HTMLButtonElement>('button:enabled')?.focus();
  else button.focus();
}

function addRow(list: HTMLOListElement): void {
  const last = list.lastElementChild;
  if (!last) return;
  const row = last.cloneNode(true) as HTMLLIElement;
  for (const input of row.querySelectorAll('input')) input.value = '';
  last.after(row);
  row.querySelector('input')?.focus();
}

/** The labels and the values of the buttons follow the order; the first row cannot go up, the last one not down. */
function renumber(list: HTMLOListElement): void {
  const rows = [...list.children];
  for (const [at, row] of rows.entries()) {
    for (const element of row.querySelectorAll('[aria-label]'))
      element.setAttribute(
        'aria-label',
        (element.getAttribute('aria-label') ?? '').replace(/\d+(?=$|:)/, String(at + 1)),
      );
    for (const button of row.querySelectorAll('button')) {
      button.value = button.value.replace(/\d+$/, String(at));
      const [, act] = button.value.split(' ');
      button.disabled = (act === 'up' && at === 0) || (act === 'down' && at === rows.length - 1);
    }
  }
}

function makeDraggable(list: HTMLOListElement): void {
  let dragged: Element | null = null;
  list.addEventListener('pointerdown', ({ target }) => {
    const row = (target as Element).closest('li');
    if (row) row.draggable = (target as Element).closest('.handle') !== null;
  });
  list.addEventListener('dragstart', ({ target }) => {
    dragged = (target as Element).closest('li');
    dragged?.classList.add('dragged');
  });
  list.addEventListener('dragover', (event) => {
    const over = (event.target as Element).closest('li');
    if (!dragged || !over || over === dragged || over.parentElement !== list) return;
    event.preventDefault();
    const box = over.getBoundingClientRect();
    if (event.clientY < box.top + box.height / 2) over.before(dragged);
    else over.after(dragged);
  });
  list.addEventListener('dragend', () => {
    dragged?.classList.remove('dragged');
    dragged = null;
    renumber(list);
    list.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
