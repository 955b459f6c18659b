import { html } from 'hono/html';
import { describeEntry, type FigureEntry, type GateEntry } from '../../../article/model/gate-entry.ts';
import type { Html } from '../../../render/html/html.ts';
import { ledgerAddress } from '../figures/figure-state.ts';

/** Entries about figures shown one by one; the ledger has the rest. */
const MOST_FIGURES = 5;

/** Where the figures of entries are looked at: the article and the revision. */
export type RevisionAddress = { articleId: string; revision: number };

/** What stands between a revision and publication, what stops it first; each figure leads to its place in the ledger. */
export function gateList(entries: readonly (GateEntry | FigureEntry)[], at: RevisionAddress | null = null): Html {
  if (entries.length === 0) return html`<p>Nothing stands in the way of publication.</p>`;
  const sorted = entries.toSorted((a, b) => Number(b.severity === 'block') - Number(a.severity === 'block'));
  const figures = sorted.filter(({ code }) => code.startsWith('figure_'));
  const left = new Set(figures.slice(MOST_FIGURES));
  return html`<ul class="gate">${sorted
    .filter((entry) => !left.has(entry))
    .map(
      (entry) => html`
<li class="${entry.severity}"><strong>${entry.severity === 'block' ? 'Stops it' : 'Look at'}</strong> <span>${describeEntry(entry)}</span> <code>${entry.path}</code>${linkTo(entry, at)}</li>`,
    )}
</ul>
${left.size > 0 ? html`<p>And ${left.size} more about figures.${at ? html` <a href="${ledgerAddress(at)}">All of them in the ledger</a>` : ''}</p>` : ''}`;
}

function linkTo(entry: GateEntry | FigureEntry, at: RevisionAddress | null): Html | string {
  if (!at || !('anchor' in entry) || entry.anchor === undefined) return '';
  return html` <a href="${ledgerAddress(at, { figure: { anchor: entry.anchor } })}">Look at it</a>`;
}
