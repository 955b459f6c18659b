import { html } from 'hono/html';
import type { EvidenceCounts } from '../../article/figures/evidence.ts';
import type { Html } from '../html/html.ts';

/** Kinds in the order they are told, by what each is called. */
export const KINDS: readonly (readonly [kind: keyof EvidenceCounts, name: string])[] = [
  ['sourced', 'Sourced'],
  ['computed', 'Computed'],
  ['quoted', 'Quoted'],
  ['signed', 'Signed'],
  ['exempt', 'Dates and names'],
  ['open', 'Not settled'],
];

const WIDTH = 480;
const NAMES = 132;
const NUMBERS = 56;
const ROW = 30;

/** A bar for each way numbers were settled, all to one scale; what is not settled only where there is any. */
export function settledDrawing(counts: EvidenceCounts): Html {
  const rows = KINDS.filter(([kind]) => kind !== 'open' || counts.open > 0);
  const most = Math.max(1, ...rows.map(([kind]) => counts[kind]));
  const words = rows.map(([kind, name]) => `${name} ${counts[kind]}`).join(', ');
  return html`<svg class="settled-drawing" viewBox="0 0 ${WIDTH} ${rows.length * ROW}" role="img" aria-labelledby="settled-name settled-words">
<title id="settled-name">How the numbers were settled</title><desc id="settled-words">${words}.</desc>
<path class="line" d="M${NAMES + 0.5} 0V${rows.length * ROW}"/>
${rows.map(([kind, name], at) => {
  const long = counts[kind] === 0 ? 0 : Math.max(2, Math.round(((WIDTH - NAMES - NUMBERS) * counts[kind]) / most));
  const y = at * ROW;
  return html`<text x="${NAMES - 10}" y="${y + 19}" class="end">${name}</text>
${long > 0 ? html`<rect${kind === 'open' ? html` class="open"` : ''} x="${NAMES}" y="${y + 7}" width="${long}" height="16"/>` : ''}
<text x="${NAMES + long + 8}" y="${y + 19}">${counts[kind].toLocaleString('en-GB')}</text>
`;
})}
</svg>`;
}

/** The same as a table. */
export function settledTable(counts: EvidenceCounts): Html {
  return html`<table class="settled-table"><caption>Numbers of everything that is published, by how they were settled</caption>
<thead><tr><th scope="col">Way</th><th scope="col">Numbers</th></tr></thead>
<tbody>${KINDS.map(
    ([kind, name]) => html`
<tr><th scope="row">${name}</th><td>${counts[kind].toLocaleString('en-GB')}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">All</th><td>${counts.figures.toLocaleString('en-GB')}</td></tr></tfoot></table>`;
}
