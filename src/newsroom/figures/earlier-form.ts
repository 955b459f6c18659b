import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import { hiddenFields, type PanelProps } from '#editorial/newsroom/figure-forms.ts';
import { describeSettlement } from '#editorial/newsroom/figure-state.ts';
import { openDiffer, type Piece, wordsIn } from '#editorial/review/compare-lane.ts';
import type { EarlierSettlement } from '#editorial/settle/earlier-settlement.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import type { Html } from '#html/html.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { pieces } from '#newsroom/review/compare-view.ts';

/** How a figure was settled before its sentence was changed, with a form that settles it in the same way again. */
export function earlierForm({ file, actor, view }: PanelProps, figure: LedgerFigure, earlier: EarlierSettlement): Html {
  const { settlement, sentence } = earlier;
  const { confirmedBy, confirmedAt, proposedBy, proposedAt, proposedRevision } = settlement;
  const fields = Object.entries(methodFields(settlement.settling, file.ledger.figures));
  return html`<h3>Settled before the sentence was changed</h3>
<div class="settlement"><p class="way">${describeSettlement(settlement.settling, file.ledger)}</p>
<p class="hint">It was settled in revision ${proposedRevision} by ${(confirmedBy ?? proposedBy).name}, ${formatTime(confirmedAt ?? proposedAt)}. What changed since:</p>
<p class="words">${pieces(changedWords(sentence, figure.sentence))}</p>
<form method="post" action="/newsroom/articles/${file.articleId}/figures/settle" data-key="Enter">${hiddenFields(file, view, figure)}
${fields.map(([name, value = '']) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button>${isEditorial(actor) ? 'Confirm that it still holds' : 'Propose it again'}</button></p></form></div>`;
}

function changedWords(before: string, after: string): Piece[] {
  const [first, second] = [wordsIn(before), wordsIn(after)];
  const runs = openDiffer()(first, second) ?? [
    { kind: 'removed' as const, words: first },
    { kind: 'added' as const, words: second },
  ];
  return runs.map(({ kind, words }) => ({ kind, text: words.join(''), hand: null }));
}

/** The fields of the form of this method. A formula names the figures by their numbers in this revision. */
function methodFields(
  settling: SettlementMethod,
  figures: readonly LedgerFigure[],
): Record<string, string | undefined> {
  if (settling.kind === 'signed') return { kind: settling.kind, reason: settling.reason };
  if (settling.kind === 'sourced') {
    const { found: _, ...fields } = settling; // it was found for other words
    return fields;
  }
  if (settling.kind !== 'computed') return settling;
  const { kind, formula, inputs } = settling;
  const numberOf = (anchor: string) => `f${figures.findIndex((figure) => figure.anchor === anchor) + 1}`;
  const renamed = formula.replace(/[A-Za-z]\w*/g, (name) => {
    const anchor = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    return anchor === undefined ? name : numberOf(anchor);
  });
  return { kind, formula: renamed };
}
