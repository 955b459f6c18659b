import { html } from 'hono/html';
import { OPTIONAL_TEXT_NAMES, REQUIRED_TEXT_NAMES } from '../../../article/model/article-fields.ts';
import type { Copy } from '../../../article/model/copy.ts';
import type { Html } from '../../../render/html/html.ts';
import { countMarks, partsOf } from './hidden-characters.ts';

/** A text with every invisible or look-alike character marked. The marks add no text. */
export function markHidden(text: string): Html {
  return html`${partsOf(text).map(({ text: part, mark }) =>
    mark
      ? html`<span class="${mark.kind}-mark" data-label="${mark.label}" title="${mark.title}">${part}</span>`
      : html`${part}`,
  )}`;
}

/** Lists such characters in the copies; empty when there are none. */
export function markNote(copies: readonly Copy[]): Html | string {
  const found = countMarks(copies.flatMap(textsOf));
  if (found.length === 0) return '';
  return html`<div class="mark-note" role="note"><p><strong>Invisible characters, or characters that look like others</strong></p>
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
