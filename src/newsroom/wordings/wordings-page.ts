import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import { type RevisionWordings, readRevisionWordings, unopenedSources } from '#editorial/wordings/look-up-wordings.ts';
import type { ArticleWording, OpenedLook, WordingLook } from '#editorial/wordings/wording-rows.ts';
import type { WordingKind } from '#evidence/wordings/find-wordings.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { acts, button } from '#html/newsroom/kit/button.ts';
import { pill, type Tone } from '#html/newsroom/kit/pill.ts';
import { markHidden, markNote } from '#html/newsroom/marked.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

/** A form that was refused, with the hash of its wording or the address of its source. */
export type RefusedWording = RefusedForm & { about: string };

/** `GET /newsroom/articles/{articleId}/wordings?revision=…`: the quotations and names of a revision, by default of the latest. */
export async function showWordings(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const given = c.req.query('revision');
  const revision = given === undefined ? null : parseRevisionNumber(given);
  return wordingsPage(c, await readRevisionWordings(deps.db.read, actor, { articleId: articleIdOf(c), revision }));
}

/** The quotations and names of one revision: the sources to open, and what each wording is in them. */
export async function wordingsPage(
  c: Context,
  file: RevisionWordings,
  refused: RefusedWording | null = null,
): Promise<Response> {
  const { articleId, copy, revision, wordings } = file;
  const view: View = {
    file,
    refused,
    mayDecide: isEditorial(c.var.actor),
    unchecked: c.var.deps.policy.unchecked ?? [],
  };
  return newsroomPage(c, {
    title: `Quotations and names: ${copy.headline}`,
    ...(refused && { status: refused.status }),
    styles: ['newsroom-review.css', 'newsroom-ledger.css'],
    main: html`<p class="trail"><a href="/newsroom/articles">Articles</a> / <a href="/newsroom/articles/${articleId}">Article</a> / <a href="/newsroom/articles/${articleId}/figures?revision=${revision}">Numbers</a></p>
<h1><small>Quotations and names of revision ${revision}</small> ${markHidden(copy.headline)}</h1>
${refused ? refusalNote(refused.failure) : ''}
${revision === file.latestRevision ? '' : html`<p class="hint">An earlier revision. <a href="/newsroom/articles/${articleId}/wordings">Revision ${file.latestRevision}, the latest</a></p>`}
${markNote([copy])}
${wordings.length === 0 ? html`<p>No quotation of four words or more, and no name of two words or more.</p>` : sourcesSection(view)}
${KINDS.map((kind) => kindSection(view, kind))}`,
  });
}

type View = {
  file: RevisionWordings;
  refused: RefusedWording | null;
  mayDecide: boolean;
  unchecked: readonly WordingKind[];
};

const KINDS = ['quotation', 'name'] as const;
const TITLES: Record<WordingKind, string> = { quotation: 'Quotations', name: 'Names' };

function hidden({ file }: View): Html {
  return html`<input type="hidden" name="revision" value="${file.revision}">`;
}

/** Each source with when it was opened, and the forms that open it. */
function sourcesSection(view: View): Html {
  const { file } = view;
  const { sources = [] } = file.copy;
  const left = unopenedSources(file);
  const action = `/newsroom/articles/${file.articleId}/wordings/lookup`;
  return html`<section aria-labelledby="sources-title"><h2 id="sources-title">Sources</h2>
${sources.length === 0 ? html`<p>The revision cites no source.</p>` : ''}
${
  left.length === 0
    ? ''
    : html`<form method="post" enctype="multipart/form-data" action="${action}">${hidden(view)}
${acts(button({ text: left.length === 1 ? 'Open the source that was not opened' : `Open the ${left.length} sources that were not opened` }))}
<p class="hint">The server opens at most eight at once and waits for 20 seconds. What opens later is here when you load the page again.</p></form>`
}
<ol class="opened">${sources.map(
    ({ title, url }, at) =>
      html`<li id="source-${at + 1}"><a href="${url}" rel="noreferrer">${markHidden(title)}</a> <span class="hint">${lookWords(lookOf(file, url))}</span>
<details${view.refused?.about === url ? html` open` : ''}><summary>${lookOf(file, url) ? 'Open it again' : 'Open it'}, or give its file or a passage</summary>
<form method="post" enctype="multipart/form-data" action="${action}#source-${at + 1}">${hidden(view)}<input type="hidden" name="source" value="${url}">
<p class="field"><label for="file-${at}">File of the source</label>
<input id="file-${at}" name="file" type="file" accept=".pdf,.html,.htm,.txt,.md,.csv,.tsv,.xlsx,.docx" aria-describedby="file-hint-${at}"> <span class="hint" id="file-hint-${at}">PDF, web page, text, CSV, XLSX or DOCX, at most 12 MB. It is not kept.</span></p>
<p class="field"><label for="passage-${at}">Passage that you copied from the source</label>
<textarea id="passage-${at}" name="passage" rows="3" maxlength="20000"></textarea></p>
${acts(button({ text: html`Open<span class="unseen"> source ${at + 1}</span>`, weight: 'plain' }))}</form></details></li>`,
  )}</ol></section>`;
}

function lookOf({ wordings }: RevisionWordings, url: string): WordingLook | undefined {
  return wordings.flatMap(({ looks }) => looks.filter(({ source }) => source === url))[0];
}

const OPENED_BY: Record<WordingLook['by'], string> = {
  address: 'The server opened it',
  file: 'Its file was given',
  passage: 'A passage was given',
};

function lookWords(look: WordingLook | undefined): Html | string {
  if (!look) return 'Not opened yet.';
  if ('trouble' in look) return html`Could not be opened ${formatTime(look.at)}. ${look.trouble}`;
  return html`${OPENED_BY[look.by]} ${formatTime(look.at)}.`;
}

function kindSection(view: View, kind: WordingKind): Html | string {
  const wordings = view.file.wordings.filter((wording) => wording.kind === kind);
  if (wordings.length === 0) return '';
  const settled = wordings.filter(({ state }) => state === 'settled').length;
  return html`<section aria-labelledby="${kind}-title"><h2 id="${kind}-title">${TITLES[kind]}</h2>
<p><strong>${settled} of ${wordings.length} settled</strong>${view.unchecked.includes(kind) ? '. Checks leave them out: the setting is off.' : ''}</p>
<ul class="wordings">${wordings.map((wording) => wordingItem(view, wording))}</ul></section>`;
}

type Label = { text: string; tone?: Tone };
const LABELS: Record<WordingKind, Record<ArticleWording['state'], Label>> = {
  quotation: {
    settled: { text: 'Settled', tone: 'ready' },
    found: { text: 'In the source: confirm it' },
    near: { text: 'Reads otherwise in the source', tone: 'block' },
    not_found: { text: 'In none of the opened sources', tone: 'block' },
    unopened: { text: 'Not looked up' },
  },
  name: {
    settled: { text: 'Settled', tone: 'ready' },
    found: { text: 'Spelled as in the source', tone: 'ready' },
    near: { text: 'Spelled otherwise in the source', tone: 'block' },
    not_found: { text: 'In none of the opened sources' },
    unopened: { text: 'Not compared' },
  },
};

function wordingItem(view: View, wording: ArticleWording): Html {
  const { kind, text, hash, path, state, best, settled } = wording;
  const { file, refused, mayDecide } = view;
  const label = LABELS[kind][state === 'settled' && settled === null ? 'found' : state];
  const words = markHidden(text);
  return html`<li id="w-${hash.slice(0, 12)}" class="candidate"><p>${pill(label.text, label.tone)} <a href="/newsroom/articles/${file.articleId}/edit#at=${path}">Edit<span class="unseen"> “${text.slice(0, 60).toWellFormed()}”</span></a></p>
<blockquote class="words">${kind === 'quotation' ? html`“${words}”` : words}</blockquote>
${best && best.state !== 'not_found' ? passageOf(file, best) : ''}
${settledWords(wording)}
${mayDecide ? decideForms(view, wording) : ''}
${refused?.about === hash ? html`<p class="refusal">${refused.failure.message}</p>` : ''}</li>`;
}

/** What the source has there, with those words marked, and its place. */
function passageOf({ copy: { sources = [] } }: RevisionWordings, look: OpenedLook): Html {
  const { says = '', passage = '', place = '' } = look;
  const at = passage.indexOf(says);
  const source = sources.find(({ url }) => url === look.source);
  const marked =
    at === -1
      ? markHidden(passage)
      : html`${markHidden(passage.slice(0, at))}<mark>${markHidden(says)}</mark>${markHidden(passage.slice(at + says.length))}`;
  return html`<p class="hint">The source has:</p><blockquote class="words">${marked}</blockquote>
<p class="hint">${source ? html`<a href="${source.url}" rel="noreferrer">${markHidden(source.title)}</a>. ` : ''}${markHidden(place)}</p>`;
}

function settledWords({ settled }: ArticleWording): Html | string {
  if (settled === null) return '';
  const { by, at } = settled;
  if (settled.way === 'seen')
    return html`<p class="hint">${by.name} confirmed it by the passage, ${formatTime(at)}.</p>`;
  return html`<p class="hint">${by.name} vouches for it, ${formatTime(at)}: “${markHidden(settled.reason)}”</p>`;
}

function decideForms(view: View, { hash, kind, state, best, settled, text }: ArticleWording): Html | string {
  const { file, refused } = view;
  const to = (act: string) => `/newsroom/articles/${file.articleId}/wordings/${act}#w-${hash.slice(0, 12)}`;
  const fields = html`${hidden(view)}<input type="hidden" name="wording" value="${hash}">`;
  const named = html`<span class="unseen"> “${text.slice(0, 60).toWellFormed()}”</span>`;
  if (settled !== null)
    return html`<form method="post" action="${to('open')}">${fields}${acts(button({ text: html`Open again${named}`, weight: 'quiet' }))}</form>`;
  if (state === 'settled' || (kind === 'name' && state !== 'near')) return '';
  const isTyped = refused?.about === hash;
  return html`${
    state === 'found' && best
      ? html`<form method="post" action="${to('settle')}">${fields}<input type="hidden" name="way" value="seen"><input type="hidden" name="source" value="${best.source}"><input type="hidden" name="digest" value="${best.digest}">
${acts(button({ text: html`Confirm by this passage${named}` }))}</form>`
      : ''
  }
<details${isTyped ? html` open` : ''}><summary>Vouch for it with a reason</summary>
<form method="post" action="${to('settle')}">${fields}<input type="hidden" name="way" value="vouched">
<p class="field"><label for="reason-${hash.slice(0, 12)}">How you know that it is right</label>
<input id="reason-${hash.slice(0, 12)}" name="reason" type="text" required minlength="3" maxlength="500" value="${isTyped ? (refused.typed.reason ?? '') : ''}"></p>
${acts(button({ text: html`Vouch for it${named}`, weight: 'plain' }))}</form></details>`;
}
