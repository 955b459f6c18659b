import { type Actor, requireEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Deps } from '../../runtime/deps.ts';
import { readLedger } from '../figures/ledger.ts';
import type { PlacedFigure } from '../figures/place-figures.ts';
import { type ExemptClass, suggestedClass } from '../figures/settlement.ts';
import { getRevisionRow } from '../model/article-rows.ts';
import { confirm, getFigure, getOwn, insertProposal, note } from './settlement-rows.ts';

/** Figures named in one line of the journal. */
const MOST_NAMED = 50;

/**
 * Settles figures as exempt, all of one class, each named by whoever looked at it. Each has to look like that class,
 * whatever was proposed for it: anything else is settled one at a time. Returns how many were.
 * @throws forbidden (agents and writers always), not_found, validation_failed naming those that are no such thing, busy
 */
export async function confirmExempt(
  deps: Deps,
  actor: Actor,
  { articleId, revision }: { articleId: string; revision: number },
  className: ExemptClass,
  anchors: readonly string[],
): Promise<number> {
  requireEditorial(actor, 'exempt figures');
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const ledger = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    const named = [...new Set(anchors)].map((anchor) => getFigure(ledger, anchor, revision));
    const others = named.filter((figure) => suggestedClass(figure.looksLike) !== className);
    if (others.length > 0) throw notOfClass(others, className);
    const settling = { kind: 'exempt', class: className } as const;
    for (const figure of named.filter(({ state }) => state !== 'settled')) {
      const waiting = figure.proposals.find(({ settling: one }) => one.kind === 'exempt' && one.class === className);
      const id = waiting?.id ?? (await insertProposal(deps, tx, actor, article.id, revision, figure, settling));
      await confirm(deps, tx, actor, { articleId: article.id, ledger, figure, id, kind: 'exempt' });
    }
    const detail = {
      class: className,
      figures: named.slice(0, MOST_NAMED).map(({ text }) => text),
      count: named.length,
    };
    await note(deps, tx, actor, article, revision, 'figures.exempted', detail);
    return named.length;
  });
}

function notOfClass(others: readonly PlacedFigure[], className: ExemptClass): Failure {
  const named = others.slice(0, 10).map(({ text }) => `"${text.slice(0, 60)}"`);
  return new Failure(
    'validation_failed',
    `Not all of these look like a ${className.replace('_', ' ')}: ${named.join(', ')}.`,
    {
      hint: 'Settle those one at a time.',
      more: { issues: others.map(({ anchor, text }) => ({ path: anchor, message: text.slice(0, 100) })) },
    },
  );
}
