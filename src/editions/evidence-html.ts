import { html } from 'hono/html';
import type { BodyBlock, Source } from '../article/copy.ts';
import type { Evidence, EvidenceFigure } from '../article/figures/evidence.ts';
import { enclose, type FigureMark, marksOf, readMarked } from './figure-marks.ts';
import { blockHtml, type Html, partsHtml } from './html.ts';
import { countsWords, formulaWords, type SettledLine, settledLines, settledOf } from './settled-lines.ts';

/** What a page of an article says of its numbers. */
export type ShownEvidence = {
  evidence: Evidence;
  /** Where the same stands as JSON. */
  address: string;
};

/** Prints the blocks of an article, each settled number a link to the line that says how. */
export function blockPrinter(blocks: readonly BodyBlock[], shown: ShownEvidence | null): (block: BodyBlock) => Html {
  if (!shown) return (block) => blockHtml(block);
  const marks = marksOf(blocks, shown.evidence.figures, settledLines(shown.evidence).lineOf);
  return (block) => markedBlock(block, marks.get(block) ?? []);
}

function markedBlock(block: BodyBlock, marks: readonly FigureMark[]): Html {
  if (marks.length === 0) return blockHtml(block);
  const { text, lines } = enclose(block.text, marks);
  const order = lines.values();
  return blockHtml({ ...block, text }, (run) => partsHtml(readMarked(run, order)));
}

/** The cell of the title block; nothing where no number was looked for. */
export function settledCell({ evidence }: ShownEvidence): Html | string {
  const { settled, numbers } = settledOf(evidence.counts);
  if (evidence.counts.figures === 0) return '';
  const words =
    numbers === 0 ? 'none' : settled === numbers ? `${settled} settled` : `${settled} of ${numbers} settled`;
  return html`<div><dt>Numbers</dt><dd><a href="#numbers">${words}</a></dd></div>`;
}

/** How the numbers of the article were settled: the counts, and a line for each way. */
export function numbersSection({ evidence, address }: ShownEvidence, sources: readonly Source[]): Html | string {
  const words = countsWords(evidence.counts);
  if (words === '') return '';
  const { lines } = settledLines(evidence);
  const places = new Map(sources.map(({ url }, at) => [url, at + 1]));
  return html`<section class="numbers hang" id="numbers" aria-labelledby="numbers-title">
<h2 class="label" id="numbers-title">Numbers</h2>
<div><p>${words} <a href="/method">How numbers are settled</a> · <a href="${address}">The same as data</a></p>
${lines.length > 0 ? html`<ol>${lines.map((line) => lineHtml(line, places))}</ol>` : ''}
</div></section>`;
}

function lineHtml({ number, texts, how }: SettledLine, places: ReadonlyMap<string, number>): Html {
  return html`
<li id="n${number}"><b>${texts.join(', ')}</b>: ${wayHtml(how, places)}</li>`;
}

function wayHtml(how: EvidenceFigure, places: ReadonlyMap<string, number>): Html | string {
  switch (how.settlement) {
    case 'sourced': {
      const place = places.get(how.source?.url ?? '');
      const title = how.source?.title ?? '';
      return html`${place ? html`<a href="#source-${place}">${title}</a>` : title}, ${how.locator}${how.quote ? html`: “${how.quote}”` : ''}`;
    }
    case 'computed':
      return html`computed: ${formulaWords(how)}`;
    case 'quoted':
      return html`said by ${how.who}, ${how.when}`;
    case 'signed':
      return 'signed by the editor';
    default:
      return '';
  }
}
