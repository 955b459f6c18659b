import { getRevisionRow } from '#article/article-rows.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { getOwn, note } from '#editorial/settle/settlement-rows.ts';
import { type LedgerFigure, readLedger } from '#evidence/figures/ledger.ts';
import type { AskedLookup } from '#evidence/figures/proposal-lookup.ts';
import { type Deps, now } from '#runtime/deps.ts';

// A number can be settled by a source that the server has not opened: in sample articles, in restored ones, and where people typed the
// source. An editor requests all these sources at once, a job opens them, and an editor confirms each passage that it finds.

/** A figure that is settled by a source in which nobody has found it. */
export type NamedFigure = LedgerFigure & { settlement: NonNullable<LedgerFigure['settlement']> };

/** The figures that are settled by a source in which nobody has found them. */
export function listNamed(figures: readonly LedgerFigure[]): NamedFigure[] {
  return figures.filter(isNamed);
}

export function isNamed(figure: LedgerFigure): figure is NamedFigure {
  const { state, settlement } = figure;
  return state === 'settled' && settlement?.settling.kind === 'sourced' && !settlement.settling.found;
}

/** The sources that these figures name. */
export function sourcesOf(figures: readonly NamedFigure[]): Set<string> {
  return new Set(
    figures.flatMap(({ settlement: { settling } }) => (settling.kind === 'sourced' ? [settling.source] : [])),
  );
}

/**
 * Requests that the server opens the sources that editors named for figures of a revision, and looks the figures up there. It settles
 * nothing. Returns the number of figures.
 * @throws forbidden (agents and writers always), not_found, already_done when every sourced number was found, busy
 */
export async function askLookups(
  deps: Deps,
  actor: Actor,
  { articleId, revision }: { articleId: string; revision: number },
): Promise<number> {
  requireEditorial(actor, 'have all sources opened');
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { figures } = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    const named = listNamed(figures);
    if (named.length === 0)
      throw new Failure('already_done', 'Every sourced number was found in its source.', {
        hint: 'Look at the numbers again.',
      });
    const at = now(deps);
    for (const { settlement } of named) await storeAsked(tx, settlement.id, { state: 'waiting', at });
    const detail = { count: named.length, sources: sourcesOf(named).size };
    await note(deps, tx, actor, { article, revision, act: 'figures.lookup_asked', ...detail });
    return named.length;
  });
}

/** Stores the result of looking a settled figure up. */
export async function storeAsked(tx: Tx, id: string, asked: AskedLookup): Promise<void> {
  const row = await tx.selectFrom('settlement').select('detail').where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const detail = JSON.stringify({ ...JSON.parse(row.detail), asked });
  await tx.updateTable('settlement').set({ detail }).where('id', '=', id).execute();
}
