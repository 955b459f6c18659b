// The script of a brief's page: stories move by dragging their handle, or with the arrow keys on it. The number of each place
// follows, so that the form says the same as without this script.

const list = document.querySelector<HTMLOListElement>('ol[data-order]');
const told = document.querySelector<HTMLElement>('[data-moved]');
if (list) for (const story of storiesOf(list)) prepare(list, story);

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
    const others = storiesOf(order).filter((one) => one !== story);
    const before = others.filter((one) => middleOf(one) < clientY).length;
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
  const others = storiesOf(order).filter((one) => one !== story);
  if (to < 0 || to > others.length) return;
  order.insertBefore(story, others[to] ?? null);
  storiesOf(order).forEach((one, at) => {
    const place = one.querySelector<HTMLInputElement>('input[name$="-place"]');
    if (place) place.value = String(at + 1);
  });
  story.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  const name = story.querySelector('strong')?.textContent ?? 'The story';
  if (told) told.textContent = `${name} is number ${to + 1} of ${others.length + 1}.`;
}

export {};

/** Milliseconds between two looks at a send that goes on. */
const LOOK_EVERY = 2000;
const report = document.getElementById('send-report');
if (report?.dataset.live !== undefined) window.setInterval(() => void renew(report), LOOK_EVERY);

/** Replaces the progress of the send by that of a fresh page; when the send has ended, the whole page. */
async function renew(shown: HTMLElement): Promise<void> {
  if (document.hidden) return;
  const response = await fetch(location.pathname).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.getElementById('send-report');
  if (!next) return;
  if (next.dataset.live === undefined) return location.assign(location.pathname);
  if (next.innerHTML === shown.innerHTML) return;
  const { tenths } = next.dataset;
  shown.replaceChildren(...document.adoptNode(next).childNodes);
  if (tenths === shown.dataset.tenths) return;
  // Screen readers tell every tenth of the send, not every change.
  shown.dataset.tenths = tenths;
  const told = document.getElementById('send-told');
  if (told) told.textContent = shown.querySelector('.progress')?.textContent ?? '';
}
