import type { RefreshResult } from './follow.ts';
import { tellTicked, tickedIn, ticksOf } from './ticks.ts';

/**
 * Fetches the list and replaces the one on the page. Unchanged lines keep their elements; the focused row keeps the focus and
 * its place on the screen. Rows in `changed` that differ are marked.
 */
export async function refreshBoard(changed: readonly string[]): Promise<RefreshResult> {
  const board = document.getElementById('board');
  if (!board) return { state: 'failed' };
  const response = await fetch(`/newsroom/lines${location.search}`).catch(() => null);
  if (response?.status === 401) return { state: 'ended' };
  if (!response?.ok) return { state: 'failed' };
  const read = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('board');
  if (!read) return { state: 'failed' };
  const tabs = read.ownerDocument.getElementById('stages');
  const next = document.adoptNode(read);
  const words = keepPlace(board, () => put(board, next, new Set(changed)));
  if (tabs) putTabs(document.adoptNode(tabs));
  return { state: 'done', told: words };
}

/** Replaces the content of the board; returns a sentence about the marked rows. */
function put(board: HTMLElement, next: HTMLElement, changed: ReadonlySet<string>): string {
  const ticked = tickedIn(board);
  const before = new Map(linesOf(board).map((line) => [line.dataset.line, line]));
  const marked: HTMLElement[] = [];
  for (const line of linesOf(next)) {
    const known = before.get(line.dataset.line);
    const isSame = known?.innerHTML === line.innerHTML && stageOf(known) === stageOf(line);
    if (isSame) line.replaceWith(known);
    else if (changed.has(line.dataset.line ?? '')) {
      line.classList.add('fresh');
      marked.push(line);
    }
  }
  board.dataset.seq = next.dataset.seq;
  board.replaceChildren(...next.childNodes);
  for (const box of ticksOf(board)) box.checked = ticked.has(box.value);
  tellTicked();
  return sentence(marked);
}

/** The stages with their new counts; a focused one keeps the focus. */
function putTabs(next: HTMLElement): void {
  const tabs = document.getElementById('stages');
  if (!tabs || tabs.innerHTML === next.innerHTML) return;
  const href = tabs.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
  const { scrollLeft = 0 } = tabs.firstElementChild ?? {};
  tabs.replaceChildren(...next.childNodes);
  tabs.firstElementChild?.scrollTo({ left: scrollLeft, behavior: 'instant' });
  if (href) [...tabs.querySelectorAll('a')].find((link) => link.getAttribute('href') === href)?.focus();
}

function sentence(marked: readonly HTMLElement[]): string {
  const [first] = marked;
  if (!first) return '';
  const headline = first.querySelector('.what a')?.textContent ?? '';
  const stage = first.closest('section')?.querySelector('h2')?.firstChild?.textContent?.trim() ?? '';
  const more = marked.length > 1 ? ` and ${marked.length - 1} more` : '';
  return `Changed just now: “${headline}” (${stage.toLowerCase()})${more}.`;
}

/** Runs `act`, then restores the focus, and the scroll position relative to the focused row or the first visible one. */
function keepPlace(board: HTMLElement, act: () => string): string {
  const focused = board.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const isTick = focused?.matches('input') ?? false;
  const focus = focused && { href: focused.getAttribute('href'), line: lineOf(focused)?.dataset.line, isTick };
  const places = placesOf(board, focus?.line);
  const words = act();
  const kept = places.find(({ line }) => find(board, line));
  const moved = kept && (find(board, kept.line)?.getBoundingClientRect().top ?? kept.top) - kept.top;
  if (moved) window.scrollBy({ top: moved, behavior: 'instant' });
  if (focus) refocus(board, focus);
  return words;
}

/** The rows that can restore the scroll position, best first; empty when the page is scrolled to the top. */
function placesOf(board: HTMLElement, focused: string | undefined): { line: string; top: number }[] {
  const lines = linesOf(board)
    .map((line) => ({ line: line.dataset.line ?? '', top: line.getBoundingClientRect().top }))
    .filter(({ top }) => top >= 0 && top < window.innerHeight);
  const own = lines.filter(({ line }) => line === focused);
  return own.length === 0 && window.scrollY === 0 ? [] : [...own, ...lines];
}

type Focus = { href: string | null; line: string | undefined; isTick: boolean };

function refocus(board: HTMLElement, { href, line, isTick }: Focus): void {
  if (isTick) {
    const box = ticksOf(board).find((tick) => tick.value === line);
    box?.focus({ preventScroll: true });
    return;
  }
  const links = [...board.querySelectorAll<HTMLElement>('a')].filter((link) => link.getAttribute('href') === href);
  const link = links.find((candidate) => lineOf(candidate)?.dataset.line === line) ?? links[0];
  if (link && link !== document.activeElement) link.focus({ preventScroll: true });
}

function find(board: HTMLElement, line: string): HTMLElement | undefined {
  return linesOf(board).find((candidate) => candidate.dataset.line === line);
}

function linesOf(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>('[data-line]')];
}

function lineOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-line]');
}

function stageOf(line: HTMLElement): string | undefined {
  return line.closest('section')?.id;
}
