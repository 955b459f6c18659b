import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Goal, holds, type Line } from './measure.ts';

// The results as a Markdown table and as a chart, for the terminal and for docs/performance.md.

const DOCS = join(import.meta.dirname, '..', 'docs');
/** The table is between these lines of docs/performance.md. */
const [BEGIN, END] = ['<!-- results of npm run bench -- --write -->', '<!-- end of results -->'];

const PICTURE = '![Each measured ratio against its goal](performance.svg)';

export const HEADER = '| what | goal | ratio | range | | ours | theirs |\n|---|---|---|---|---|---|---|';

/** A row of the table. */
export function row(one: Line): string {
  const { name, ratio, range, ours, theirs } = one;
  const word = one.goal === null ? '' : holds(one) ? 'met' : '**missed**';
  const cells = [
    name,
    inWords(one.goal),
    ratio.toFixed(2),
    range.map((end) => end.toFixed(2)).join('–'),
    word,
    ours,
    theirs,
  ];
  return `| ${cells.join(' | ')} |`;
}

function inWords(goal: Goal): string {
  if (goal === null) return '';
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

/** Replaces the table in docs/performance.md and the chart beside it. */
export function writeReport(machine: string, lines: readonly Line[]): void {
  const file = join(DOCS, 'performance.md');
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before === -1 || after === -1) throw new Error(`docs/performance.md lacks the line ${BEGIN} or ${END}`);
  const table = [BEGIN, '', machine, '', PICTURE, '', HEADER, ...lines.map(row), '', ''].join('\n');
  writeFileSync(file, text.slice(0, before) + table + text.slice(after));
  writeFileSync(join(DOCS, 'performance.svg'), chart(lines.filter(({ goal }) => goal !== null)));
}

/** Pixels: a row, the names on the left, the bars. */
const [ROW, NAMES, BARS] = [20, 540, 360];
/** The chart shows results from a quarter of the goal to four times as good as the goal, on a logarithmic scale. */
const SPAN = 4;

/** One bar for each line with a goal: right of the middle line the goal is met, left of it missed. */
function chart(lines: readonly Line[]): string {
  const height = lines.length * ROW + 50;
  const middle = NAMES + BARS / 2;
  const bars = lines.map((one, at) => {
    const y = 36 + at * ROW;
    const end = middle + (Math.log(clamp(scoreOf(one))) / Math.log(SPAN)) * (BARS / 2);
    const [x, width] = [Math.min(middle, end), Math.max(1, Math.abs(end - middle))];
    return [
      `<text x="${NAMES - 8}" y="${y + 11}" text-anchor="end">${escapeXml(one.name)}</text>`,
      `<rect class="${holds(one) ? 'met' : 'missed'}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 6}"/>`,
      `<text x="${NAMES + BARS + 8}" y="${y + 11}">${one.ratio.toFixed(2)} (${inWords(one.goal)})</text>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${NAMES + BARS + 120} ${height}" role="img" aria-label="Each measured ratio against its goal">
<style>text{font:12px sans-serif;fill:#222}.met{fill:#2b6f8f}.missed{fill:#c0392b}line{stroke:#222}rect.page{fill:#fff}
@media (prefers-color-scheme:dark){text{fill:#eee}line{stroke:#eee}rect.page{fill:#16191c}.met{fill:#6db5d6}.missed{fill:#ff8a7a}}</style>
<rect class="page" width="100%" height="100%"/>
<text x="${middle - 8}" y="22" text-anchor="end">missed ←</text><text x="${middle + 8}" y="22">→ met</text>
<line x1="${middle}" y1="10" x2="${middle}" y2="${height - 10}"/>
${bars.join('\n')}
</svg>
`;
}

/** How many times as good as the goal a result is. */
function scoreOf({ ratio, goal }: Line): number {
  if (goal === null) return 1;
  return 'atLeast' in goal ? ratio / goal.atLeast : goal.atMost / ratio;
}

function clamp(score: number): number {
  return Math.min(SPAN, Math.max(1 / SPAN, score));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
