import { html } from 'hono/html';
import { groupDigits } from '#core/group-digits.ts';
import type { EvidenceCounts } from '#evidence/figures/evidence.ts';
import type { Html } from '#html/html.ts';

/** The kinds of settlement in display order, with their names. */
export const KINDS: readonly (readonly [kind: Exclude<keyof EvidenceCounts, 'found'>, name: string])[] = [
  ['sourced', 'Sourced'],
  ['computed', 'Computed'],
  ['quoted', 'Quoted'],
  ['signed', 'Signed'],
  ['exempt', 'No measurement'],
  ['open', 'Not settled'],
];

const SETTLED_WIDTH = 480;
const NAMES = 132;
const NUMBERS = 56;
const SETTLED_ROW = 30;

/** A bar for each kind of settlement, all to one scale; numbers that are not settled only if there are any. */
export function settledDrawing(counts: EvidenceCounts): Html {
  const rows = KINDS.filter(([kind]) => kind !== 'open' || counts.open > 0);
  const most = Math.max(1, ...rows.map(([kind]) => counts[kind]));
  const words = rows.map(([kind, name]) => `${name} ${counts[kind]}`).join(', ');
  return html`<svg class="settled-drawing" viewBox="0 0 ${SETTLED_WIDTH} ${rows.length * SETTLED_ROW}" role="img" aria-labelledby="settled-name settled-words">
<title id="settled-name">How the numbers were settled</title><desc id="settled-words">${words}.</desc>
<path class="line" d="M${NAMES + 0.5} 0V${rows.length * SETTLED_ROW}"/>
${rows.map(([kind, name], at) => {
  const long =
    counts[kind] === 0 ? 0 : Math.max(2, Math.round(((SETTLED_WIDTH - NAMES - NUMBERS) * counts[kind]) / most));
  const y = at * SETTLED_ROW;
  return html`<text x="${NAMES - 10}" y="${y + 19}" class="end">${name}</text>
${long > 0 ? html`<rect${kind === 'open' ? html` class="open"` : ''} x="${NAMES}" y="${y + 7}" width="${long}" height="16"/>` : ''}
<text x="${NAMES + long + 8}" y="${y + 19}">${groupDigits(counts[kind])}</text>
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
<tr><th scope="row">${name}</th><td>${groupDigits(counts[kind])}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">All</th><td>${groupDigits(counts.figures)}</td></tr></tfoot></table>`;
}
