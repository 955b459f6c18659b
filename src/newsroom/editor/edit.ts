import { html, raw } from 'hono/html';
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
import { openDesks, retiredDesk } from '#article/desk.ts';
import { isOwnPage } from '#article/own-page.ts';
import { listTags, type Tag } from '#article/tags.ts';
import { isUuid } from '#core/text.ts';
import { type ArticleRecord, readArticle } from '#editorial/article-record.ts';
import { readServerCopy } from '#editorial/write/working-copy.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { toCard } from '#media/newsroom/picture-api.ts';
import { pictureDialog } from '#media/newsroom/picture-dialog.ts';
import { findLastCredit, findPicture } from '#media/pictures.ts';
import type { EditorPage } from '#newsroom/browser/editor/page.ts';
import type { HeroData } from '#newsroom/browser/pictures/hero.ts';
import { type AuthorOrTag, listAuthors } from '#people/bylines.ts';
import { besideText } from './beside.ts';
import { heroField } from './hero-field.ts';

/** `GET /newsroom/articles/{articleId}/edit`: the editor, with the unsaved text of this member if there is any. */
export async function showEditor(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const server = await readServerCopy(deps.db.read, actor, file.id);
  const page: EditorPage = { articleId: file.id, editorId: actor.id, latest: file.revision, server };
  const { copy } = server;
  const [authors, tags, hero] = await Promise.all([
    listAuthors(deps.db.read),
    listTags(deps.db.read),
    readHero(c, copy.heroAssetId ?? ''),
  ]);
  return newsroomPage(c, {
    title: `Edit: ${file.copy.headline}`,
    scripts: ['editor'],
    styles: ['newsroom-review.css', 'newsroom-ledger.css', 'newsroom-editor.css', 'newsroom-pictures.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1 class="unseen">Edit: ${file.copy.headline}</h1>
<noscript><div class="refusal"><p><strong>The editor needs JavaScript, which is off in this browser.</strong></p><p>Reading, review and publication work without it. A <a href="/newsroom/new">form</a> begins a draft with headline, dek and desk, and the <a href="/api">API</a> saves revisions.</p></div></noscript>
<div id="above"></div>
<div class="edit-page" id="edit-page">
<form class="edit" id="edit"${file.status === 'draft' ? html` data-slug="follows"` : ''} novalidate autocomplete="off" hidden>
<div class="edit-top" id="edit-top">
${bar(file)}
${findBar()}
<div id="notices"></div>
</div>
<div class="edit-work">
<div class="paper">
${heroField(hero, copy.pictureCaption ?? '')}
${textField('headline', 'Headline', copy.headline)}
${textField('dek', 'Dek', copy.dek)}
<div class="field"><span class="field-name" aria-hidden="true">Body</span>
<div id="body"></div>
<span class="hint" id="body-hint">Enter starts a new paragraph. <kbd>Ctrl</kbd> <kbd>/</kbd> shows the keys.</span>
<span class="trouble" id="bodyBlocks-trouble" role="alert"></span></div>
</div>
<div class="side panels" id="fields">${editPanels(copy, { authors, tags, isLive: file.liveRevision !== null })}</div>
</div>
</form>
${bubble()}
${await besideText(c, file)}
</div>
<aside id="number-panel" aria-label="The number at the cursor" tabindex="-1" hidden>
<p class="panel-bar"><button type="button" class="plain" data-act="close">Close</button> <span class="hint"><kbd>Alt Enter</kbd> moves here, <kbd>Esc</kbd> back to the text.</span></p>
<div id="number-content"></div></aside>
${dialogs()}
${pictureDialog()}
<script type="application/json" id="page">${raw(JSON.stringify(page).replaceAll('<', '\\u003c'))}</script>`,
  });
}

async function readHero(c: Context, id: string): Promise<HeroData> {
  const { actor, deps } = c.var;
  const [picture, lastCredit] = await Promise.all([
    isUuid(id) ? findPicture(deps.db.read, id) : null,
    findLastCredit(deps.db.read, actor.id),
  ]);
  return { picture: picture && toCard(picture, actor), lastCredit };
}

/** The bar that stays above the text: number of words, save state, buttons and toolbar. */
function bar(file: ArticleRecord): Html {
  return html`<div class="edit-bar">
<p class="tally"><span id="words"></span> <span id="reading"></span> <span id="standing" role="status">Revision ${file.revision}, as saved.</span> <span id="told" role="status"></span> <span id="present" role="status"></span> <button type="button" class="plain" id="open-numbers" aria-keyshortcuts="Alt+Enter" title="Alt Enter" hidden></button></p>
<p class="acts" id="save-bar"><button type="submit" id="save" aria-keyshortcuts="Control+S">Save <kbd>Ctrl S</kbd></button> <button type="button" class="plain" id="fields-button" aria-expanded="false" aria-controls="fields">Fields</button> <a class="button" href="/newsroom/articles/${file.id}" id="leave">Review and publish</a></p>
<div class="tools" role="toolbar" aria-label="Text" aria-controls="body" id="tools">
${tool('paragraph', 'Text', 'Text', 'Ctrl Alt 0')}${tool('heading', 'Heading', 'Heading', 'Ctrl Alt 2')}${tool('subheading', 'Subhead', 'Subhead', 'Ctrl Alt 3')}${tool('quote', 'Quote', 'Quote', 'Ctrl Alt 4')}${tool('list', 'List', 'List', 'Ctrl Alt 8')}${tool('numbers', 'Numbers', 'Numbers', 'Ctrl Alt 7')}
<span class="gap"></span>
${tool('em', 'Emphasis', html`<em>I</em>`, 'Ctrl I')}${tool('strong', 'Strong', html`<b>B</b>`, 'Ctrl B')}${tool('code', 'Code', html`<code>{ }</code>`, 'Ctrl E')}${tool('link', 'Link', 'Link', 'Ctrl K')}${tool('comment', 'Comment', 'Comment', 'Ctrl Alt M')}
<span class="gap"></span>
${tool('find', 'Find and replace', 'Find', 'Ctrl F')}${tool('quotes', 'Typographic quotes and dashes', '“ ”', 'in the selected words, or everywhere')}${tool('undo', 'Undo', 'Undo', 'Ctrl Z')}${tool('redo', 'Redo', 'Redo', 'Ctrl Shift Z')}${tool('keys', 'Keyboard shortcuts', '?', 'Ctrl /')}
</div>
</div>`;
}

/** Find and replace in the body; its button and Ctrl F open it. */
function findBar(): Html {
  return html`<div class="find-bar" id="find-bar" role="search" aria-label="Find and replace" hidden>
<label for="find-words">Find</label> <input id="find-words" type="text" autocomplete="off">
<span class="hint" id="find-count" role="status"></span>
<button type="button" class="plain" data-find="previous">Previous</button> <button type="button" class="plain" data-find="next">Next</button>
<label for="find-other">Replace with</label> <input id="find-other" type="text" autocomplete="off">
<button type="button" class="plain" data-find="replace">Replace</button> <button type="button" class="plain" data-find="all">Replace all</button>
<button type="button" class="plain" data-find="close">Close</button>
</div>`;
}

/** The small toolbar beside selected words. */
function bubble(): Html {
  return html`<div class="tools bubble" id="bubble" role="toolbar" aria-label="Selected words" aria-controls="body" hidden>
${tool('strong', 'Strong', html`<b>B</b>`, 'Ctrl B')}${tool('em', 'Emphasis', html`<em>I</em>`, 'Ctrl I')}${tool('link', 'Link', 'Link', 'Ctrl K')}${tool('comment', 'Comment', 'Comment', 'Ctrl Alt M')}
</div>`;
}

function tool(name: string, label: string, shown: Html | string, keys: string): Html {
  return html`<button type="button" class="plain" data-tool="${name}" aria-label="${label}" title="${label}: ${keys}">${shown}</button>`;
}

/** A text field above the body: headline or dek. */
function textField(name: string, label: string, value: string): Html {
  return html`<p class="field"><label for="f-${name}">${label}</label>
<textarea id="f-${name}" name="${name}" rows="1" class="${name}" aria-describedby="${name}-count ${name}-trouble">${value}</textarea>
<span class="count hint" id="${name}-count"></span><span class="trouble" id="${name}-trouble" role="alert"></span></p>`;
}

const KEYS: [string, string][] = [
  ['Ctrl S', 'Save as a revision'],
  ['Ctrl I · Ctrl B · Ctrl E', 'Emphasis · strong · code'],
  ['Ctrl K', 'Link'],
  ['Ctrl F', 'Find and replace; Enter goes to the next place, Shift Enter back, Esc returns to the text'],
  ['Alt Enter', 'Settle the number at the cursor, or the next open one'],
  ['Ctrl Alt 0', 'Text: a paragraph'],
  ['Ctrl Alt 2 · Ctrl Alt 3', 'Heading · subheading'],
  ['Ctrl Alt 4', 'Quote'],
  ['Ctrl Alt 8 · Ctrl Alt 7', 'List · numbered list'],
  ['Ctrl Z · Ctrl Shift Z', 'Undo · redo'],
  [
    '## · ### · > · - · 1. and a space',
    'Heading · subheading · quote · list · numbered list, at the start of a paragraph',
  ],
  ['*so* · **so** · `so`', 'Emphasis · strong · code, while typing'],
  ['F6', 'Move between the text, its comments and the fields'],
  ['Ctrl Alt M', 'Comment on the selected words; Ctrl Enter sends it'],
  [
    'Alt F10',
    'Move to the toolbar of the selected words, then to the one above; arrow keys move along it, Esc returns to the text',
  ],
  ['? · Ctrl /', 'Show these keys (? only outside the text)'],
];

function dialogs(): Html {
  return html`<dialog id="keys-dialog" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
<table class="plan"><thead class="unseen"><tr><th scope="col">Keys</th><th scope="col">Action</th></tr></thead>
<tbody>${KEYS.map(([keys, does]) => html`<tr><th scope="row"><kbd>${keys}</kbd></th><td>${does}</td></tr>`)}</tbody></table>
<form method="dialog"><button>Close</button></form></dialog>
<dialog id="link-dialog" aria-labelledby="link-title"><h2 id="link-title">Link</h2>
<form method="dialog" id="link-form" novalidate><p class="field"><label for="link-address">Address</label>
<input id="link-address" type="url" placeholder="https://" aria-describedby="link-trouble"><span class="trouble" id="link-trouble" role="alert"></span></p>
<p class="field"><label for="link-words">Or find an article of ours</label>
<input id="link-words" type="search" autocomplete="off" placeholder="Words of its headline" aria-describedby="link-count"> <span class="hint" id="link-count" role="status"></span></p>
<ul id="link-articles" class="choices"></ul>
<p class="acts"><button value="set">Set the link</button> <button class="plain" value="none">No link</button> <button class="plain" value="cancel">Cancel</button></p></form></dialog>
<dialog id="merge-dialog" aria-labelledby="merge-title"><h2 id="merge-title">Both of you changed these</h2>
<p id="merge-words"></p>
<form method="dialog" id="merge-form"><div id="merge-list"></div>
<p class="acts"><button value="take">Merge</button> <button class="plain" value="later" formnovalidate>Not now</button></p></form></dialog>`;
}

// The panels beside the text in the editor. Those that are rarely needed start closed.

type Lists = { authors: AuthorOrTag[]; tags: Tag[]; isLive: boolean };
type Choice = { value: string; name: string };

function editPanels(copy: UnfinishedCopy, { authors, tags, isLive }: Lists): Html {
  const desks = deskChoices(copy.section);
  const people = authors.map(({ id, name }) => ({ value: id, name }));
  const packet = copy.editorialPacket ?? {};
  const packetArea = (name: PacketTextName) =>
    area(`editorialPacket.${name}`, PACKET_TEXTS[name].label, packet[name] ?? '');
  return html`${panel(
    'Desk and byline',
    true,
    html`${choose({ name: 'section', label: 'Desk', none: null }, copy.section, desks)}
${line('slug', 'Slug', copy.slug, isLive ? 'The address. The old address of a live article will redirect.' : 'The last part of the address.')}
${choose({ name: 'authorId', label: FIELD_LABELS.authorId ?? '', none: 'None: the name of the publication' }, copy.authorId ?? '', people)}
${tagBox(tags, copy.tagIds ?? [])}`,
  )}
${panel('Sources', true, html`<div id="sources"></div><p><button type="button" class="plain" id="add-source">Add a source</button> <span class="count hint" id="sources-count"></span></p><span class="trouble" id="sources-trouble" role="alert"></span>`)}
${OPTIONAL_TEXT_NAMES.filter((name) => !optionalText(name).isOfPicture).map((name) => {
  const { label, formLabel = label, hint } = optionalText(name);
  const isOpen = name === 'correctionNote' ? isLive : Boolean(copy[name]);
  return html`${panel(label, isOpen, area(name, formLabel, copy[name] ?? '', hint))}
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
function choose(
  { name, label, none }: { name: string; label: string; none: string | null },
  value: string,
  choices: Choice[],
): Html {
  const isKnown = value === '' || choices.some((one) => one.value === value);
  const all = [
    ...(none === null ? [] : [{ value: '', name: none }]),
    ...choices,
    ...(isKnown ? [] : [{ value, name: `Unknown: ${value}` }]),
  ];
  return html`<p class="field"><label for="f-${name}">${label}</label>
<select id="f-${name}" name="${name}" aria-describedby="${name}-trouble">${all.map((one) => html`<option value="${one.value}"${one.value === value ? html` selected` : ''}>${one.name}</option>`)}</select>${below(name)}</p>`;
}

/** The open desks, and the retired one that the article is still at. A page of one's own stays a page. */
function deskChoices(section: string): Choice[] {
  if (isOwnPage(section)) return [{ value: section, name: 'Pages: no desk' }];
  const retired = retiredDesk(section);
  return [...openDesks(), ...(retired ? [{ ...retired, name: `${retired.name} (retired)` }] : [])].map(
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
    html`<label><input type="checkbox" name="tagIds" value="${id}"${mergedIds.length > 0 ? html` data-merged="${mergedIds.join(' ')}"` : ''}${[id, ...mergedIds].some((one) => chosen.includes(one)) ? html` checked` : ''}> ${name}</label> `,
)}
<a href="/newsroom/tags" target="_blank">Add a tag …<span class="unseen"> (opens a new tab)</span></a>
<span class="trouble" id="tagIds-trouble" role="alert"></span></fieldset>`;
}

function below(name: string): Html {
  return html`<span class="count hint" id="${name}-count"></span><span class="trouble" id="${name}-trouble" role="alert"></span>`;
}
