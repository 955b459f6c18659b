import { Failure } from '#core/failure.ts';
import { lockSubscribers } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { eraseInTransaction } from './erase.ts';
import { endSubscriberLinks, findSubscriberLink, type LinkAct } from './links.ts';
import { endSuppression, recordState, type SubscriberState } from './subscriber.ts';

/** What a link does; reading it changes nothing. @throws not_found for a link that is unknown, used or expired */
export async function readLinkAct(deps: Deps, secret: string): Promise<LinkAct> {
  const link = await findSubscriberLink(deps, deps.db.read, secret);
  if (!link) throw linkEnded();
  return link.purpose;
}

/** Does what a link is for: confirms the subscription, or erases the address. @throws not_found, as `readLinkAct` */
export async function useSubscriberLink(deps: Deps, secret: string): Promise<LinkAct> {
  return deps.db.write(async (tx) => {
    await lockSubscribers(deps.db.kind, tx);
    const link = await findSubscriberLink(deps, tx, secret);
    const row = await tx
      .selectFrom('subscriber')
      .selectAll()
      .where('id', '=', link?.subscriberId ?? '')
      .where('state', 'not in', ['erased', 'suppressed'])
      .executeTakeFirst();
    if (!link || !row) throw linkEnded();
    if (link.purpose === 'erase') {
      await eraseInTransaction(deps, tx, row);
      return link.purpose;
    }
    await endSubscriberLinks(tx, row.id, 'confirm');
    await endSuppression(deps, tx, { key: row.address_key ?? '' }, 'unsubscribed');
    if (row.state === 'confirmed') return link.purpose;
    const reason = 'confirmed_link';
    await tx
      .updateTable('subscriber')
      .set({ state: 'confirmed', reason, weekly: 1, confirmed_at: now(deps), unsubscribed_at: null, note: null })
      .where('id', '=', row.id)
      .execute();
    await recordState(deps, tx, { id: row.id, was: row.state as SubscriberState, state: 'confirmed', reason });
    return link.purpose;
  });
}

function linkEnded(): Failure {
  return new Failure('not_found', 'This link was used already or has expired.', {
    hint: 'Links work for two days. If you have confirmed before, there is nothing more to do. Otherwise ask for a new email.',
  });
}
