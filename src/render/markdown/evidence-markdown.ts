import type { Evidence, EvidenceFigure } from '../../article/figures/evidence.ts';
import type { BodyBlock } from '../../article/model/copy.ts';
import { enclose, type FigureMark, marksOf } from '../figure-marks.ts';
import { countsWords, formulaWords, type SettledLines, settledLines } from '../settlement-labels.ts';
import { escapeMarkdown, type InlinePrinter, inlineMarkdown, markdownAddress } from './markdown.ts';

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

/** The counts and the footnotes; empty where no figure was found. */
export function numbersMarkdown(baseUrl: string, address: string, evidence: Evidence): string {
  const words = countsWords(evidence.counts);
  if (words === '') return '';
  const head = `## Numbers\n\n${words} [How numbers are settled](${baseUrl}/method.md). [The same as data](${address}).`;
  const notes = footnotes(settledLines(evidence));
  return notes === '' ? head : `${head}\n\n${notes}`;
}

function footnotes({ lines }: SettledLines): string {
  return lines
    .map(({ number, texts, how }) => `[^n${number}]: ${texts.map(escapeMarkdown).join(', ')}: ${way(how)}`)
    .join('\n');
}

function way(how: EvidenceFigure): string {
  switch (how.settlement) {
    case 'sourced': {
      const { title = '', url = '' } = how.source ?? {};
      const quote = how.quote ? `: “${escapeMarkdown(how.quote)}”` : '';
      return `[${escapeMarkdown(title)}](${markdownAddress(url)}), ${escapeMarkdown(how.locator ?? '')}${quote}`;
    }
    case 'computed':
      return `computed: ${escapeMarkdown(formulaWords(how))}`;
    case 'quoted':
      return `said by ${escapeMarkdown(how.who ?? '')}, ${escapeMarkdown(how.when ?? '')}`;
    default:
      return 'signed by the editor';
  }
}
