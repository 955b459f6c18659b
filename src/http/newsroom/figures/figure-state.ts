import { html } from 'hono/html';
import type { LedgerFigure } from '../../../article/figures/ledger.ts';
import type { ExemptClass } from '../../../article/model/settlement-kinds.ts';
import type { ArticleFigures } from '../../../article/settle/read-figures.ts';
import type { Html } from '../../../render/html/html.ts';

export type FigureState = 'open' | 'proposed' | 'settled' | 'again';

/** What each state is called. */
export const STATES: Record<FigureState, string> = {
  open: 'Open',
  proposed: 'Proposed',
  settled: 'Settled',
  again: 'Look again',
};

/** The sign that stands beside a figure in this state: drawn, for not every system has letters for it. */
export function sign(state: FigureState): Html {
  return html`<span class="sign is-${state}" aria-hidden="true"></span>`;
}

export const CLASS_WORDS: Record<ExemptClass, { one: string; many: string }> = {
  date: { one: 'a date', many: 'dates' },
  name: { one: 'part of a name', many: 'parts of names' },
  ordinal: { one: 'a place in an order', many: 'places in an order' },
  list_number: { one: 'the number of a list', many: 'numbers of lists' },
};

export function stateOf({ state, settlement }: LedgerFigure): FigureState {
  return state === 'settled' && settlement?.lookAgain ? 'again' : state;
}

/** Whether somebody has to do something about it. */
export function isToDo(figure: LedgerFigure): boolean {
  return stateOf(figure) !== 'settled';
}

/** The beginning of an anchor, by which addresses and forms name a figure of one revision. */
export function shortAnchor({ anchor }: Anchored): string {
  return anchor.slice(0, 16);
}

/** Where among the figures one stands; -1 where none is named so. */
export function indexOf(figures: readonly LedgerFigure[], short: string | undefined): number {
  return short && /^[0-9a-f]{16,64}$/.test(short) ? figures.findIndex(({ anchor }) => anchor.startsWith(short)) : -1;
}

/** The next figure after a place that somebody has to look at, from the beginning again at the end; -1 where there is none. */
export function nextToDo(figures: readonly LedgerFigure[], from: number, step: 1 | -1 = 1): number {
  for (let n = 1; n <= figures.length; n++) {
    const at = (from + step * n + figures.length * 2) % figures.length;
    const figure = figures[at];
    if (figure && isToDo(figure)) return at;
  }
  return -1;
}

type Anchored = Pick<LedgerFigure, 'anchor'>;

/** The address of the ledger of one exact revision, at a figure where one is given. */
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
