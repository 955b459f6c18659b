import { type Actor, nameOf, requireChief, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { dropEmailsTo } from '#runtime/mail/outbox.ts';
import { endSubscriberLinks } from './links.ts';
import type { SubscriberRecord } from './subscribe.ts';
import { recordState, type SubscriberState, suppressAddress } from './subscriber.ts';

/** Erases the address of a subscriber, by id. @throws forbidden, not_found */
export async function eraseSubscriber(deps: Deps, actor: Actor, id: string): Promise<void> {
  requireChief(actor, 'erase subscribers');
  await deps.db.write(async (tx) => {
    const row = await tx.selectFrom('subscriber').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
    if (!row || row.state === 'erased') throw noSubscriber();
    await eraseInTransaction(deps, tx, row, actor);
  });
}

/**
 * Erases everything that names the person: the address, its key, the token, the IP address, notes, links and emails that wait.
 * The row stays for counts. The hash of the address stays suppressed, so that an import cannot bring it back; only its owner
 * can, by a new subscription.
 */
export async function eraseInTransaction(
  deps: Deps,
  tx: Tx,
  { id, address, address_key: key, state }: SubscriberRecord,
  actor: Actor = SYSTEM,
): Promise<void> {
  await endSubscriberLinks(tx, id);
  await suppressAddress(deps, tx, { key: key ?? '' }, 'unsubscribed');
  await dropEmailsTo(tx, address ?? '');
  await tx
    .updateTable('subscriber')
    .set({
      address: null,
      address_key: null,
      token_hash: null,
      asked_from: null,
      note: null,
      consent: null,
      state: 'erased',
      reason: 'erased',
      wants: '{}',
      weekly: 0,
    })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('subscriber_event').set({ note: null }).where('subscriber_id', '=', id).execute();
  await recordState(deps, tx, {
    id,
    was: state as SubscriberState,
    state: 'erased',
    reason: 'erased',
    ...(actor !== SYSTEM && { by: nameOf(actor) }),
  });
  await writeJournal(deps, tx, actor, { act: 'subscriber.erased', subject: { kind: 'subscriber', id } });
}

/** Seconds that an address stays which nobody confirmed. */
const UNCONFIRMED = 7 * 24 * 3600;
/** Rows in one transaction. */
const AT_ONCE = 200;

/** Deletes addresses that were asked and not confirmed in seven days, and links that have expired. */
export async function deleteUnconfirmed(deps: Deps): Promise<void> {
  const ended = inSeconds(deps, -UNCONFIRMED);
  const old = await deps.db.read
    .selectFrom('subscriber')
    .select(['id', 'address'])
    .where('state', '=', 'pending')
    .where('asked_at', '<', ended)
    .limit(AT_ONCE)
    .execute();
  const expired = await deps.db.read
    .selectFrom('subscriber_link')
    .select('link_hash')
    .where('expires_at', '<', now(deps))
    .limit(1)
    .executeTakeFirst();
  if (old.length === 0 && !expired) return;
  await deps.db.write(async (tx) => {
    await tx.deleteFrom('subscriber_link').where('expires_at', '<', now(deps)).execute();
    for (const { id, address } of old) {
      await endSubscriberLinks(tx, id);
      await dropEmailsTo(tx, address ?? '');
      await tx.deleteFrom('subscriber_event').where('subscriber_id', '=', id).execute();
      await tx.deleteFrom('subscriber').where('id', '=', id).where('state', '=', 'pending').execute();
    }
  });
}

export function noSubscriber(): Failure {
  return new Failure('not_found', 'There is no such subscriber.', { hint: 'Look at the list of subscribers again.' });
}
