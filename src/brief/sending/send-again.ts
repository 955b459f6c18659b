import { kindOfRefusal } from '#brief/bounces/classify.ts';
import { getBrief } from '#brief/issues/brief-record.ts';
import type { BriefGateSite } from '#brief/issues/gate.ts';
import { changeRow, noteAct } from '#brief/issues/plan.ts';
import { forgetTrouble, requireReleasable } from '#brief/issues/release.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockBrief } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';

/** The refusals of a brief that may succeed later: all but those that say that the address does not exist. */
export async function countRetriable(tx: Tx, day: string): Promise<number> {
  return (await refusedByCode(tx, day)).reduce((sum, { count }) => sum + count, 0);
}

async function refusedByCode(tx: Tx, day: string): Promise<{ code: string; count: number }[]> {
  const rows = await tx
    .selectFrom('brief_delivery')
    .select(['answer_code', ({ fn }) => fn.countAll().as('n')])
    .where('brief_day', '=', day)
    .where('state', '=', 'refused')
    .where('answer_code', 'is not', null)
    .groupBy('answer_code')
    .execute();
  return rows
    .map(({ answer_code, n }) => ({ code: answer_code ?? '', count: Number(n) }))
    .filter(({ code }) => kindOfRefusal(code) !== 'hard');
}

/**
 * Sends a held or sent brief again to the subscribers whose mail server refused it, unless their address does not exist. A held
 * brief is released by it. As after each release, a few emails are tried first. Returns how many were refused.
 * @throws forbidden (writers, agents), not_found, already_done, gate_blocked
 */
export async function sendRefusedAgain(deps: Deps, actor: Actor, site: BriefGateSite, day: string): Promise<number> {
  requireEditorial(actor, 'send a brief again');
  return deps.db.write(async (tx) => {
    await lockBrief(deps.db.kind, tx, day);
    const brief = await getBrief(tx, day);
    const refused = await refusedByCode(tx, day);
    if ((brief.state !== 'held' && brief.state !== 'sent') || refused.length === 0)
      throw new Failure('already_done', 'No email of this brief can be sent again.', {
        hint: 'Addresses that do not exist are not tried again. While the brief is being sent, wait for its end or stop it.',
      });
    await requireReleasable(deps, tx, brief, site);
    const at = now(deps);
    const codes = refused.map(({ code }) => code);
    const { numUpdatedRows } = await tx
      .updateTable('brief_delivery')
      .set({ state: 'waiting', holder: null, due_at: at, ended_at: null })
      .where('brief_day', '=', day)
      .where('state', '=', 'refused')
      .where('answer_code', 'in', codes)
      .executeTakeFirst();
    const count = Number(numUpdatedRows);
    const next = brief.state === 'held' ? { state: 'sending', problem: null } : {};
    await changeRow(deps, tx, day, { ...next, released_at: at, base_url: site.baseUrl });
    await forgetTrouble(tx, day);
    await noteAct(deps, tx, actor, { act: 'brief.refused_again', day, detail: { count } });
    return count;
  });
}
