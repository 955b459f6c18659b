import { html } from 'hono/html';
import type { Source } from '#article/copy.ts';
import type { ExemptClass } from '#article/settlement-kinds.ts';
import type { ArticleFigures } from '#editorial/settle/read-figures.ts';
import { isByItsName, type LedgerFigure, type Settlement } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { foundWords, UNFOUND_WORDS, withDays } from '#evidence/settlement-labels.ts';
import type { Html } from '#html/html.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { renderSentence } from '#html/newsroom/rendered-block.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

export type FigureState = 'open' | 'proposed' | 'settled' | 'again';

/** The label of each state. */
export const STATE_LABELS: Record<FigureState, string> = {
  open: 'Open',
  proposed: 'Proposed',
  settled: 'Settled',
  again: 'Check again',
};

/** The sign beside a figure in this state. It is drawn by CSS, because not every system font has such characters. */
export function stateSign(state: FigureState): Html {
  return html`<span class="sign is-${state}" aria-hidden="true"></span>`;
}

export const CLASS_LABELS: Record<ExemptClass, { one: string; many: string }> = {
  date: { one: 'a date', many: 'dates' },
  name: { one: 'part of a name', many: 'parts of names' },
  ordinal: { one: 'an ordinal', many: 'ordinals' },
  list_number: { one: 'the number of a list', many: 'numbers of lists' },
  earlier_value: { one: 'the earlier, wrong value', many: 'earlier, wrong values' },
  small_count: { one: 'a small count that measures nothing', many: 'small counts' },
};

export function stateOf({ state, settlement }: LedgerFigure): FigureState {
  return state === 'settled' && settlement?.lookAgain ? 'again' : state;
}

/** Whether an editor has to settle, confirm or check the figure. */
export function needsAttention(figure: LedgerFigure): boolean {
  return stateOf(figure) !== 'settled';
}

/** The first 16 characters of an anchor: addresses and forms name a figure of a revision by them. */
export function shortAnchor({ anchor }: Anchored): string {
  return anchor.slice(0, 16);
}

/** The index of the figure whose anchor starts with these characters, or -1. */
export function indexOf(figures: readonly LedgerFigure[], short: string | undefined): number {
  return short && /^[0-9a-f]{16,64}$/.test(short) ? figures.findIndex(({ anchor }) => anchor.startsWith(short)) : -1;
}

/** The index of the next figure that needs attention, wrapping around at the end, or -1. */
export function nextNeedingAttention(figures: readonly LedgerFigure[], from: number, step: 1 | -1 = 1): number {
  for (let n = 1; n <= figures.length; n++) {
    const at = (from + step * n + figures.length * 2) % figures.length;
    const figure = figures[at];
    if (figure && needsAttention(figure)) return at;
  }
  return -1;
}

type Anchored = Pick<LedgerFigure, 'anchor'>;

/** The address of the ledger of one revision; with a figure, at this figure. */
export function ledgerAddress(
  { articleId, revision }: Pick<ArticleFigures, 'articleId' | 'revision'>,
  { view, figure, was }: { view?: string; figure?: Anchored | undefined; was?: Anchored | undefined } = {},
): string {
  const query = new URLSearchParams({
    revision: String(revision),
    ...(view && view !== 'copy' && { view }),
    ...(figure && { figure: shortAnchor(figure) }),
    ...(was && { was: shortAnchor(was) }),
  });
  return `/newsroom/articles/${articleId}/figures?${query}${figure ? '#figure' : ''}`;
}

/** A settlement as text. Agents wrote some of it, so it is escaped and hidden characters are marked. */
export function describeSettlement(
  settling: SettlementMethod,
  { figures, sources }: { figures: readonly LedgerFigure[]; sources: readonly Source[] },
): Html {
  switch (settling.kind) {
    case 'sourced': {
      const { source, locator, quote } = settling;
      return html`<strong>Sourced</strong>: ${cited(sources, source)}, ${markHidden(locator)}${quote ? html`<q class="words">${markHidden(quote)}</q>` : ''}`;
    }
    case 'computed': {
      const { formula, inputs } = settling;
      const names = Object.entries(inputs).map(([name, anchor]) => {
        const at = figures.findIndex((figure) => figure.anchor === anchor);
        const of = figures[at];
        return html`<li><code>${name}</code> is ${of ? html`“${markHidden(of.text)}”, number ${at + 1}` : 'a number that is no longer in the text'}</li>`;
      });
      return html`<strong>Computed</strong>: <code>${formula}</code><ul>${names}</ul>`;
    }
    case 'quoted':
      return html`<strong>Quoted</strong>: said by ${markHidden(settling.who)}, ${markHidden(settling.when)}`;
    case 'exempt':
      return html`<strong>No measurement</strong>: it is ${CLASS_LABELS[settling.class].one}`;
    case 'signed':
      return html`<strong>Signed</strong>, ${settling.forReaders ? 'readers see the reason' : 'reason not published'}: <q class="words">${markHidden(settling.reason)}</q>`;
  }
}

/** Whether the number of a settlement was found in its source; empty for one that names no source. */
export function describeFinding({ settling, confirmedAt }: Settlement): Html | string {
  if (settling.kind !== 'sourced') return '';
  if (!settling.found && confirmedAt === null) return html`<p class="hint">Source not opened.</p>`;
  const [local] = withDays([settling], siteSnapshot().publication.timeZone);
  const words = local?.found ? foundWords(local.found) : UNFOUND_WORDS[settling.unfound ?? 'not_opened'];
  return html`<p class="hint">${words.charAt(0).toUpperCase()}${markHidden(words.slice(1))}.</p>`;
}

function cited(sources: readonly Source[], url: string): Html {
  const at = sources.findIndex((source) => source.url === url);
  const source = sources[at];
  if (!source) return html`a source that is no longer cited, <code>${url}</code>`;
  return html`source ${at + 1}, <a href="${source.url}" rel="noreferrer">${markHidden(source.title)}</a>`;
}

/** Who proposed a settlement and who confirmed it. */
export function describeProposers(settlement: Settlement): Html {
  if (isByItsName(settlement))
    return html`<p class="hint">No person settled it: the name is that of a standard or a law, or on the list of names. If it is no name, settle the number another way.</p>`;
  const { proposedBy, proposedAt, proposedRevision, confirmedBy, confirmedAt } = settlement;
  const confirmed =
    confirmedBy && confirmedAt
      ? html` Confirmed ${formatTime(confirmedAt)} by ${confirmedBy.id === proposedBy.id ? 'the same' : confirmedBy.name}.`
      : '';
  return html`<p class="hint">Proposed ${formatTime(proposedAt)} by ${proposedBy.name}, in revision ${proposedRevision}.${confirmed}</p>`;
}

/** The sentence of a figure, with the figure marked. */
export function markInSentence(figure: LedgerFigure, fieldText: string): Html {
  const { sentence, text, at } = figure;
  const from = fieldText.lastIndexOf(sentence, at);
  const inside = from === -1 ? -1 : at - from;
  if (inside < 0 || sentence.slice(inside, inside + text.length) !== text) return html`${markHidden(sentence)}`;
  const [before, after] = [sentence.slice(0, inside), sentence.slice(inside + text.length)];
  const marked = { text, show: (words: Html) => html`<mark>${words}</mark>` };
  const rendered = renderSentence([{ text: before }, marked, { text: after }], { links: 'inert' });
  return rendered ?? html`${markHidden(before)}<mark>${markHidden(text)}</mark>${markHidden(after)}`;
}
