import { html } from 'hono/html';
import type { PlacedWords } from '#article/exhibits.ts';
import { markedWords, type PlacedExhibit } from '#evidence/exhibits.ts';
import { numberOf } from '#evidence/figures/compute-figure.ts';
import { direction, type Html } from '#html/html.ts';
import { exhibitChart, unitOf } from './exhibit-chart.ts';

/** Settled numbers by their positions in the text of the exhibits, and the renderer of a link to a number's line. */
export type ExhibitLinks = {
  marks: ReadonlyMap<number, { text: string; line: number }>;
  link: (text: string, line: number) => Html;
};

const NO_LINKS: ExhibitLinks = { marks: new Map(), link: (text) => html`${text}` };

/** The lines that a correction changed, by the positions at which they begin, and the renderer of a line's mark. */
export type RevisedLines = { lines: ReadonlySet<number>; mark: (at: number) => Html };

type Printing = ExhibitLinks & { revised?: RevisedLines | undefined };

/** An exhibit below its block: caption, chart, table, and its sources. */
export function exhibitHtml(exhibit: PlacedExhibit, given: Partial<Printing> = {}): Html {
  const links: Printing = { ...NO_LINKS, ...given };
  const id = `fig-${exhibit.number}`;
  return html`<figure class="exhibit" id="${id}" aria-labelledby="${id}-caption">
<figcaption id="${id}-caption"><a href="#${id}">Fig. ${exhibit.number}</a> ${captionHtml(exhibit, links)}</figcaption>
${exhibitChart(exhibit, exhibit.number) ?? ''}
<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}-caption">${tableHtml(exhibit, links)}</div>
${aboutHtml(exhibit, links)}</figure>
`;
}

/** The same for feeds: no drawing, no ids, no links within the page. */
export function plainExhibit(exhibit: PlacedExhibit): Html {
  return html`<figure><figcaption><strong>Fig. ${exhibit.number}.</strong> ${exhibit.caption.text}</figcaption>
${tableHtml(exhibit, NO_LINKS)}${aboutHtml(exhibit, NO_LINKS)}</figure>
`;
}

function tableHtml({ head, rows }: PlacedExhibit, links: Printing): Html {
  const decimals = head.map((_, column) => decimalsOf(rows.map((row) => row[column]?.text ?? '')));
  const isNumber = (column: number) => decimals[column] !== null;
  const words = [head, ...rows].map(([first]) => first?.text).join(' ');
  return html`<table${direction(words)}>
<thead><tr>${head.map((title, column) => html`<th scope="col"${column > 0 && isNumber(column) ? html` class="number"` : ''}>${column === 0 ? beginHtml(title, links) : wordsHtml(title, links)}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...cells]) => html`
<tr><th scope="row">${first ? beginHtml(first, links) : ''}</th>${cells.map((cell, at) => {
      const most = decimals[at + 1];
      return html`<td${typeof most === 'number' ? html` class="${numberClass(cell.text, most)}"` : ''}>${wordsHtml(cell, links)}</td>`;
    })}</tr>`,
  )}</tbody></table>
`;
}

function captionHtml({ caption }: PlacedExhibit, links: Printing): Html {
  const words = beginHtml(caption, links);
  const dir = direction(caption.text);
  return dir === '' ? words : html`<span${dir}>${words}</span>`;
}

/** The words at the start of a line, after the mark of the correction that changed the line. */
function beginHtml(words: PlacedWords, printing: Printing): Html {
  const { revised } = printing;
  return html`${revised?.lines.has(words.at) ? html`${revised.mark(words.at)} ` : ''}${wordsHtml(words, printing)}`;
}

function wordsHtml(words: PlacedWords, { marks, link }: ExhibitLinks): Html {
  return html`${markedWords(words, marks).map(({ text, line }) => (line === null ? text : link(text, line)))}`;
}

function aboutHtml({ note, source, credit }: PlacedExhibit, links: Printing): Html | string {
  const parts = [
    ...(note ? [beginHtml(note, links)] : []),
    ...(source ? [html`Source: <a href="${source}">${URL.parse(source)?.hostname.replace(/^www\./, '')}</a>`] : []),
    ...(credit ? [beginHtml(credit, links)] : []),
  ];
  if (parts.length === 0) return '';
  return html`<p class="about">${parts.map((part, at) => html`${at > 0 ? ' · ' : ''}${part}`)}</p>`;
}

/** Most digits after the point that the style sheet aligns. */
const MOST_DECIMALS = 6;

/** The most digits after the point in a column of numbers; null where a cell has other words. */
function decimalsOf(cells: readonly string[]): number | null {
  const filled = cells.filter((text) => text !== '' && !/^[-–—]$/.test(text));
  if (filled.length === 0 || filled.some((text) => !/\d/.test(text) || numberOf(text) === null)) return null;
  // Numbers of different kinds are not aligned at a common point.
  if (new Set(filled.map(unitOf)).size > 1) return 0;
  return Math.min(MOST_DECIMALS, Math.max(...filled.map(decimalsIn)));
}

/** Aligns numbers at the point: space replaces the digits that a number does not have after it. */
function numberClass(text: string, most: number): string {
  const missing = most - Math.min(most, decimalsIn(text));
  return missing === 0 ? 'number' : `number less-${missing}${decimalsIn(text) === 0 ? ' pointless' : ''}`;
}

function decimalsIn(text: string): number {
  return /\d\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}
