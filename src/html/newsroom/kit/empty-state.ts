import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

/** In place of an empty list: what would be here, and the act that begins it. */
export function emptyState({ title, text, act }: { title: string; text?: Html | string; act?: Html }): Html {
  return html`<div class="empty-state"><h2>${title}</h2>${text ? html`<p>${text}</p>` : ''}${act ? html`<div class="acts">${act}</div>` : ''}</div>`;
}
