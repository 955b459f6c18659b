import { html } from 'hono/html';
import type { Html } from './html.ts';

/** The triangle of a correction with its number, as on a drawing. */
export function revisionMark(number: number): Html {
  return html`<svg class="triangle" viewBox="0 0 20 18" role="img" aria-label="Correction ${number}"><path d="M10 1.5 18.6 16.5H1.4z"/><text x="10" y="14.4" text-anchor="middle">${number}</text></svg>`;
}
