import type { Tx } from '../../db/database.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { endSubscriberLinks } from './links.ts';
import type { SubscriberRecord } from './subscribe.ts';
import { recordState, suppressAddress } from './subscriber.ts';
import { hashToken } from './tokens.ts';

/**
 * Unsubscribes the owner of a token. It returns nothing: an unknown token, an erased and an unsubscribed subscriber get the
 * same answer. When it returns, a send that takes a row afterwards skips this subscriber.
 */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  if (!(await findByToken(deps.db.read, token, ['confirmed', 'pending']))) return;
  await deps.db.write(async (tx) => {
    const row = await findByToken(tx, token, ['confirmed', 'pending']);
    if (!row) return;
    const ended = { state: 'unsubscribed', reason: 'unsubscribed' } as const;
    const { numUpdatedRows } = await tx
      .updateTable('subscriber')
      .set({ ...ended, unsubscribed_at: now(deps) })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    await suppressAddress(deps, tx, { key: row.address_key ?? '' }, 'unsubscribed');
    await endSubscriberLinks(tx, row.id);
    await recordState(deps, tx, { id: row.id, was: row.state === 'pending' ? 'pending' : 'confirmed', ...ended });
  });
}

/** The subscriber with this token, if its state is one of `states`. */
export async function findByToken(
  tx: Tx,
  token: string,
  states: readonly string[],
): Promise<SubscriberRecord | undefined> {
  return tx
    .selectFrom('subscriber')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('state', 'in', states)
    .executeTakeFirst();
}
