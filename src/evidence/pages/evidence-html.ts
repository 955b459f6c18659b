import { html } from 'hono/html';
import { revisionPath } from '#article/addresses.ts';
import { blockAnchors } from '#article/block-anchors.ts';
import type { BodyBlock, Source } from '#article/copy.ts';
import type { PlacedWords } from '#article/exhibits.ts';
import { groupDigits } from '#core/group-digits.ts';
import { exhibitMarks, markedWords, type PlacedExhibit, placeExhibits } from '#evidence/exhibits.ts';
import type { Evidence, EvidenceFigure } from '#evidence/figures/evidence.ts';
import { shownTable } from '#evidence/number-table.ts';
import {
  countsWords,
  formulaParts,
  openedWords,
  openWords,
  PLACE_WORDS,
  type SettledLine,
  settledLines,
  settledOf,
  signedWords,
  withDays,
} from '#evidence/settlement-labels.ts';
import { enclose, type FigureMark, marksOf, readMarked } from '#html/figure-marks.ts';
import { blockHtml, direction, type Html, partsHtml } from '#html/html.ts';
import { blocksWithText } from '#html/inline.ts';
import { isDeclared } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';
import { evidenceUrl } from './evidence-json.ts';
import { type ExhibitLinks, exhibitHtml, type RevisedLines } from './exhibit-html.ts';
import { noteHtml } from './notes.ts';
import { numberTableHtml } from './number-chart.ts';
import { passagesOf } from './passages.ts';

/** The evidence that an article page shows. */
export type EvidenceView = {
  evidence: Evidence;
  /** The address of the same evidence as JSON; null for a revision that is not published. */
  address: string | null;
  /** The address of the changes since then, if the service keeps revisions. */
  changes?: string | null;
};

/** The evidence of a published article. Its links are paths, so that they also work under another host name. */
export function publishedEvidence(publication: Publication, article: Article, evidence: Evidence): EvidenceView {
  return {
    evidence: { ...evidence, figures: withDays(evidence.figures, publication.timeZone) },
    address: evidenceUrl(publication, article).slice(publication.baseUrl.length),
    changes: isDeclared('/:section/:slug/r/:revision') ? `${revisionPath(article)}#revisions` : null,
  };
}

type Article = { section: string; slug: string; revision: number };

/** Blocks with the notes on the numbers that appear there first. */
type PrintedPassage = {
  /** Each block, with the exhibits and the table of numbers that follow it. */
  blocks: { block: BodyBlock; text: Html; follows: Html }[];
  notes: Html[];
};

/** The text of an article, and the lines of numbers without a note in it. */
export type PrintedText = { passages: PrintedPassage[]; rest: SettledLine[] };

type Beside = {
  numberTable: string | null;
  exhibits: string | null;
  revised?: RevisedLines | undefined;
  /** The height in pixels of anything else after a block, such as an ad. */
  heightAfter?: (block: BodyBlock) => number;
};

/** Pixels of a table without its rows, of a row, and of a chart with a row in it. */
const TABLE = 90;
const TABLE_ROW = 38;
const CHART_ROW = 78;

/** Renders the text; each settled number opens the note that says how it was settled. */
export function printText(blocks: readonly BodyBlock[], shown: EvidenceView | null, beside: Beside): PrintedText {
  const { numberTable, exhibits, revised, heightAfter = () => 0 } = beside;
  const figures = shown?.evidence.figures ?? [];
  const { lines, lineOf } = settledLines({ figures });
  const marks = marksOf(blocks, figures, lineOf);
  const placed = placeExhibits(exhibits, blocks);
  const inExhibits = exhibitMarks({ figures }, lineOf);
  const table = shown && shownTable(numberTable, blocks, shown.evidence);
  const statedIn = (block: BodyBlock): number[] => [
    ...enclose(block.text, marks.get(block) ?? []).lines,
    ...(placed.get(block) ?? []).flatMap((exhibit) => linesInExhibit(exhibit, inExhibits)),
    ...(table?.after === block ? table.rows.flatMap(({ figure }) => lineOf.get(figure.anchor) ?? []) : []),
  ];
  const known = new Set<number>();
  const printed = blocksWithText([...blocks]);
  const stated = new Map(printed.map((block) => [block, firstIn(statedIn(block), known, lines)]));
  const heightOf = (block: BodyBlock) =>
    heightAfter(block) +
    (placed
      .get(block)
      ?.reduce((sum, { rows, kind }) => sum + TABLE + rows.length * (kind === 'table' ? TABLE_ROW : CHART_ROW), 0) ??
      0) +
    (table?.after === block ? TABLE + table.rows.length * TABLE_ROW : 0);
  const passages = passagesOf(printed, (block) => stated.get(block) ?? [], heightOf);
  const notes = passages.flatMap((passage) => passage.notes);
  const noteOf = new Map(notes.flatMap((note, at) => note.lines.map(({ number }) => [number, `p${at + 1}`])));
  const button = numberButton(lines, noteOf);
  const anchors = blockAnchors(blocks);
  const follows = (block: BodyBlock) =>
    html`${placed.get(block)?.map((exhibit) => exhibitHtml(exhibit, { marks: inExhibits, link: button, revised })) ?? ''}${table?.after === block ? numberTableHtml(table, (text, anchor) => button(text, lineOf.get(anchor) ?? 0)) : ''}`;
  return {
    passages: passages.map((passage) => ({
      blocks: passage.blocks.map((block) => ({
        block,
        text: markedBlock(block, marks.get(block) ?? [], button, anchors.get(block)),
        follows: follows(block),
      })),
      notes: passage.notes.map((note) => noteHtml(note, `p${notes.indexOf(note) + 1}`)),
    })),
    rest: lines.filter(({ number }) => !known.has(number)),
  };
}

/** The lines that were not stated before. */
function firstIn(numbers: readonly number[], known: Set<number>, lines: readonly SettledLine[]): SettledLine[] {
  const first = [...new Set(numbers)].filter((number) => !known.has(number));
  for (const number of first) known.add(number);
  return lines.filter(({ number }) => first.includes(number));
}

function linesInExhibit({ caption, head, rows, note, credit }: PlacedExhibit, marks: ExhibitLinks['marks']): number[] {
  const words = [caption, ...head, ...rows.flat(), note, credit].filter((placed): placed is PlacedWords => !!placed);
  return words.flatMap((placed) => markedWords(placed, marks)).flatMap(({ line }) => line ?? []);
}

/** A block with its numbers as buttons. */
function markedBlock(
  block: BodyBlock,
  marks: readonly FigureMark[],
  button: (words: string, line: number) => Html,
  anchor: string | undefined,
): Html {
  if (marks.length === 0) return blockHtml(block, undefined, anchor);
  const { text, lines } = enclose(block.text, marks);
  const order = lines.values();
  return blockHtml({ ...block, text }, (run) => partsHtml(readMarked(run, order), button), anchor);
}

/** Longer numbers may be divided at the end of a line. */
const LONG = 16;

/** A number that opens its note; a number that cannot be a button itself has a star after it. */
function numberButton(lines: readonly SettledLine[], noteOf: ReadonlyMap<number, string>) {
  const places = new Map<number, number>();
  return (words: string, line: number): Html => {
    const note = noteOf.get(line);
    if (note === undefined) return html`${words}`;
    const place = (places.get(line) ?? 0) + 1;
    places.set(line, place);
    const id = place === 1 ? `r${line}` : `r${line}-${place}`;
    if (words === '')
      return html`<button type="button" class="n star" id="${id}" popovertarget="${note}" aria-label="${lines[line - 1]?.text}: how it was checked">*</button>`;
    return html`<button type="button" class="n${words.length > LONG ? ' long' : ''}" id="${id}" popovertarget="${note}">${words}</button>`;
  };
}

/** The link to how the numbers were checked, in the row below the headline; empty when no number was found. */
export function checkedLink({ evidence }: EvidenceView): Html | string {
  const { settled, numbers } = settledOf(evidence.counts);
  if (numbers === 0) return '';
  const of = settled === numbers ? '' : ` of ${groupDigits(numbers)}`;
  return html`<a href="#numbers">${groupDigits(settled)}${of} ${numbers === 1 ? 'number' : 'numbers'} checked</a>`;
}

/** How the numbers of the article were settled, the lines of numbers that no note has, and the sources. */
export function checkedSection(
  shown: EvidenceView | null,
  sources: readonly Source[],
  rest: readonly SettledLine[],
): Html | string {
  const hasNumbers = shown !== null && shown.evidence.counts.figures > 0;
  if (!hasNumbers && sources.length === 0) return '';
  return html`<section class="checked band hang"${hasNumbers ? html` id="numbers"` : ''} aria-labelledby="checked">
<div>
<h2 id="checked">${hasNumbers ? 'How these numbers were checked' : 'Sources'}</h2>
${hasNumbers ? checkedWords(shown, rest) : ''}${sources.length === 0 ? '' : sourceList(sources)}</div>
</section>
`;
}

function checkedWords(shown: EvidenceView, rest: readonly SettledLine[]): Html {
  const { evidence, address, changes = null } = shown;
  const { counts } = evidence;
  const { lineOf } = settledLines(evidence);
  const tally = tallyOf(evidence);
  const links = [
    html`<a href="/method">How we check</a>.`,
    ...(address === null ? [] : [html`<a href="${address}">The numbers as data</a>.`]),
    ...(changes === null ? [] : [html`<a href="${changes}">What changed since</a>.`]),
  ];
  return html`${
    tally.length === 0
      ? ''
      : html`<ul class="tally">${tally.map(([count, words]) => html`<li><b>${groupDigits(count)}</b> ${words}</li>`)}</ul>\n`
  }<p>${[foundSentence(counts), openWords(evidence), restSentence(counts)].map((words) => (words === '' ? '' : `${words} `))}<span class="links">${links.map((link, at) => html`${at > 0 ? ' ' : ''}${link}`)}</span></p>
${rest.length === 0 ? '' : html`<ul class="rest">${rest.map((line) => restLine(line, lineOf))}\n</ul>\n`}`;
}

/** How many numbers were settled in each way; only the ways that occur. */
function tallyOf({ counts, figures }: Evidence): [count: number, words: string][] {
  const inQuotes = figures.filter(({ settlement, quote }) => settlement === 'sourced' && quote).length;
  const tally: [number, string][] = [
    [inQuotes, 'in the quoted words of a source'],
    [counts.sourced - inQuotes, 'at a named place in a source'],
    [counts.computed, 'computed here'],
    [counts.quoted, 'said by a person who is named'],
    [counts.signed, 'chosen or signed by the editor'],
    [counts.open, 'not settled'],
  ];
  return tally.filter(([count]) => count > 0);
}

function foundSentence({ sourced, found: hits = 0 }: Evidence['counts']): string {
  if (sourced === 0) return '';
  if (hits === sourced) return 'Each number from a source was found there by opening it.';
  if (hits === 0) return 'An editor named each source and the place in it.';
  return `${groupDigits(hits)} of the ${groupDigits(sourced)} numbers from sources were found there by opening them; an editor named the place of the others.`;
}

function restSentence({ exempt }: Evidence['counts']): string {
  if (exempt === 0) return '';
  return `${groupDigits(exempt)} more ${exempt === 1 ? 'needs no source: it is a date, a name, a place in an order, a small count or a corrected value' : 'need no source: they are dates, names, places in an order, small counts or corrected values'}.`;
}

function restLine({ number, text, how }: SettledLine, lineOf: ReadonlyMap<string, number>): Html {
  const [where, id] = how.field === 'body' ? ['in the text', 'main'] : PLACE_WORDS[how.field];
  return html`
<li id="n${number}"><b>${text}</b>, <a href="#${id}">${where}</a>: ${wayHtml(how, lineOf)}</li>`;
}

function sourceList(sources: readonly Source[]): Html {
  return html`<ol class="sources" id="sources">${sources.map(
    ({ title, url, publisher, note }, at) => html`
<li id="source-${at + 1}"${direction(title)}><a href="${url}">${title}</a>${publisher ? `. ${publisher}` : ''}${note ? `. ${note}` : ''}</li>`,
  )}
</ol>
`;
}

/** All lines in one list, for a text without links to them; empty when no figure was found. */
export function numbersList({ evidence, address }: EvidenceView, method: string): Html | string {
  const words = countsWords(evidence.counts);
  if (words === '') return '';
  const { lines } = settledLines(evidence);
  const list = lines.map(
    ({ text, how }) => html`
<li><b>${text}</b>: ${wayHtml(how)}</li>`,
  );
  return html`${countsLine(words, address, method)}${openLine(evidence)}
${list.length > 0 ? html`<ol>${list}</ol>` : ''}`;
}

function openLine(evidence: Evidence): Html | string {
  const words = openWords(evidence);
  return words === '' ? '' : html`<p>${words}</p>`;
}

function countsLine(words: string, address: string | null, method: string): Html {
  return html`<p>${words} <a href="${method}">How numbers are settled</a>${address === null ? '' : html` · <a href="${address}">The same as data</a>`}</p>`;
}

const NO_LINES: ReadonlyMap<string, number> = new Map();

/** How a number was settled; the numbers of a formula link to their own lines. */
export function wayHtml(how: EvidenceFigure, lineOf = NO_LINES): Html | string {
  switch (how.settlement) {
    case 'sourced':
      return html`<a href="${how.source?.url}">${how.source?.title}</a>${how.source?.archived ? html` (<a href="${how.source.archived}">archived copy</a>)` : ''}, ${how.locator}${how.quote ? html`: “${how.quote}”` : ''} <small class="found">(${openedWords(how)})</small>`;
    case 'computed':
      return html`${formulaParts(how).map(({ text, anchor }) => {
        const line = lineOf.get(anchor ?? '');
        return line === undefined ? text : html`<a href="#n${line}">${text}</a>`;
      })}`;
    case 'quoted':
      return html`said by ${how.who}, ${how.when}`;
    case 'signed':
      return signedWords(how);
    default:
      return '';
  }
}
