import { html } from 'hono/html';
import { FIELD_LABELS } from '#article/article-fields.ts';
import { EXEMPT_CLASSES } from '#article/settlement-kinds.ts';
import {
  CLASS_LABELS,
  ledgerAddress,
  markInSentence,
  needsAttention,
  STATE_LABELS,
  shortAnchor,
  stateOf,
  stateSign,
} from '#editorial/newsroom/figure-state.ts';
import type { ArticleFigures } from '#editorial/settle/read-figures.ts';
import type { TextField } from '#evidence/figures/fields.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import { suggestedClass } from '#evidence/figures/settlement.ts';
import type { Html } from '#html/html.ts';
import { plainText } from '#html/inline.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { type BlockPart, renderBlock } from '#html/newsroom/rendered-block.ts';
import { type ArchivedForms, archivedForm } from './archived-form.ts';

/** Figures shown on one page; when there are more, the page around the chosen figure is shown. */
const MOST_SHOWN = 500;

export type LedgerView = { file: ArticleFigures; view: string; chosen: number };

/** The texts of the revision with each figure and its state marked. */
export function copyView(sheet: LedgerView): Html {
  const { file } = sheet;
  const { from, to } = windowOf(sheet);
  const byPath = Map.groupBy(numbered(file).slice(from, to), ({ figure }) => figure.path);
  const isCut = file.ledger.figures.length > MOST_SHOWN;
  const shown = isCut ? file.fields.filter(({ path }) => byPath.has(path)) : file.fields;
  return html`${cutNote(sheet)}
<div class="figured">${shown.map((field) => fieldHtml(sheet, field, byPath.get(field.path) ?? []))}</div>`;
}

/** Each sentence that has figures, with its figures below. */
export function sentencesView(sheet: LedgerView): Html {
  const { file } = sheet;
  const { from, to } = windowOf(sheet);
  const texts = textsOf(file);
  const groups = Map.groupBy(numbered(file).slice(from, to), ({ figure }) => `${figure.path} ${figure.sentenceHash}`);
  return html`${cutNote(sheet)}
<ol class="sentences">${[...groups.values()].map(
    (group) => html`
<li><p class="words">${group[0] ? markHidden(plainText(group[0].figure.sentence)) : ''}</p>
<p class="hint">${placeWords(group[0]?.figure.path ?? '', texts)}</p>
<p>${group.map((entry) => html`${figureLink(sheet, entry)} `)}</p></li>`,
  )}</ol>`;
}

/** The figures grouped by the source that settles them or is proposed to; figures without a source by kind of settlement. */
export function sourcesView(sheet: LedgerView & ArchivedForms): Html {
  const { file } = sheet;
  const { figures, sources } = file.ledger;
  const wayOf = ({ settlement, proposals }: LedgerFigure) => (settlement ?? proposals[0])?.settling;
  const groups = Map.groupBy(numbered(file), ({ figure }) => {
    const way = wayOf(figure);
    return way?.kind === 'sourced' ? way.source : (way?.kind ?? 'none');
  });
  const others = [
    ['computed', 'Calculated from other numbers'],
    ['quoted', 'Quoted from a person'],
    ['signed', 'Signed by an editor'],
    ['exempt', 'Dates, names, ordinals, small counts'],
    ['none', 'Without a proposal'],
  ] as const;
  const list = (key: string) => {
    const group = groups.get(key) ?? [];
    return html`<p>${group.length === 0 ? 'No number uses this source.' : group.slice(0, MOST_SHOWN).map((entry) => html`${figureLink(sheet, entry)} `)}</p>`;
  };
  return html`<div class="by-source">
${sources.map(
  (
    { title, url },
    at,
  ) => html`<section><h3>Source ${at + 1}: <a href="${url}" rel="noreferrer">${markHidden(title)}</a></h3>
${list(url)}
${archivedForm(sheet, url, at)}</section>`,
)}
${sources.length === 0 ? html`<p>The revision cites no source.</p>` : ''}
${others.map(([key, name]) => (groups.has(key) ? html`<section><h3>${name}</h3>${list(key)}</section>` : ''))}
${figures.length === 0 ? '' : html`<p class="hint">A number that is not confirmed yet is listed under its first proposal.</p>`}
</div>`;
}

type Numbered = { figure: LedgerFigure; number: number };

function numbered({ ledger }: ArticleFigures): Numbered[] {
  return ledger.figures.map((figure, at) => ({ figure, number: at + 1 }));
}

/** A link that opens the panel of a figure. A sign and an underline show its state, so that colour is not needed. */
export function figureLink(
  { file, view, chosen }: LedgerView,
  { figure, number }: Numbered,
  words = markHidden(figure.text),
): Html {
  const state = stateOf(figure);
  const name = STATE_LABELS[state];
  const here = number - 1 === chosen;
  return html`<a class="figure ${state}" id="figure-${shortAnchor(figure)}" href="${ledgerAddress(file, { view, figure })}"${here ? html` aria-current="true"` : ''} title="Number ${number}: ${name}">${words}${stateSign(state)}<span class="unseen">, number ${number}, ${name.toLowerCase()}</span></a>`;
}

function fieldHtml(sheet: LedgerView, { name, path, text }: TextField, figures: Numbered[]): Html {
  const parts: BlockPart[] = [];
  let from = 0;
  for (const entry of figures) {
    const { at, text: stated } = entry.figure;
    if (at < from || text.slice(at, at + stated.length) !== stated) continue;
    parts.push(
      { text: text.slice(from, at) },
      { text: stated, show: (words) => figureLink(sheet, entry, words), isWhole: true },
    );
    from = at + stated.length;
  }
  parts.push({ text: text.slice(from) });
  const type = sheet.file.copy.bodyBlocks[Number(/^bodyBlocks\.(\d+)/.exec(path)?.[1] ?? -1)]?.type ?? 'paragraph';
  const rendered = name === 'body' ? renderBlock(type, parts, { links: 'inert' }) : null;
  return html`<div class="${name === 'body' ? type : name}">
${name === 'body' ? '' : html`<p class="label">${FIELD_WORDS[name] ?? name}</p>`}
${rendered === null ? html`<p class="words">${parts.map((part) => (part.show ?? asItIs)(markHidden(part.text)))}</p>` : html`<div class="words rendered">${rendered}</div>`}</div>
`;
}

function asItIs(words: Html): Html {
  return words;
}

/** The range of figures shown: all, or the page with the chosen figure. */
function windowOf({ file, chosen }: LedgerView): { from: number; to: number } {
  const from = Math.floor(Math.max(0, chosen) / MOST_SHOWN) * MOST_SHOWN;
  return { from, to: Math.min(from + MOST_SHOWN, file.ledger.figures.length) };
}

function cutNote(sheet: LedgerView): Html | string {
  const { figures } = sheet.file.ledger;
  if (figures.length <= MOST_SHOWN) return '';
  const { from, to } = windowOf(sheet);
  const link = (at: number, words: string) =>
    figures[at]
      ? html` <a href="${ledgerAddress(sheet.file, { view: sheet.view, figure: figures[at] })}">${words}</a>`
      : '';
  return html`<p>Numbers ${from + 1} to ${to} of ${figures.length}.${from > 0 ? link(from - MOST_SHOWN, 'Previous numbers') : ''}${link(to, 'Following numbers')}</p>`;
}

/** The place of a figure as text: `Block 3, paragraph`. */
export function placeWords(path: string, types: ReadonlyMap<string, string>): string {
  const block = /^bodyBlocks\.(\d+)/.exec(path)?.[1];
  if (block !== undefined) return `Block ${Number(block) + 1}, ${types.get(path) ?? 'paragraph'}`;
  const source = /^sources\.(\d+)\.(title|publisher|note)$/.exec(path);
  if (source) return `Source ${Number(source[1]) + 1}, its ${source[2]}`;
  return FIELD_WORDS[path.split('.').at(-1) ?? ''] ?? FIELD_WORDS[path] ?? path;
}

/** The type of each block, by the path of its text. */
export function textsOf({ copy }: ArticleFigures): Map<string, string> {
  return new Map(copy.bodyBlocks.map(({ type }, at) => [`bodyBlocks.${at}.text`, type]));
}

/** The sentence of a figure, with the figure marked. */
export function sentenceOf(file: ArticleFigures, figure: LedgerFigure): Html {
  return markInSentence(figure, file.fields.find(({ path }) => path === figure.path)?.text ?? '');
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  ...FIELD_LABELS,
  heroAlt: 'What the picture shows',
  alt: 'What the picture shows',
  heroCaption: 'Credit of the picture',
  credit: 'Credit of the picture',
  sourceTitle: 'Title of a source',
  sourcePublisher: 'Publisher of a source',
  sourceNote: 'Note on a source',
};

/** Figures confirmed by one submit: as many as a person can check at once. */
const MOST_AT_ONCE = 60;

/**
 * The open figures that look like dates, names, ordinals or small counts, with one form per class to confirm them. A figure that was
 * proposed as exempt but looks like a measurement is only listed: an editor settles it alone.
 */
export function exemptView({ file, view, chosen }: LedgerView): Html {
  const open = file.ledger.figures.filter(needsAttention);
  const classes = EXEMPT_CLASSES.map((exemptClass) => ({
    exemptClass,
    figures: open.filter(({ looksLike }) => suggestedClass(looksLike) === exemptClass),
  }));
  const filled = classes.filter(({ figures }) => figures.length > 0);
  const others = oneAtATime({ file, view, chosen }, open.filter(isProposedOtherwise));
  if (filled.length === 0)
    return html`<p>No open number looks like a date, a name, an ordinal or a small count.</p>
${others}`;
  return html`<p>Check each number in its sentence, and untick it if it is a measurement. A number counts as none only after an editor has confirmed it.</p>
${filled.map(({ exemptClass, figures }) => {
  const shown = figures.slice(0, MOST_AT_ONCE);
  const { many } = CLASS_LABELS[exemptClass];
  return html`<form class="exempt" method="post" action="/newsroom/articles/${file.articleId}/figures/exempt" aria-labelledby="class-${exemptClass}">
<h3 id="class-${exemptClass}">${capital(many)}, ${figures.length}</h3>
<input type="hidden" name="revision" value="${file.revision}"><input type="hidden" name="view" value="${view}"><input type="hidden" name="class" value="${exemptClass}">
<ul>${shown.map(
    (figure) =>
      html`<li><input type="checkbox" name="x-${shortAnchor(figure)}" id="x-${exemptClass}-${shortAnchor(figure)}" checked> <label for="x-${exemptClass}-${shortAnchor(figure)}">${sentenceOf(file, figure)}</label></li>`,
  )}</ul>
${figures.length > shown.length ? html`<p class="hint">The first ${shown.length}; the others follow after these are confirmed.</p>` : ''}
<p><button>Confirm these as ${many}</button></p></form>`;
})}
${others}`;
}

/** Figures that were proposed as exempt but look like measurements; each links to its panel. */
function oneAtATime({ file, view }: LedgerView, figures: readonly LedgerFigure[]): Html | string {
  if (figures.length === 0) return '';
  return html`<h3>Proposed as not a measurement, but to be checked one by one, ${figures.length}</h3>
<p>These numbers do not look like their proposed class. Open and settle each one separately.</p>
<ul>${figures
    .slice(0, MOST_AT_ONCE)
    .map(
      (figure) =>
        html`<li><a href="${ledgerAddress(file, { view, figure })}">“${markHidden(figure.text)}”</a> ${sentenceOf(file, figure)}</li>`,
    )}</ul>`;
}

function isProposedOtherwise({ looksLike, proposals }: LedgerFigure): boolean {
  return proposals.some(({ settling }) => settling.kind === 'exempt' && settling.class !== suggestedClass(looksLike));
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
