import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';

/** A stored time to the minute, in UTC, with the figures of a column under each other: `2026-09-06 13:00`. */
export function when(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`;
}
