import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

export type Tab = { text: string; href: string; count?: number | string; isCurrent?: boolean };

/** Parts of one list or page, as links with their counts. */
export function tabs(label: string, list: readonly Tab[]): Html {
  return html`<nav class="tabs" aria-label="${label}"><ul>${list.map(
    ({ text, href, count, isCurrent }) =>
      html`<li><a href="${href}"${isCurrent ? html` aria-current="page"` : ''}>${text}${count === undefined ? '' : html` <span class="n">${count}</span>`}</a></li>`,
  )}</ul></nav>`;
}
