// The checkboxes of the board: how many are ticked, and the buttons that tick all. The form works without this script too.

/** Shows the two buttons and keeps the count up to date. */
export function listenForTicks(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-tick]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      for (const box of ticksOf(document)) box.checked = button.dataset.tick === 'all';
      tellTicked();
      if (button.dataset.tick === 'none') document.querySelector<HTMLElement>('#board .what a')?.focus();
    });
  }
  document.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.closest('#board .tick')) tellTicked();
  });
  tellTicked();
}

/** Ticks the article of a row, or unticks it. */
export function toggleTick(row: Element | null | undefined): void {
  const box = row?.querySelector<HTMLInputElement>('.tick input');
  if (!box) return;
  box.checked = !box.checked;
  tellTicked();
}

/** Says how many articles are ticked. */
export function tellTicked(): void {
  const count = document.getElementById('bulk-count');
  const { size } = tickedIn(document);
  if (count) count.textContent = size === 1 ? '1 article ticked.' : `${size} articles ticked.`;
}

/** The ids of the ticked articles. */
export function tickedIn(place: ParentNode): Set<string> {
  return new Set(
    ticksOf(place)
      .filter((box) => box.checked)
      .map((box) => box.value),
  );
}

export function ticksOf(place: ParentNode): HTMLInputElement[] {
  return [...place.querySelectorAll<HTMLInputElement>('.tick input')];
}
