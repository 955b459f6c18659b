import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { readWants, suppressionOf, type Wants } from './subscriber.ts';

// What sending needs of the list. `tokens.ts` makes the two personal addresses of a recipient from the id.

/** Somebody to whom a brief goes. */
export type Recipient = { id: string; address: string; wants: Wants };

/** The confirmed subscribers who want the weekly brief, by id; `after` is the last id of the page before. */
export async function listAudience(
  tx: Tx,
  { after = '', limit = 1000 }: { after?: string; limit?: number } = {},
): Promise<Recipient[]> {
  const rows = await audience(tx).where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(toRecipient);
}

/**
 * The recipient of one delivery at the moment it is taken; null when they unsubscribed, were suppressed or erased since the
 * audience was frozen.
 */
export async function findRecipient(deps: Deps, tx: Tx, subscriberId: string): Promise<Recipient | null> {
  const row = await audience(tx).where('id', '=', subscriberId).executeTakeFirst();
  if (!row || (await suppressionOf(deps, tx, { key: row.address_key ?? '' })) !== null) return null;
  return toRecipient(row);
}

function audience(tx: Tx) {
  return tx
    .selectFrom('subscriber')
    .select(['id', 'address', 'address_key', 'wants'])
    .where('state', '=', 'confirmed')
    .where('weekly', '=', 1);
}

function toRecipient({ id, address, wants }: { id: string; address: string | null; wants: string }): Recipient {
  return { id, address: address ?? '', wants: readWants(wants) };
}
