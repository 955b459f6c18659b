// Moves plans in the calendar: by dragging, and by the arrow keys on a Move button. Without this script its form does the same.

const said = document.getElementById('move-said');
const month = document.getElementById('month');
if (said && month) {
  listenForDrags(month);
  listenForArrows(month, said);
}

function listenForDrags(table: HTMLElement): void {
  let dragged: HTMLElement | null = null;
  table.addEventListener('dragstart', (event) => {
    dragged = event.target instanceof Element ? event.target.closest<HTMLElement>('[draggable]') : null;
    if (dragged) event.dataTransfer?.setData('text/plain', dragged.querySelector('a')?.textContent ?? '');
  });
  table.addEventListener('dragover', (event) => {
    const day = dragged && dayAt(event.target);
    if (!day) return;
    event.preventDefault();
    aim(day);
  });
  table.addEventListener('dragend', () => {
    dragged = null;
    aim(null);
  });
  table.addEventListener('drop', (event) => {
    const day = dayAt(event.target);
    if (!dragged || !day) return;
    event.preventDefault();
    move(dragged, day);
  });
}

/** Days that each arrow key goes. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function listenForArrows(table: HTMLElement, status: HTMLElement): void {
  const days = [...table.querySelectorAll<HTMLElement>('[data-day]')];
  table.addEventListener('keydown', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.move > summary') : null;
    const entry = button?.closest<HTMLElement>('[draggable]');
    if (!entry || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = table.querySelector<HTMLElement>('.target');
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = days.indexOf(target ?? (entry.closest('[data-day]') as HTMLElement));
      const next = days[Math.min(days.length - 1, Math.max(0, at + step))] ?? null;
      aim(next);
      next?.scrollIntoView({ block: 'nearest' });
      status.textContent = `${next?.dataset.words}. Enter moves it there, Escape cancels.`;
    } else if (target && event.key === 'Enter') {
      event.preventDefault();
      move(entry, target);
    } else if (target && event.key === 'Escape') {
      event.preventDefault();
      cancel(status);
    }
  });
  table.addEventListener('focusout', () => table.querySelector('.target') && cancel(status));
}

function cancel(status: HTMLElement): void {
  aim(null);
  status.textContent = 'Not moved.';
}

/** Marks the day to which a plan would move. */
function aim(day: HTMLElement | null): void {
  for (const other of document.querySelectorAll('.target')) if (other !== day) other.classList.remove('target');
  day?.classList.add('target');
}

/** Sends the form of the entry, unless it is on that day already. */
function move(entry: HTMLElement, day: HTMLElement): void {
  const form = entry.querySelector('form');
  const field = form?.querySelector<HTMLInputElement>('[name="day"]');
  if (!form || !field || entry.closest('[data-day]') === day) {
    aim(null);
    return;
  }
  field.value = day.dataset.day ?? '';
  form.requestSubmit();
}

function dayAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
}
