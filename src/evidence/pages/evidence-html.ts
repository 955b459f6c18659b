import { html } from 'hono/html';
import { blockAnchors } from '#article/block-anchors.ts';
import type { BodyBlock } from '#article/copy.ts';
import { exhibitMarks, placeExhibits } from '#evidence/exhibits.ts';
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
} from '#evidence/settlement-labels.ts';
import { enclose, type FigureMark, marksOf, readMarked } from '#html/figure-marks.ts';
import { blockHtml, type Html, partsHtml } from '#html/html.ts';
import { type ExhibitLinks, exhibitHtml, type RevisedLines } from './exhibit-html.ts';
import { crowdedNotes } from './margin-notes.ts';
import { numberTableHtml } from './number-chart.ts';

/** The evidence that an article page shows. */
export type EvidenceView = {
  evidence: Evidence;
  /** The address of the same evidence as JSON; null for a revision that is not published. */
  address: string | null;
};

/** The blocks of an article, and what is said about their numbers. */
export type PrintedBlocks = {
  /** A block, with a note below it about the numbers that it is the first to state, and the exhibits and the table of numbers that follow it. */
  print: (block: BodyBlock) => { text: Html; note: Html | string; follows: Html | string };
  hasNotes: boolean;
  /** The lines of numbers that no block states, and how many links lead to each. */
  rest: RestLine[];
};

type RestLine = SettledLine & { places: number };
type WrittenBeside = { numberTable: string | null; exhibits: string | null };

/** Renders the blocks; each settled number links to the line that says how it was settled, and the line links back. */
export function printBlocks(
  blocks: readonly BodyBlock[],
  shown: EvidenceView | null,
  { numberTable, exhibits }: WrittenBeside = { numberTable: null, exhibits: null },
  revised?: RevisedLines,
): PrintedBlocks {
  const anchors = blockAnchors(blocks);
  const plain = (block: BodyBlock) => blockHtml(block, undefined, anchors.get(block));
  const placed = placeExhibits(exhibits, blocks);
  const exhibitsAfter = (block: BodyBlock, links?: ExhibitLinks) =>
    html`${placed.get(block)?.map((exhibit) => exhibitHtml(exhibit, { ...links, revised })) ?? ''}`;
  if (!shown)
    return {
      print: (block) => ({ text: plain(block), note: '', follows: exhibitsAfter(block) }),
      hasNotes: false,
      rest: [],
    };
  const { lines, lineOf } = settledLines(shown.evidence);
  const marks = marksOf(blocks, shown.evidence.figures, lineOf);
  const places = new Map<number, number>();
  const homes = new Map<number, BodyBlock>();
  const texts = new Map(
    blocks.map((block) => {
      const own = marks.get(block) ?? [];
      const text = own.length === 0 ? plain(block) : markedBlock(block, own, places, anchors.get(block));
      for (const { line } of own) if (places.has(line) && !homes.has(line)) homes.set(line, block);
      return [block, text];
    }),
  );
  for (const [block, own] of marks) for (const { line } of own) if (!homes.has(line)) homes.set(line, block);
  const links = { marks: exhibitMarks(shown.evidence, lineOf), link: linkTo(places) };
  const following = new Map([...placed.keys()].map((block) => [block, exhibitsAfter(block, links)]));
  const byBlock = Map.groupBy(lines, ({ number }) => homes.get(number));
  const table = shownTable(numberTable, blocks, shown.evidence);
  const linesOf = (block: BodyBlock) => byBlock.get(block) ?? [];
  const rowsAfter = (block: BodyBlock) => [
    ...(placed.get(block)?.map(({ rows }) => rows.length) ?? []),
    ...(table?.after === block ? [table.rows.length] : []),
  ];
  const crowded = crowdedNotes(blocks, linesOf, rowsAfter);
  return {
    print: (block) => ({
      text: texts.get(block) ?? plain(block),
      note: noteHtml(linesOf(block), places, lineOf, crowded.has(block)),
      follows: html`${following.get(block) ?? ''}${table?.after === block ? numberTableHtml(table, lineOf) : ''}`,
    }),
    hasNotes: homes.size > 0,
    rest: (byBlock.get(undefined) ?? []).map((line) => ({ ...line, places: places.get(line.number) ?? 0 })),
  };
}

/** A block with its numbers as links; `places` counts how often each line is linked to. */
function markedBlock(
  block: BodyBlock,
  marks: readonly FigureMark[],
  places: Map<number, number>,
  anchor: string | undefined,
): Html {
  const { text, lines } = enclose(block.text, marks);
  const order = lines.values();
  return blockHtml({ ...block, text }, (run) => partsHtml(readMarked(run, order), linkTo(places)), anchor);
}

/** A link from a number to its line; `places` counts how often each line is linked to. */
function linkTo(places: Map<number, number>) {
  return (words: string, line: number) => {
    const place = (places.get(line) ?? 0) + 1;
    places.set(line, place);
    return html`<a class="settled" id="${placeId(line, place)}" href="#n${line}" role="doc-noteref">${words}</a>`;
  };
}

function placeId(line: number, place: number): string {
  return place === 1 ? `r${line}` : `r${line}-${place}`;
}

/** Texts of numbers that the closed note names. */
const NAMED = 4;

/** How the numbers of a block were settled: a fold that the style sheet opens beside the text where there is room, unless it is `isClosed`. */
function noteHtml(
  lines: readonly SettledLine[],
  places: ReadonlyMap<number, number>,
  lineOf: ReadonlyMap<string, number>,
  isClosed: boolean,
): Html | string {
  if (lines.length === 0) return '';
  const named = lines.slice(0, NAMED).map(({ text }) => text);
  const more = lines.length > NAMED ? ` and ${lines.length - NAMED} more` : '';
  return html`<details class="settles${isClosed ? ' closed' : ''}"><summary>Settled: ${named.join(', ')}${more}</summary>
<ul>${lines.map(
    (line) => html`
<li id="n${line.number}">${backLinks(line, places.get(line.number) ?? 0)}: ${wayHtml(line.how, lineOf)}</li>`,
  )}
</ul></details>
`;
}

/** The number, which leads back to its sentence, and links to the other sentences that state it. */
function backLinks({ number, text }: SettledLine, places: number): Html {
  if (places === 0) return html`<b>${text}</b>`;
  const others = Array.from({ length: places - 1 }, (_, at) => at + 2);
  return html`<b><a href="#r${number}" role="doc-backlink">${text}</a></b>${others.map(
    (place) =>
      html` <a href="#${placeId(number, place)}" role="doc-backlink" aria-label="${text}, place ${place}">${place}</a>`,
  )}`;
}

/** The cell of the title block; empty when no number was found. */
export function settledCell({ evidence }: EvidenceView): Html | string {
  const { settled, numbers } = settledOf(evidence.counts);
  if (evidence.counts.figures === 0) return '';
  const words =
    numbers === 0 ? 'none' : settled === numbers ? `${settled} settled` : `${settled} of ${numbers} settled`;
  return html`<div><dt>Numbers</dt><dd><a href="#numbers">${words}</a></dd></div>`;
}

/** How the numbers of the article were settled: the counts, and the lines of numbers that no block states. */
export function numbersSection({ evidence, address }: EvidenceView, rest: readonly RestLine[]): Html | string {
  const words = countsWords(evidence.counts);
  if (words === '') return '';
  const { lineOf } = settledLines(evidence);
  return html`<section class="numbers hang" id="numbers" aria-labelledby="numbers-title">
<h2 class="label" id="numbers-title">Numbers</h2>
<div>${countsLine(words, address, '/method')}${openLine(evidence)}
${rest.length === 0 ? '' : html`<ul>${rest.map((line) => restLine(line, lineOf))}</ul>`}
</div></section>`;
}

function restLine(line: RestLine, lineOf: ReadonlyMap<string, number>): Html {
  const { number, text, how, places } = line;
  if (places > 0)
    return html`
<li id="n${number}">${backLinks(line, places)}: ${wayHtml(how, lineOf)}</li>`;
  const [where, id] = how.field === 'body' ? ['in the text', 'main'] : PLACE_WORDS[how.field];
  return html`
<li id="n${number}"><b>${text}</b>, <a href="#${id}" role="doc-backlink">${where}</a>: ${wayHtml(how, lineOf)}</li>`;
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
