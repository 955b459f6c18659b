// Stories move by dragging their handle, or with the arrow keys on it. The number of each place follows, so that the form says the
// same as without this script.

export function orderStories(): void {
  const list = document.querySelector<HTMLOListElement>('ol[data-order]');
  if (!list) return;
  list.closest('fieldset')?.classList.add('by-handle');
  for (const story of storiesOf(list)) prepare(list, story);
  const others = document.querySelector('ul[data-others]');
  others?.addEventListener('change', ({ target }) => {
    const story = (target as Element).closest<HTMLLIElement>('li[data-story]');
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox' || !target.checked || !story) return;
    list.append(story);
    prepare(list, story);
    number(list);
    target.focus();
    const notice = document.querySelector('[data-moved]');
    if (notice) notice.textContent = `${nameOf(story)} is the last story of the brief.`;
  });
}

function storiesOf(order: HTMLOListElement): HTMLLIElement[] {
  return [...order.querySelectorAll<HTMLLIElement>('li[data-story]')];
}

function prepare(order: HTMLOListElement, story: HTMLLIElement): void {
  const handle = story.querySelector<HTMLButtonElement>('.handle');
  if (!handle) return;
  handle.hidden = false;
  handle.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(order, story, storiesOf(order).indexOf(story) + step);
    handle.focus();
  });
  handle.addEventListener('pointerdown', (event) => drag(order, story, handle, event));
}

/**
 * Follows the pointer: the story takes the place of the one under it. Works by mouse and by touch. The page listens, not the
 * handle: a handle that moves within the page no longer gets the events of its pointer.
 */
function drag(order: HTMLOListElement, story: HTMLLIElement, handle: HTMLButtonElement, event: PointerEvent): void {
  if (event.button !== 0) return;
  const listening = new AbortController();
  const { signal } = listening;
  story.classList.add('is-moving');
  const follow = ({ clientY }: PointerEvent) => {
    const others = storiesOf(order).filter((other) => other !== story);
    const before = others.filter((other) => middleOf(other) < clientY).length;
    if (before !== storiesOf(order).indexOf(story)) move(order, story, before);
  };
  const end = () => {
    listening.abort();
    story.classList.remove('is-moving');
    handle.focus();
  };
  document.addEventListener('pointermove', follow, { signal });
  document.addEventListener('pointerup', end, { signal });
  document.addEventListener('pointercancel', end, { signal });
}

function middleOf(story: HTMLLIElement): number {
  const { top, height } = story.getBoundingClientRect();
  return top + height / 2;
}

function move(order: HTMLOListElement, story: HTMLLIElement, to: number): void {
  const others = storiesOf(order).filter((other) => other !== story);
  if (to < 0 || to > others.length) return;
  order.insertBefore(story, others[to] ?? null);
  number(order);
  story.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  const notice = document.querySelector('[data-moved]');
  if (notice) notice.textContent = `${nameOf(story)} is number ${to + 1} of ${others.length + 1}.`;
}

/** Writes the places: stories that are not in the brief come after these. */
function number(order: HTMLOListElement): void {
  storiesOf(order).forEach((story, at) => {
    const place = story.querySelector<HTMLInputElement>('input[name$="-place"]');
    if (place) place.value = String(at + 1);
  });
}

function nameOf(story: HTMLLIElement): string {
  return story.querySelector('strong')?.textContent ?? 'The story';
}
