import { html } from 'hono/html';
import type { Ledger, LedgerFigure, Settlement } from '../../../article/figures/ledger.ts';
import type { SettlementMethod } from '../../../article/figures/settlement.ts';
import type { Source } from '../../../article/model/copy.ts';
import type { Html } from '../../../render/html/html.ts';
import { markHidden } from '../kit/marked.ts';
import { formatTime } from '../kit/time.ts';
import { CLASS_WORDS } from './figure-state.ts';

/** A way to settle a figure, in words. What was proposed by a program is text like any other of its texts. */
export function wayWords(settling: SettlementMethod, { figures, sources }: Pick<Ledger, 'figures' | 'sources'>): Html {
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
        return html`<li><code>${name}</code> is ${of ? html`“${markHidden(of.text)}”, figure ${at + 1}` : 'a figure that stands here no more'}</li>`;
      });
      return html`<strong>Computed</strong>: <code>${formula}</code><ul>${names}</ul>`;
    }
    case 'quoted':
      return html`<strong>Quoted</strong>: said by ${markHidden(settling.who)}, ${markHidden(settling.when)}`;
    case 'exempt':
      return html`<strong>Exempt</strong>: it is ${CLASS_WORDS[settling.class].one}`;
    case 'signed':
      return html`<strong>Signed</strong>, never published why: <q class="words">${markHidden(settling.reason)}</q>`;
  }
}

function cited(sources: readonly Source[], url: string): Html {
  const at = sources.findIndex((source) => source.url === url);
  const source = sources[at];
  if (!source) return html`a source that is cited no more, <code>${url}</code>`;
  return html`source ${at + 1}, <a href="${source.url}" rel="noreferrer">${markHidden(source.title)}</a>`;
}

/** Whose proposal it is, and who confirmed it. */
export function handsWords({ proposedBy, proposedAt, proposedRevision, confirmedBy, confirmedAt }: Settlement): Html {
  const confirmed =
    confirmedBy && confirmedAt
      ? html` Confirmed ${formatTime(confirmedAt)} by ${confirmedBy.id === proposedBy.id ? 'the same' : confirmedBy.name}.`
      : '';
  return html`<p class="hint">Proposed ${formatTime(proposedAt)} by ${proposedBy.name}, in revision ${proposedRevision}.${confirmed}</p>`;
}

/** The sentence of a figure, the figure marked in it. */
export function sentenceWords(figure: LedgerFigure, fieldText: string): Html {
  const { sentence, text, at } = figure;
  const from = fieldText.lastIndexOf(sentence, at);
  const inside = from === -1 ? -1 : at - from;
  if (inside < 0 || sentence.slice(inside, inside + text.length) !== text) return html`${markHidden(sentence)}`;
  return html`${markHidden(sentence.slice(0, inside))}<mark>${markHidden(text)}</mark>${markHidden(sentence.slice(inside + text.length))}`;
}
