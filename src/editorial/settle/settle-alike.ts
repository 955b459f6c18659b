import { getRevisionRow } from '#article/article-rows.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import type { Deps } from '#runtime/deps.ts';
import { insertChecked, requirePerson } from './settle.ts';
import { confirm, getFigure, getOwn, note } from './settlement-rows.ts';

/** Most figures settled by one act: as many as a person can check at once. */
export const MOST_ALIKE = 60;

/** Figures of one revision, by their anchors. */
export type FigureReferences = { articleId: string; revision: number; anchors: readonly string[] };

/** The other figures that state the same and that nobody has settled or proposed to settle. */
export function openAlike(figures: readonly LedgerFigure[], figure: LedgerFigure): LedgerFigure[] {
  return figures
    .filter(({ state, text, anchor }) => state === 'open' && text === figure.text && anchor !== figure.anchor)
    .slice(0, MOST_ALIKE - 1);
}

/**
 * Settles figures that state the same, in the same way: the first of `anchors`, and those of the others that are still open. For a writer,
 * each is a proposal. Returns the number of figures. It exempts no figure: use `confirmExempt` for that.
 * @throws forbidden, not_found, validation_failed (also when the texts differ), busy; then no figure is settled
 */
export async function settleAlike(
  deps: Deps,
  actor: Actor,
  { articleId, revision, anchors }: FigureReferences,
  given: SettlementMethod,
): Promise<number> {
  requirePerson(actor);
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const ledger = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    const named = [...new Set(anchors)].map((anchor) => getFigure(ledger, anchor));
    requireAlike(named, given);
    const chosen = named.filter(({ state }, at) => at === 0 || state === 'open');
    for (const figure of chosen) {
      const id = await insertChecked(deps, tx, actor, { article, ledger, figure, revision, given });
      if (isEditorial(actor))
        await confirm(deps, tx, actor, { articleId: article.id, ledger, figure, id, kind: given.kind });
    }
    const detail = { figure: named[0]?.text, kind: given.kind, count: chosen.length };
    await note(deps, tx, actor, {
      article,
      revision,
      act: isEditorial(actor) ? 'figures.settled' : 'figures.proposed',
      ...detail,
    });
    return chosen.length;
  });
}

function requireAlike(named: readonly LedgerFigure[], { kind }: SettlementMethod): void {
  const isOne = named.every(({ text }) => text === named[0]?.text);
  if (isOne && kind !== 'exempt' && named.length <= MOST_ALIKE) return;
  throw new Failure('validation_failed', 'These numbers cannot be settled together.', {
    hint: isOne ? 'Settle these one at a time.' : 'They do not state the same. Settle these one at a time.',
  });
}
