import type { BodyBlock, Source } from '#article/copy.ts';
import type { PlacedWords } from '#article/exhibits.ts';
import type { Unfound } from '#article/found-in-source.ts';
import type { PublishedArticle } from '#article/published.ts';
import { exhibitMarks, markedWords, type PlacedExhibit, placeExhibits } from '#evidence/exhibits.ts';
import type { Evidence, EvidenceFigure } from '#evidence/figures/evidence.ts';
import { type ShownTable, shownTable } from '#evidence/number-table.ts';
import {
  countsWords,
  formulaWords,
  foundWords,
  openWords,
  PLACE_WORDS,
  settledLines,
  signedWords,
} from '#evidence/settlement-labels.ts';
import { enclose, type FigureMark, marksOf } from '#html/figure-marks.ts';
import { escapeMarkdown, type InlinePrinter, inlineMarkdown, markdownAddress } from '#html/markdown/markdown.ts';

// Settled numbers as footnotes: `412[^n1]`, with their settlements at the end.

/** Returns a renderer that adds the footnotes of its numbers to each block. */
export function footnotePrinter(blocks: readonly BodyBlock[], evidence: Evidence) {
  const marks = marksOf(blocks, evidence.figures, settledLines(evidence).lineOf);
  return (block: BodyBlock): { block: BodyBlock; inline: InlinePrinter } => {
    const own: readonly FigureMark[] = marks.get(block) ?? [];
    if (own.length === 0) return { block, inline: inlineMarkdown };
    const { text, lines } = enclose(block.text, own);
    const order = lines.values();
    return { block: { ...block, text }, inline: (run) => withFootnotes(run, order) };
  };
}

/** The content after each block: its exhibits, then the table of numbers; each settled number has its footnote. */
export function followingMarkdown(article: PublishedArticle, evidence: Evidence | null) {
  const { numberTable, exhibits, bodyBlocks } = article;
  const placed = placeExhibits(exhibits, bodyBlocks);
  const marks = evidence && placed.size > 0 ? exhibitMarks(evidence, settledLines(evidence).lineOf) : new Map();
  const table = evidence && shownTable(numberTable, bodyBlocks, evidence);
  return (block: BodyBlock): string[] => [
    ...(placed.get(block)?.map((exhibit) => exhibitMarkdown(exhibit, marks)) ?? []),
    ...(evidence && table?.after === block ? [tableMarkdown(table, evidence)] : []),
  ];
}

/** An exhibit as a paragraph with its caption and what it is based on, and a table of GitHub Flavored Markdown (GFM 0.29, section 4.10). */
function exhibitMarkdown(
  { number, caption, head, rows, note, source, credit }: PlacedExhibit,
  marks: ReadonlyMap<number, { text: string; line: number }>,
): string {
  const words = (placed: PlacedWords, print: (text: string) => string) =>
    markedWords(placed, marks)
      .map(({ text, line }) => print(text) + (line === null ? '' : `[^n${line}]`))
      .join('');
  const rowOf = (cells: readonly PlacedWords[]) => `| ${cells.map((placed) => words(placed, cell)).join(' | ')} |`;
  const about = [
    ...(note ? [words(note, escapeMarkdown)] : []),
    ...(source
      ? [`Source: [${escapeMarkdown(URL.parse(source)?.hostname ?? source)}](${markdownAddress(source)})`]
      : []),
    ...(credit ? [words(credit, escapeMarkdown)] : []),
  ].join(' · ');
  // One paragraph, so that a reader of the Markdown sees where the text continues.
  const intro = [`**Fig. ${number}.** ${words(caption, escapeMarkdown)}`, ...(about === '' ? [] : [about])].join(
    '\\\n',
  );
  return [intro, '', rowOf(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(rowOf)].join('\n');
}

/** The table of numbers, each with its footnote. */
function tableMarkdown(table: ShownTable, evidence: Evidence): string {
  const { lineOf } = settledLines(evidence);
  const rows = table.rows.map(({ label, figure }) => {
    const line = lineOf.get(figure.anchor);
    return `| ${cell(label)} | ${cell(figure.text)}${line === undefined ? '' : `[^n${line}]`} |`;
  });
  return [`| ${cell(table.title)} | Number |`, '| --- | --- |', ...rows].join('\n');
}

function cell(words: string): string {
  return escapeMarkdown(words).replaceAll(/(?<!\\)\|/g, '\\|');
}

const EITHER = /[\ue000\ue001]/g;

/** Enclosed text as Markdown, with a footnote after each number; without footnotes if they would change how it is parsed. */
function withFootnotes(run: string, order: Iterator<number>): string {
  const bare = inlineMarkdown(run.replace(EITHER, ''));
  const marked = inlineMarkdown(run);
  const lines = [...run.matchAll(/\ue000/g)].map(() => order.next().value as number);
  if (marked.replace(EITHER, '') !== bare) return bare;
  let at = 0;
  return marked.replace(/\ue000([^\ue000\ue001]*)\ue001(\()?/g, (_, figure: string, next = '', offset: number) => {
    const line = lines[at++];
    // A footnote does not work inside a link or inside code.
    const isPlain = !isInside(marked.slice(0, offset));
    return isPlain ? `${figure}[^n${line}]${next && '\\('}` : figure + next;
  });
}

/** Whether a text ends inside a link or code. */
function isInside(before: string): boolean {
  const plain = before
    .replace(/\\./g, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/g, '');
  return /[`[]|\]\((?:[^()]|\([^()]*\))*\(?[^()]*$/.test(plain);
}

/** The counts, the footnotes of the body, and a list of the numbers outside of it; empty where no figure was found. */
export function numbersMarkdown(
  address: string,
  evidence: Evidence,
  { body, sources }: { body: string; sources: readonly Pick<Source, 'url'>[] },
): string {
  const numberOf = new Map(sources.map(({ url }, at) => [url, at + 1]));
  const words = countsWords(evidence.counts);
  if (words === '') return '';
  const head = `## Numbers\n\n${words} [As data](${address}).`;
  const { lines } = settledLines(evidence);
  const [notes = [], others = []] = [true, false].map((isUsed) =>
    lines.filter(({ number }) => body.includes(`[^n${number}]`) === isUsed),
  );
  const list = others.map(({ text, how }) => {
    const where = how.field === 'body' ? '' : `, ${PLACE_WORDS[how.field][0]}`;
    return `- ${escapeMarkdown(text)}${where}: ${way(how, numberOf)}`;
  });
  const footnotes = notes.map(({ number, how }) => `[^n${number}]: ${way(how, numberOf)}`);
  return [head, escapeMarkdown(openWords(evidence)), list.join('\n'), footnotes.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Short forms of `UNFOUND_WORDS`: why a number that an editor sourced does not count as found. */
const UNFOUND_SHORT: Record<Unfound, string> = {
  not_opened: 'source not opened',
  not_found: 'not found when the source was opened',
  not_compared: 'passage not compared',
};

/** How a number was settled; a source by its number in the list of sources. */
function way(how: EvidenceFigure, numberOf: ReadonlyMap<string, number>): string {
  switch (how.settlement) {
    case 'sourced': {
      const { url = '', archived } = how.source ?? {};
      const source = numberOf.get(url);
      const name = source === undefined ? `<${markdownAddress(url)}>` : `[${source}]`;
      const copy = archived ? ` ([archived copy](${markdownAddress(archived)}))` : '';
      const quote = how.quote ? `: “${escapeMarkdown(how.quote)}”` : '';
      const opened = how.found ? foundWords(how.found) : UNFOUND_SHORT[how.unfound ?? 'not_opened'];
      return `${name}${copy} ${escapeMarkdown(how.locator ?? '')}${quote} (${escapeMarkdown(opened)})`;
    }
    case 'computed':
      return escapeMarkdown(formulaWords(how));
    case 'quoted':
      return `said by ${escapeMarkdown(how.who ?? '')}, ${escapeMarkdown(how.when ?? '')}`;
    default:
      return escapeMarkdown(signedWords(how));
  }
}
