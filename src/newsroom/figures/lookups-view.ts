import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import type { PanelProps } from '#editorial/newsroom/figure-forms.ts';
import { ledgerAddress } from '#editorial/newsroom/figure-state.ts';
import { lookupResult } from '#editorial/newsroom/lookup-forms.ts';
import type { ArticleFigures } from '#editorial/settle/read-figures.ts';
import { listNamed, type NamedFigure, sourcesOf } from '#editorial/sources/look-up-named.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { AskedLookup } from '#evidence/figures/proposal-lookup.ts';
import type { Html } from '#html/html.ts';
import { figureLink, sentenceOf } from './figures-views.ts';

// The numbers whose source an editor named without opening it here: a button that has all their sources opened, its progress, and a view
// with what each source has. Each number is confirmed alone, by the passage on screen.

export type LookupsView = Pick<PanelProps, 'file' | 'view' | 'actor' | 'passages' | 'chosen'>;

type State = AskedLookup['state'];

const GROUPS: readonly [State, string][] = [
  ['found', 'Found: read the passage, then confirm'],
  ['near', 'The source has another number'],
  ['not_found', 'Not found'],
  ['unreachable', 'Source not reachable'],
  ['waiting', 'Not opened yet'],
];

/** Whether an editor had the sources of this revision opened and has numbers of them left. */
export function hasLookups({ ledger }: Pick<ArticleFigures, 'ledger'>): boolean {
  return listNamed(ledger.figures).some(({ settlement }) => settlement.asked);
}

/** The index of the next number after this one that was found and waits for an editor, or -1. */
export function nextFound(figures: readonly LedgerFigure[], from: number): number {
  const waits = (figure: LedgerFigure) =>
    listNamed([figure]).some(({ settlement }) => settlement.asked?.state === 'found');
  const after = figures.findIndex((figure, at) => at > from && waits(figure));
  return after === -1 ? figures.findIndex(waits) : after;
}

/** What the sources have for each number that was looked up. */
export function lookupsView(sheet: LookupsView): Html {
  const { figures } = sheet.file.ledger;
  const looked = listNamed(figures).filter(({ settlement }) => settlement.asked);
  if (looked.length === 0) return html`<p>Every number that was looked up is confirmed.</p>`;
  const byState = Map.groupBy(looked, ({ settlement }) => settlement.asked?.state);
  return html`<div class="lookups">${GROUPS.filter(([state]) => byState.has(state)).map(([state, title]) => {
    const group = byState.get(state) ?? [];
    return html`<section><h3>${title}, ${group.length}</h3>
<ol>${group.map(
      (figure) => html`<li><p>${figureLink(sheet, { figure, number: figures.indexOf(figure) + 1 })}</p>
<p class="words">${sentenceOf(sheet.file, figure)}</p>
${state === 'waiting' ? '' : lookupResult(sheet, figure, figure.settlement, { hasKey: false })}</li>`,
    )}</ol></section>`;
  })}</div>`;
}

/** How far the server is with the sources; the button where it is not at work. Empty where every source was found, and for writers. */
export function lookupsProgress({ file, actor }: Pick<PanelProps, 'file' | 'actor'>): Html | string {
  const named = listNamed(file.ledger.figures);
  if (!isEditorial(actor) || named.length === 0) return '';
  const waiting = countOf(named, 'waiting');
  const asked = named.filter(({ settlement }) => settlement.asked).length;
  const results = html`<a href="${ledgerAddress(file, { view: 'lookups' })}">What the sources have</a>`;
  if (waiting > 0)
    return html`<p class="progress-words" data-state="waiting">The server opens the sources: ${asked - waiting} of ${asked} numbers looked up. ${results}
<svg class="progress-bar" viewBox="0 0 300 10" preserveAspectRatio="none" aria-hidden="true"><rect class="all" x="0.5" y="0.5" width="299" height="9"/><rect class="whole" width="${Math.round(((asked - waiting) / asked) * 3000) / 10}" height="10"/></svg></p>`;
  return html`${asked > 0 ? html`<p data-state="done">${summary(named)} ${results}. Readers see a change with the next publication.</p>` : ''}
<form method="post" action="/newsroom/articles/${file.articleId}/figures/lookups"><input type="hidden" name="revision" value="${file.revision}">
<p><button class="plain">Look up all ${named.length} in their sources${asked > 0 ? ' again' : ''}</button> <span class="hint">${asked > 0 ? '' : 'Named by an editor, source not opened. '}The server opens ${sources(named)}; you read each passage and confirm it.</span></p></form>`;
}

function summary(named: readonly NamedFigure[]): string {
  const kinds = [
    [countOf(named, 'found'), 'found, to be confirmed'],
    [countOf(named, 'near'), 'with another number in the source'],
    [countOf(named, 'not_found'), 'not found'],
    [countOf(named, 'unreachable'), 'with a source that could not be opened'],
  ] as const;
  const parts = kinds.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `Looked up: ${parts.join(', ')}.`;
}

function countOf(named: readonly NamedFigure[], state: State): number {
  return named.filter(({ settlement }) => settlement.asked?.state === state).length;
}

function sources(named: readonly NamedFigure[]): string {
  const count = sourcesOf(named).size;
  return count === 1 ? 'the source' : `${count} sources`;
}
