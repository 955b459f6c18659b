import { type Actor, requireEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { isUuid } from '../../core/text.ts';
import type { Tx } from '../../db/database.ts';
import { type AdType, adFileName } from './ad-files.ts';

/**
 * Whether readers may have the picture of a hash: `public` while a creative with it is accepted, `withdrawn` when none is any
 * more, `unknown` when none ever was. One picture can belong to several orders.
 */
export async function readPictureState(tx: Tx, hash: string): Promise<'public' | 'withdrawn' | 'unknown'> {
  const rows = await tx
    .selectFrom('creative')
    .select('state')
    .distinct()
    .where('hash', '=', hash)
    .where('state', 'in', ['accepted', 'withdrawn'])
    .execute();
  if (rows.length === 0) return 'unknown';
  return rows.some(({ state }) => state === 'accepted') ? 'public' : 'withdrawn';
}

/**
 * The picture of a creative of an order for the ad desk, whatever became of it: its name in the store, and its type.
 * @throws forbidden (writers and agents), not_found
 */
export async function findPicture(
  tx: Tx,
  actor: Actor,
  orderId: string,
  creativeId: string,
): Promise<{ file: string; type: AdType }> {
  requireEditorial(actor, 'see creatives');
  const row = isUuid(creativeId)
    ? await tx
        .selectFrom('creative')
        .select(['hash', 'width', 'type'])
        .where('id', '=', creativeId.toLowerCase())
        .where('order_id', '=', orderId.toLowerCase())
        .executeTakeFirst()
    : undefined;
  if (row?.hash && row.width && (row.type === 'image/png' || row.type === 'image/jpeg'))
    return { file: adFileName(row.hash, row.width, row.type), type: row.type };
  throw new Failure('not_found', 'There is no such picture.', { hint: 'Look at the order again.' });
}
