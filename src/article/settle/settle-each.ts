import { type Actor, isEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Deps } from '../../runtime/deps.ts';
import { findWrong, readSettling, wrongSettling } from '../figures/check-settling.ts';
import { type LedgerFigure, readLedger, settleAll, settlementsOf } from '../figures/ledger.ts';
import { confirmedRow } from '../figures/proposal-row.ts';
import type { Settling } from '../figures/settlement.ts';
import { getRevisionRow } from '../model/article-rows.ts';
import { getOwn, note } from './settlement-rows.ts';

/** What one figure of a list is settled by; null where the list says nothing of it. */
export type SettledBy = (figure: LedgerFigure, figures: readonly LedgerFigure[]) => Settling | null;

/**
 * Settles the open figures of a revision one by one, in one transaction, by what the house brought along for each: for
 * copy that comes with a release. Returns how many. People settle by `settleFigure`.
 * @throws forbidden (everybody but the house), not_found, validation_failed naming the first figure that does not settle so
 */
export async function settleEach(
  deps: Deps,
  actor: Actor,
  articleId: string,
  revision: number,
  settledBy: SettledBy,
): Promise<number> {
  if (actor.kind !== 'house' || !isEditorial(actor)) {
    throw new Failure('forbidden', 'Only the house settles by a list.', { hint: 'Settle one figure at a time.' });
  }
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { figures, sources } = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    const places = new Map(figures.map((figure) => [figure.anchor, figure]));
    const rows = figures.flatMap((figure) => {
      const given = figure.state === 'settled' ? null : settledBy(figure, figures);
      if (given === null) return [];
      const settling = readSettling(given);
      const wrong = findWrong({ sources }, figure, settling, deps.policy, actor, (anchor) => places.get(anchor));
      if (wrong.length > 0)
        throw wrongSettling(wrong.map(({ path, message }) => ({ path, message: `"${figure.text}": ${message}` })));
      return [confirmedRow(deps, actor, article.id, revision, figure, settling)];
    });
    if (rows.length === 0) return 0;
    await tx.insertInto('settlement').values(rows).execute();
    const after = settleAll(figures, await settlementsOf(tx, article.id), sources);
    const lapsed = after.find((figure) => figure.lapsed !== null);
    if (lapsed) throw wrongSettling([{ path: 'formula', message: `"${lapsed.text}": ${lapsed.lapsed?.quoted}` }]);
    await note(deps, tx, actor, article, revision, 'figures.settled', { count: rows.length });
    return rows.length;
  });
}
