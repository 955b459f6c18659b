import type { Tx } from '../db/database.ts';
import { type Deps, now } from '../runtime/deps.ts';

/**
 * Ends what an editor granted to agents so far: every claim and token is checked against `standing_since`. Returns how many
 * agents had access until now.
 */
export async function endGrants(deps: Deps, tx: Tx, editorId: string): Promise<number> {
  const at = now(deps);
  const { count } = await tx
    .selectFrom('claim')
    .innerJoin('editor', 'editor.id', 'claim.decided_by')
    .select((of) => of.fn.countAll().as('count'))
    .where('claim.decided_by', '=', editorId)
    .where('claim.status', 'in', ['claimed', 'redeemed'])
    .where('claim.ended_at', 'is', null)
    .where((is) =>
      is.or([is('editor.standing_since', 'is', null), is('claim.decided_at', '>', is.ref('editor.standing_since'))]),
    )
    .where((is) =>
      is.or([
        is('claim.renew_until', '>', at),
        is.and([is('claim.status', '=', 'claimed'), is('claim.expires_at', '>', at)]),
        is('claim.id', 'in', (from) =>
          from
            .selectFrom('access_token')
            .select('claim_id')
            .where('editor_id', '=', editorId)
            .where('expires_at', '>', at)
            .where('revoked_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  await tx.updateTable('editor').set({ standing_since: at }).where('id', '=', editorId).execute();
  return Number(count);
}
