import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

export type Column = { text: string; isNumber?: true /** The heading is for screen readers alone. */; isUnseen?: true };
export type Table = {
  caption: Html | string;
  /** The caption is for screen readers alone: a heading above says the same. */
  hasUnseenCaption?: true;
  columns: readonly Column[];
  /** One cell for each column; the first one names the row. */
  rows: readonly (readonly (Html | string | number)[])[];
  /** It stays a table on a phone, and scrolls sideways. */
  isCompact?: true;
};

/** A table that a phone shows as a few lines for each row. */
export function table({ caption, hasUnseenCaption, columns, rows, isCompact }: Table): Html {
  const kind = (at: number) => (columns[at]?.isNumber ? html` class="number"` : '');
  return html`<div class="table-box"${isCompact ? html` tabindex="0" role="group" aria-label="${columns[0]?.text ?? ''}"` : ''}><table class="table${isCompact ? ' compact' : ''}">
<caption${hasUnseenCaption ? html` class="unseen"` : ''}>${caption}</caption>
<thead><tr>${columns.map(({ text, isUnseen }, at) => html`<th scope="col"${kind(at)}>${isUnseen ? html`<span class="unseen">${text}</span>` : text}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`
<tr>${row.map((cell, at) => (at === 0 ? html`<th scope="row"${kind(0)}>${cell}</th>` : html`<td${kind(at)}${columns[at]?.isUnseen ? '' : html` data-label="${columns[at]?.text ?? ''}"`}>${cell}</td>`))}</tr>`,
  )}
</tbody></table></div>`;
}
