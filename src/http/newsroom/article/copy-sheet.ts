import { html } from 'hono/html';
import {
  FIELD_LABELS,
  OPTIONAL_TEXT_NAMES,
  PACKET_NOTE_NAMES,
  type PacketTextName,
  PUBLISHED_PACKET_NAMES,
  REQUIRED_TEXT_NAMES,
} from '../../../article/model/article-fields.ts';
import type { Copy, Source } from '../../../article/model/copy.ts';
import { deskName } from '../../../article/model/desk.ts';
import type { Html } from '../../../render/html/html.ts';
import { markHidden } from '../kit/marked.ts';
import type { Changes } from '../review/changes.ts';

type Names = { byline: string; tags: { id: string; name: string | null }[] };

/** All fields of a revision as stored: inline marks are shown as typed, not rendered. */
export function copySheet(copy: Copy, { byline, tags }: Names, changes: Changes | null): Html {
  const mark = (name: keyof Copy) => (changes?.fields.has(name) ? CHANGED : '');
  return html`<dl class="copy">
${REQUIRED_TEXT_NAMES.map(
  (name) => html`<div><dt>${FIELD_LABELS[name]}${mark(name)}</dt><dd>${markHidden(copy[name])}</dd></div>
`,
)}<div><dt>Desk${mark('section')}</dt><dd>${deskName(copy.section)} <code>${copy.section}</code></dd></div>
<div><dt>Slug${mark('slug')}</dt><dd><code>${copy.slug}</code></dd></div>
<div><dt>Byline${mark('authorId')}</dt><dd>${byline}</dd></div>
<div><dt>Tags${mark('tagIds')}</dt><dd>${tags.map(({ id, name }) => name ?? `unknown: ${id}`).join(', ') || 'none'}</dd></div>
${OPTIONAL_TEXT_NAMES.map(
  (name) => html`<div><dt>${FIELD_LABELS[name]}${mark(name)}</dt><dd>${markHidden(copy[name] ?? 'none')}</dd></div>
`,
)}<div><dt>Hero picture${mark('heroAssetId')}</dt><dd>${copy.heroAssetId ?? 'none'}</dd></div>
</dl>
<h3>Body, ${count(copy.bodyBlocks.length, 'block')}</h3>
<table class="plan blocks">
<thead><tr><th scope="col" class="number">No.</th><th scope="col">Type</th><th scope="col">Text</th></tr></thead>
<tbody>${copy.bodyBlocks.map(
    (block, position) => html`
<tr><td class="number">${position + 1}</td><td>${block.type} <code>${markHidden(block.id)}</code>${changes?.blocks.has(position) ? CHANGED : ''}</td><td class="words">${markHidden(block.text)}</td></tr>`,
  )}</tbody>
</table>
<h3>Sources, ${copy.sources?.length ?? 0}${mark('sources')}</h3>
${sources(copy.sources ?? [])}
<h3>Search and sharing${mark('editorialPacket')}</h3>
${packetTexts(copy.editorialPacket ?? {}, PUBLISHED_PACKET_NAMES, 'Published.', 'Search engines and shared links show the headline and the dek.')}
<h3>Notes for the editors${mark('editorialPacket')}</h3>
${packetTexts(copy.editorialPacket ?? {}, PACKET_NOTE_NAMES, 'Never published.', 'No notes. They are never published.')}`;
}

const CHANGED = html` <span class="mark">changed</span>`;

function sources(list: Source[]): Html {
  if (list.length === 0) return html`<p>No source is cited.</p>`;
  return html`<ol class="cited">${list.map(
    (source) => html`
<li>${markHidden(source.title)}${source.publisher ? html`, ${markHidden(source.publisher)}` : ''}<br><a href="${source.url}" rel="noreferrer">${source.url}</a>${source.note ? html`<br>${markHidden(source.note)}` : ''}</li>`,
  )}
</ol>`;
}

function packetTexts(
  packet: NonNullable<Copy['editorialPacket']>,
  names: readonly PacketTextName[],
  whereShown: string,
  whenEmpty: string,
): Html {
  const given = names.filter((name) => packet[name]);
  if (given.length === 0) return html`<p>${whenEmpty}</p>`;
  return html`<p>${whereShown}</p>
<dl class="copy">${given.map(
    (name) => html`
<div><dt>${FIELD_LABELS[name]}</dt><dd class="words">${markHidden(packet[name] ?? '')}</dd></div>`,
  )}
</dl>`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
