import { html } from 'hono/html';
import { describeEntry, type FigureEntry, type GateEntry } from '../../../article/model/gate-entry.ts';
import type { Html } from '../../../render/html/html.ts';
import { ledgerAddress } from '../figures/figure-state.ts';

/** Entries about figures that the list shows; the ledger has the rest. */
const MOST_FIGURES = 5;

/** The article and revision whose ledger shows the figures. */
export type RevisionAddress = { articleId: string; revision: number };

/** The entries of the gate, blockers first; each entry about a figure links to the figure in the ledger. */
export function gateList(entries: readonly (GateEntry | FigureEntry)[], at: RevisionAddress | null = null): Html {
  if (entries.length === 0) return html`<p>The gate is open: nothing blocks publication.</p>`;
  const sorted = entries.toSorted((a, b) => Number(b.severity === 'block') - Number(a.severity === 'block'));
  const figures = sorted.filter(({ code }) => code.startsWith('figure_'));
  const left = new Set(figures.slice(MOST_FIGURES));
  return html`<ul class="gate">${sorted
    .filter((entry) => !left.has(entry))
    .map(
      (entry) => html`
<li class="${entry.severity}"><strong>${entry.severity === 'block' ? 'Blocker' : 'Warning'}</strong> <span>${describeEntry(entry)}</span> <code>${entry.path}</code>${linkTo(entry, at)}</li>`,
    )}
</ul>
${left.size > 0 ? html`<p>And ${left.size} more about figures.${at ? html` <a href="${ledgerAddress(at)}">Show all in the ledger</a>` : ''}</p>` : ''}`;
}

function linkTo(entry: GateEntry | FigureEntry, at: RevisionAddress | null): Html | string {
  if (!at || !('anchor' in entry) || entry.anchor === undefined) return '';
  return html` <a href="${ledgerAddress(at, { figure: { anchor: entry.anchor } })}">Show the figure</a>`;
}
