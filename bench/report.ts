import { type Goal, holds, type Line } from './measure.ts';

// The results as a Markdown table.

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
