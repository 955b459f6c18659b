import { type Actor, nameOf, requireEditorial } from '../../core/actor.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { decided, getOwn, getRow, getWaiting, note } from './settlement-rows.ts';

/**
 * Refuses what was proposed for a figure, with a word to whoever proposed it.
 * @throws forbidden (agents and writers always), not_found, already_done, busy
 */
export async function refuseSettlement(
  deps: Deps,
  actor: Actor,
  articleId: string,
  id: string,
  because: string | null,
): Promise<void> {
  requireEditorial(actor, 'refuse how a figure is settled');
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const row = await getWaiting(tx, article, id);
    await tx
      .updateTable('settlement')
      .set({ refused_at: now(deps), refused_by: nameOf(actor), ...undone(deps, actor, because) })
      .where('id', '=', row.id)
      .execute();
    const detail = { figure: row.text, kind: row.kind, id, ...(because && { because }) };
    await note(deps, tx, actor, article, row.proposed_revision, 'figure.refused', detail);
  });
}

/**
 * Opens a settled figure again. What readers are told of a live article stays until it is published anew.
 * @throws forbidden (agents and writers always), not_found, already_done, busy
 */
export async function openAgain(
  deps: Deps,
  actor: Actor,
  articleId: string,
  id: string,
  because: string | null,
): Promise<void> {
  requireEditorial(actor, 'open a settled figure again');
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const row = await getRow(tx, article, id);
    if (row.confirmed_at === null || row.replaced_at !== null) throw decided('It is not settled by this.');
    await tx
      .updateTable('settlement')
      .set({ replaced_at: now(deps), ...undone(deps, actor, because) })
      .where('id', '=', row.id)
      .execute();
    const detail = { figure: row.text, kind: row.kind, id, ...(because && { because }) };
    await note(deps, tx, actor, article, article.latest_revision, 'figure.opened', detail);
  });
}

/** What is kept for whoever proposed it: when, by which role, and why. */
function undone(deps: Deps, actor: Actor, because: string | null) {
  const role = actor.kind === 'editor' ? actor.role : 'editor';
  return { undone_at: now(deps), undone_by_role: role, undone_because: because };
}
