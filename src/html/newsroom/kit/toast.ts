import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

/** The message after an act; `undo` is the form that takes the act back. */
export function toast(text: Html | string, undo?: Html): Html {
  return html`<div class="toast" role="status"><p>${text}</p>${undo ?? ''}</div>`;
}
