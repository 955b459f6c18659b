import { html } from 'hono/html';
import type { Evidence, EvidenceFigure } from '../../article/figures/evidence.ts';
import type { BodyBlock, Source } from '../../article/model/copy.ts';
import { enclose, type FigureMark, marksOf, readMarked } from '../figure-marks.ts';
import { countsWords, formulaWords, type SettledLine, settledLines, settledOf } from '../settlement-labels.ts';
import { blockHtml, type Html, partsHtml } from './html.ts';

/** The evidence that an article page shows. */
export type EvidenceView = {
  evidence: Evidence;
  /** The address of the same evidence as JSON. */
  address: string;
};

/** Renders the blocks of an article; each settled number links to the line that says how it was settled. */
export function blockPrinter(blocks: readonly BodyBlock[], shown: EvidenceView | null): (block: BodyBlock) => Html {
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

/** The cell of the title block; empty when no number was found. */
export function settledCell({ evidence }: EvidenceView): Html | string {
  const { settled, numbers } = settledOf(evidence.counts);
  if (evidence.counts.figures === 0) return '';
  const words =
    numbers === 0 ? 'none' : settled === numbers ? `${settled} settled` : `${settled} of ${numbers} settled`;
  return html`<div><dt>Numbers</dt><dd><a href="#numbers">${words}</a></dd></div>`;
}

/** How the numbers of the article were settled: the counts, and a line for each way. */
export function numbersSection(shown: EvidenceView, sources: readonly Source[]): Html | string {
  const places = new Map(sources.map(({ url }, at) => [url, at + 1]));
  const sourceHref = (url: string) => (places.has(url) ? `#source-${places.get(url)}` : null);
  const list = numbersList(shown, { method: '/method', sourceHref, hasIds: true });
  if (list === '') return '';
  return html`<section class="numbers hang" id="numbers" aria-labelledby="numbers-title">
<h2 class="label" id="numbers-title">Numbers</h2>
<div>${list}
</div></section>`;
}

type Addresses = {
  method: string;
  /** The link to the source of a number; null for no link. */
  sourceHref: (url: string) => string | null;
  /** Whether each line has the id that the numbers of the page link to. */
  hasIds: boolean;
};

/** The counts and the lines; empty when no figure was found. */
export function numbersList({ evidence, address }: EvidenceView, addresses: Addresses): Html | string {
  const words = countsWords(evidence.counts);
  if (words === '') return '';
  const { lines } = settledLines(evidence);
  return html`<p>${words} <a href="${addresses.method}">How numbers are settled</a> · <a href="${address}">The same as data</a></p>
${lines.length > 0 ? html`<ol>${lines.map((line) => lineHtml(line, addresses))}</ol>` : ''}`;
}

function lineHtml({ number, texts, how }: SettledLine, addresses: Addresses): Html {
  return html`
<li${addresses.hasIds ? html` id="n${number}"` : ''}><b>${texts.join(', ')}</b>: ${wayHtml(how, addresses)}</li>`;
}

function wayHtml(how: EvidenceFigure, { sourceHref }: Addresses): Html | string {
  switch (how.settlement) {
    case 'sourced': {
      const href = sourceHref(how.source?.url ?? '');
      const title = how.source?.title ?? '';
      return html`${href ? html`<a href="${href}">${title}</a>` : title}, ${how.locator}${how.quote ? html`: “${how.quote}”` : ''}`;
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
