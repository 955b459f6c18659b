import { type Actor, type Member, requireEditorial, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

/** Revokes an agent's access: its tokens fail at the next call and it gets no other. @throws forbidden, not_found, already_done */
export async function revokeGrant(deps: Deps, editor: Member, claimId: string): Promise<void> {
  requireEditorial(editor, 'revoke the access of an agent');
  await deps.db.write(async (tx) => {
    const ended = await tx
      .updateTable('claim')
      .set({ ended_at: now(deps) })
      .where('id', '=', claimId)
      .where('status', 'in', ['claimed', 'redeemed'])
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows !== 1n) throw await whyNot(tx, claimId);
    await revokeTokens(deps, tx, editor, claimId);
  });
}

/** Ends a claim because its client gave up its access, or because its refresh token was used twice. */
export async function endGrant(deps: Deps, tx: Tx, claimId: string): Promise<void> {
  const ended = await tx
    .updateTable('claim')
    .set({ ended_at: now(deps) })
    .where('id', '=', claimId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 1n) await revokeTokens(deps, tx, SYSTEM, claimId);
}

async function revokeTokens(deps: Deps, tx: Tx, actor: Actor, claimId: string): Promise<void> {
  await tx
    .updateTable('access_token')
    .set({ revoked_at: now(deps) })
    .where('claim_id', '=', claimId)
    .where('revoked_at', 'is', null)
    .execute();
  await writeJournal(deps, tx, actor, { act: 'claim.revoked', subject: { kind: 'claim', id: claimId } });
}

export type StopResult = { programs: number; waiting: number };

/**
 * Revokes the access of every agent and denies every pending claim. The agents fail at their next call. Claims are updated
 * before tokens: an agent that fetches a token meanwhile holds its claim's row, and its new token is then revoked too.
 * @throws forbidden
 */
export async function stopAllAgents(deps: Deps, editor: Member): Promise<StopResult> {
  requireEditorial(editor, 'stop all agents');
  const at = now(deps);
  return deps.db.write(async (tx) => {
    const waiting = await tx
      .updateTable('claim')
      .set({ status: 'denied', decided_by: editor.id, decided_at: at })
      .where('status', '=', 'pending')
      .where('expires_at', '>', at)
      .executeTakeFirst();
    const live = await tx
      .updateTable('claim')
      .set({ ended_at: at })
      .where('ended_at', 'is', null)
      .where((is) =>
        is.or([
          is('renew_until', '>', at),
          is.and([is('status', '=', 'claimed'), is('expires_at', '>', at)]),
          is('id', 'in', (from) =>
            from
              .selectFrom('access_token')
              .select('claim_id')
              .where('expires_at', '>', at)
              .where('revoked_at', 'is', null),
          ),
        ]),
      )
      .executeTakeFirst();
    await tx
      .updateTable('access_token')
      .set({ revoked_at: at })
      .where('expires_at', '>', at)
      .where('revoked_at', 'is', null)
      .execute();
    // A token issued between the two statements above was revoked with the others. Its claim ends here.
    const late = await tx
      .updateTable('claim')
      .set({ ended_at: at })
      .where('ended_at', 'is', null)
      .where('id', 'in', (from) => from.selectFrom('access_token').select('claim_id').where('revoked_at', '=', at))
      .executeTakeFirst();
    const stopped = {
      programs: Number(live.numUpdatedRows + late.numUpdatedRows),
      waiting: Number(waiting.numUpdatedRows),
    };
    await writeJournal(deps, tx, editor, {
      act: 'agents.stopped',
      subject: { kind: 'house', id: 'agents' },
      detail: stopped,
    });
    return stopped;
  });
}

async function whyNot(tx: Tx, claimId: string): Promise<Failure> {
  const claim = await tx.selectFrom('claim').select('ended_at').where('id', '=', claimId).executeTakeFirst();
  if (claim?.ended_at)
    return new Failure('already_done', 'The access of this agent was revoked already.', {
      hint: 'There is nothing to do.',
    });
  return new Failure('not_found', 'No agent with this id was approved.', { hint: 'Look at the list of agents.' });
}
