import type { Editor } from '@tiptap/core';
import { listNumbers } from './number-marks.ts';

/** Pixels between the line of the number and its card. */
const GAP = 10;
/** In a narrower window the card is at the foot. The style sheet names the same width. */
const WIDE = matchMedia('(min-width: 48rem)');

/** Puts the card below the line of its number, and scrolls so that both are in the window. A number outside of the body has its card at the foot. */
export function placeCard(editor: Editor, figure: string, card: HTMLElement): void {
  const number = listNumbers(editor.state).find((candidate) => candidate.figure === figure);
  const canvas = card.offsetParent ?? document.body;
  card.classList.toggle('at-foot', !number);
  if (!number || !WIDE.matches) return;
  const [start, end] = [editor.view.coordsAtPos(number.from), editor.view.coordsAtPos(number.to)];
  const { top, left } = canvas.getBoundingClientRect();
  card.style.setProperty('--card-top', `${end.bottom - top + GAP}px`);
  card.style.setProperty('--card-left', `${Math.max(GAP, start.left - left - 2 * GAP)}px`);
  const bar = document.getElementById('edit-top')?.getBoundingClientRect().bottom ?? 0;
  const low = card.getBoundingClientRect().bottom + GAP - innerHeight;
  const most = start.top - bar - 3 * GAP; // the sentence stays in the window
  if (low > 0 && most > 0) scrollBy({ top: Math.min(low, most) });
}
