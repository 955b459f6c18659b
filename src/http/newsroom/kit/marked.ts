import { html } from 'hono/html';
import { OPTIONAL_TEXT_NAMES, REQUIRED_TEXT_NAMES } from '../../../article/model/article-fields.ts';
import type { Copy } from '../../../article/model/copy.ts';
import type { Html } from '../../../render/html/html.ts';
import { countMarks, partsOf } from './hidden-characters.ts';

/** A text with every character marked that does not show or that passes for another. The marks add no text of their own. */
export function markHidden(text: string): Html {
  return html`${partsOf(text).map(({ text: part, mark }) =>
    mark
      ? html`<span class="${mark.kind}-mark" data-label="${mark.label}" title="${mark.title}">${part}</span>`
      : html`${part}`,
  )}`;
}

/** What there is of such characters in a copy, in words; nothing where there is none. */
export function markNote(copies: readonly Copy[]): Html | string {
  const found = countMarks(copies.flatMap(textsOf));
  if (found.length === 0) return '';
  return html`<div class="mark-note" role="note"><p><strong>Characters that do not show, or pass for others</strong></p>
<ul>${found.map(
    ({ mark, count }) => html`<li>${mark.title}${count > 1 ? html`, ${count} times` : ''}</li>`,
  )}</ul></div>`;
}

function textsOf(copy: Copy): string[] {
  const sources = (copy.sources ?? []).flatMap(({ title, publisher, note }) => [title, publisher, note]);
  return [
    ...[...REQUIRED_TEXT_NAMES, ...OPTIONAL_TEXT_NAMES].map((name) => copy[name]),
    ...copy.bodyBlocks.flatMap(({ id, text }) => [text, id]),
    ...sources,
    ...Object.values(copy.editorialPacket ?? {}),
  ].filter((text) => typeof text === 'string');
}
