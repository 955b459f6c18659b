import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

const SIGNS = {
  up: 'M6 10.5v-9M2 5.5l4-4 4 4',
  down: 'M6 1.5v9M2 6.5l4 4 4-4',
  cross: 'M2 2l8 8M10 2l-8 8',
  check: 'M1.5 6.5l3 3 6-7',
  left: 'M10.5 6h-9M5.5 2l-4 4 4 4',
  undo: 'M4.5 1.5l-3 3 3 3M1.5 4.5h6a3 3 0 010 6H5',
  dots: 'M1.5 6h.01M6 6h.01M10.5 6h.01',
  plus: 'M6 1v10M1 6h10',
  open: 'M2 4l4 4 4-4',
} as const;
export type Sign = keyof typeof SIGNS;

/** A drawn sign: the faces of many systems have no arrows. The words beside it, or the label of its button, say what it means. */
export function sign(name: Sign): Html {
  return html`<svg class="sign" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="${SIGNS[name]}" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>`;
}
