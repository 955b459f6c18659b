import { html } from 'hono/html';
import {
  FIELD_LABELS,
  OPTIONAL_TEXT_NAMES,
  optionalText,
  PACKET_NOTE_NAMES,
  PACKET_TEXTS,
  type PacketTextName,
  PUBLISHED_PACKET_NAMES,
} from '#article/article-fields.ts';
import type { UnfinishedCopy } from '#article/copy.ts';
import { isOwnPage } from '#article/own-page.ts';
import { openSections, retiredSection } from '#article/section.ts';
import type { Tag } from '#article/tags.ts';
import { proposedExhibits } from '#evidence/figures/claims-form.ts';
import type { Html } from '#html/html.ts';
import type { AuthorOrTag } from '#people/bylines.ts';

// *Details* in the panel of the editor: every field but those of the sheet. Groups that are rarely needed start closed. The fields belong to
// the form of the sheet by their `form` attribute, because the panel has its own forms.

export type DetailLists = { authors: AuthorOrTag[]; tags: Tag[]; isLive: boolean };
type Choice = { value: string; name: string };

export function detailFields(copy: UnfinishedCopy, { authors, tags, isLive }: DetailLists): Html {
  const sections = sectionChoices(copy.section);
  const people = authors.map(({ id, name }) => ({ value: id, name }));
  const packet = copy.editorialPacket ?? {};
  const packetArea = (name: PacketTextName) =>
    area(`editorialPacket.${name}`, PACKET_TEXTS[name].label, packet[name] ?? '');
  return html`${panel(
    'Section and byline',
    true,
    html`${choose({ name: 'section', label: 'Section', none: null }, copy.section, sections)}
${line('slug', 'Slug', copy.slug, isLive ? 'The address. The old address of a live article will redirect.' : 'The last part of the address.')}
${choose({ name: 'authorId', label: FIELD_LABELS.authorId ?? '', none: 'None: the name of the publication' }, copy.authorId ?? '', people)}
${tagBox(tags, copy.tagIds ?? [])}`,
  )}
${panel('Sources', true, html`<div id="sources"></div><p><button type="button" class="plain" id="add-source">Add a source</button> <span class="count hint" id="sources-count"></span></p><span class="trouble" id="sources-trouble" role="alert"></span>`)}
${OPTIONAL_TEXT_NAMES.filter((name) => !optionalText(name).isOfPicture).map((name) => {
  const { label, formLabel = label, hint } = optionalText(name);
  const proposed = name === 'exhibits' && !copy.exhibits ? proposedExhibits(packet.claimsReview) : null;
  const isOpen = name === 'correctionNote' ? isLive : Boolean(copy[name] ?? proposed);
  return html`${panel(label, isOpen, html`${proposed === null ? '' : proposalBox(proposed)}${area(name, formLabel, copy[name] ?? '', hint)}`)}
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

/** Tables and charts that an agent proposes; its button writes them into the field. */
function proposalBox(lines: string): Html {
  return html`<div id="proposed-exhibits"><p class="hint">An agent proposes these. Readers do not see them until you take them over and save.</p>
<pre>${lines}</pre>
<p><button type="button" class="btn" id="take-exhibits">Take them over</button></p></div>
`;
}

function panel(title: string, isOpen: boolean, inner: Html): Html {
  return html`<details class="part"${isOpen ? html` open` : ''}><summary><h2>${title}</h2></summary>
${inner}</details>`;
}

function line(name: string, label: string, value: string, hint: string): Html {
  return html`<p class="field"><label for="f-${name}">${label}</label>
<input id="f-${name}" form="edit" name="${name}" type="text" value="${value}" spellcheck="false" aria-describedby="${name}-hint ${name}-count ${name}-trouble">
<span class="hint" id="${name}-hint">${hint}</span>${below(name)}</p>`;
}

function area(name: string, label: string, value: string, hint = ''): Html {
  return html`<p class="field"><label for="f-${name}">${label}</label>
<textarea id="f-${name}" form="edit" name="${name}" rows="2" aria-describedby="${name}-hint ${name}-count ${name}-trouble">${value}</textarea>
<span class="hint" id="${name}-hint">${hint}</span>${below(name)}</p>`;
}

/** A select; a current value that is not in the list is added to it. */
function choose(
  { name, label, none }: { name: string; label: string; none: string | null },
  value: string,
  choices: Choice[],
): Html {
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  const all = [
    ...(none === null ? [] : [{ value: '', name: none }]),
    ...choices,
    ...(isKnown ? [] : [{ value, name: `Unknown: ${value}` }]),
  ];
  return html`<p class="field"><label for="f-${name}">${label}</label>
<select id="f-${name}" form="edit" name="${name}" aria-describedby="${name}-trouble">${all.map((choice) => html`<option value="${choice.value}"${choice.value === value ? html` selected` : ''}>${choice.name}</option>`)}</select>${below(name)}</p>`;
}

/** The open sections, and the retired one that the article is still at. A custom page stays a page. */
function sectionChoices(section: string): Choice[] {
  if (isOwnPage(section)) return [{ value: section, name: 'Pages: no section' }];
  const retired = retiredSection(section);
  return [...openSections(), ...(retired ? [{ ...retired, name: `${retired.name} (retired)` }] : [])].map(
    ({ slug, name }) => ({ value: slug, name }),
  );
}

function tagBox(tags: Tag[], chosen: string[]): Html {
  const unknown = chosen
    .filter((id) => !tags.some((tag) => tag.id === id || tag.mergedIds.includes(id)))
    .map((id) => ({ id, name: `Unknown: ${id}`, mergedIds: [] }));
  const all = [...tags, ...unknown];
  return html`<fieldset class="tags"><legend>Tags</legend>
${all.length === 0 ? html`<p class="hint">There are no tags yet.</p>` : ''}${all.map(
  ({ id, name, mergedIds }) =>
    html`<label><input type="checkbox" form="edit" name="tagIds" value="${id}"${mergedIds.length > 0 ? html` data-merged="${mergedIds.join(' ')}"` : ''}${[id, ...mergedIds].some((mergedId) => chosen.includes(mergedId)) ? html` checked` : ''}> ${name}</label> `,
)}
<a href="/newsroom/tags" target="_blank">Add a tag …<span class="unseen"> (opens a new tab)</span></a>
<span class="trouble" id="tagIds-trouble" role="alert"></span></fieldset>`;
}

function below(name: string): Html {
  return html`<span class="count hint" id="${name}-count"></span><span class="trouble" id="${name}-trouble" role="alert"></span>`;
}
