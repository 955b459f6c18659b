import { html } from 'hono/html';
import type { AuthorOrTag } from '../../../accounts/bylines.ts';
import {
  FIELD_LABELS,
  OPTIONAL_TEXT_NAMES,
  OPTIONAL_TEXTS,
  PACKET_NOTE_NAMES,
  PACKET_TEXTS,
  type PacketTextName,
  PUBLISHED_PACKET_NAMES,
} from '../../../article/model/article-fields.ts';
import type { UnfinishedCopy } from '../../../article/model/copy.ts';
import { DESKS } from '../../../article/model/desk.ts';
import type { ListedPicture } from '../../../pictures/pictures.ts';
import type { Html } from '../../../render/html/html.ts';

// The panels beside the text in the editor. Those that are rarely needed start closed.

type Lists = { authors: AuthorOrTag[]; tags: AuthorOrTag[]; pictures: ListedPicture[]; isLive: boolean };
type Choice = { value: string; name: string };

export function editPanels(copy: UnfinishedCopy, { authors, tags, pictures, isLive }: Lists): Html {
  const desks = DESKS.map(({ slug, name }) => ({ value: slug, name }));
  const people = authors.map(({ id, name }) => ({ value: id, name }));
  const heroes = pictures.map(({ id, title, credit }) => ({ value: id, name: `${title} (${credit})` }));
  const packet = copy.editorialPacket ?? {};
  const packetArea = (name: PacketTextName) =>
    area(`editorialPacket.${name}`, PACKET_TEXTS[name].label, packet[name] ?? '');
  return html`${panel(
    'Desk and byline',
    true,
    html`${choose('section', 'Desk', copy.section, desks, null)}
${line('slug', 'Slug', copy.slug, isLive ? 'The address. The old address of a live article will redirect.' : 'The last part of the address.')}
${choose('authorId', FIELD_LABELS.authorId ?? '', copy.authorId ?? '', people, 'None: the name of the publication')}
${tagBox(tags, copy.tagIds ?? [])}`,
  )}
${panel('Sources', true, html`<div id="sources"></div><p><button type="button" class="plain" id="add-source">Add a source</button> <span class="count hint" id="sources-count"></span></p><span class="trouble" id="sources-trouble" role="alert"></span>`)}
${panel(
  'Hero picture',
  Boolean(copy.heroAssetId),
  html`${choose('heroAssetId', 'Picture', copy.heroAssetId ?? '', heroes, 'None')}
<p class="hint">Add pictures and their credits to <a href="/newsroom/pictures">the library</a> first.</p>`,
)}
${OPTIONAL_TEXT_NAMES.map((name) => {
  const { label, hint } = OPTIONAL_TEXTS[name];
  const isOpen = name === 'correctionNote' ? isLive : Boolean(copy[name]);
  return html`${panel(label, isOpen, area(name, label, copy[name] ?? '', hint))}
`;
})}${panel(
  'Search and sharing',
  PUBLISHED_PACKET_NAMES.some((name) => packet[name]),
  html`<p class="hint">Published. If a field is empty, search engines and shared links show the headline and the dek.</p>${PUBLISHED_PACKET_NAMES.map(packetArea)}`,
)}
${panel(
  'Notes for the editors',
  PACKET_NOTE_NAMES.some((name) => packet[name]),
  html`<p class="hint">Never published.</p>${PACKET_NOTE_NAMES.map(packetArea)}`,
)}`;
}

function panel(title: string, isOpen: boolean, inner: Html): Html {
  return html`<details class="panel"${isOpen ? html` open` : ''}><summary><h2>${title}</h2></summary>
${inner}</details>`;
}

function line(name: string, label: string, value: string, hint: string): Html {
  return html`<p class="field"><label for="f-${name}">${label}</label>
<input id="f-${name}" name="${name}" type="text" value="${value}" spellcheck="false" aria-describedby="${name}-hint ${name}-count ${name}-trouble">
<span class="hint" id="${name}-hint">${hint}</span>${below(name)}</p>`;
}

function area(name: string, label: string, value: string, hint = ''): Html {
  return html`<p class="field"><label for="f-${name}">${label}</label>
<textarea id="f-${name}" name="${name}" rows="2" aria-describedby="${name}-hint ${name}-count ${name}-trouble">${value}</textarea>
<span class="hint" id="${name}-hint">${hint}</span>${below(name)}</p>`;
}

/** A select; a current value that is not in the list is added to it. */
function choose(name: string, label: string, value: string, choices: Choice[], none: string | null): Html {
  const isKnown = value === '' || choices.some((one) => one.value === value);
  const all = [
    ...(none === null ? [] : [{ value: '', name: none }]),
    ...choices,
    ...(isKnown ? [] : [{ value, name: `Unknown: ${value}` }]),
  ];
  return html`<p class="field"><label for="f-${name}">${label}</label>
<select id="f-${name}" name="${name}" aria-describedby="${name}-trouble">${all.map((one) => html`<option value="${one.value}"${one.value === value ? html` selected` : ''}>${one.name}</option>`)}</select>${below(name)}</p>`;
}

function tagBox(tags: AuthorOrTag[], chosen: string[]): Html {
  const unknown = chosen
    .filter((id) => !tags.some((tag) => tag.id === id))
    .map((id) => ({ id, name: `Unknown: ${id}` }));
  const all = [...tags, ...unknown];
  return html`<fieldset class="tags"><legend>Tags</legend>
${all.length === 0 ? html`<p class="hint">There are no tags yet; a chief can add them on the masthead page.</p>` : ''}${all.map(
  ({ id, name }) =>
    html`<label><input type="checkbox" name="tagIds" value="${id}"${chosen.includes(id) ? html` checked` : ''}> ${name}</label> `,
)}
<span class="trouble" id="tagIds-trouble" role="alert"></span></fieldset>`;
}

function below(name: string): Html {
  return html`<span class="count hint" id="${name}-count"></span><span class="trouble" id="${name}-trouble" role="alert"></span>`;
}
