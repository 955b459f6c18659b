import { type Actor, requireEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import type { AdvertisingCatalog } from '../catalog/catalog-schema.ts';
import { type Finding, findingLines } from '../creatives/findings.ts';
import { mailBoth } from './emails.ts';
import { type AdHouse, getOrder, holdOrder, type Order } from './orders.ts';

/**
 * Tells the advertiser why a file was refused, once: an editor has looked at it and knows that the file is wrong, not what
 * was typed beside it.
 * @throws forbidden (writers and agents), not_found, already_done (told, or not refused)
 */
export async function tellRefusal(
  deps: Deps,
  actor: Actor,
  site: AdHouse,
  { creatives }: AdvertisingCatalog,
  orderId: string,
  creativeId: string,
): Promise<Order> {
  requireEditorial(actor, 'tell an advertiser');
  return deps.db.write(async (tx) => {
    await holdOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const told = await tx
      .updateTable('creative')
      .set({ told_at: now(deps) })
      .where('id', '=', creativeId)
      .where('order_id', '=', order.id)
      .where('state', '=', 'refused')
      .where('told_at', 'is', null)
      .returning(['kind', 'reasons'])
      .executeTakeFirst();
    if (!told)
      throw new Failure('already_done', 'The advertiser was told, or there is no such refused file.', {
        hint: 'Look at the order again.',
      });
    const findings: Finding[] = JSON.parse(told.reasons);
    const name = creatives.find(({ id }) => id === told.kind)?.name ?? told.kind;
    await writeJournal(deps, tx, actor, {
      act: 'ad.refusal_told',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, kind: told.kind, creative: creativeId },
    });
    await mailBoth(deps, tx, site, order, {
      about: 'ad.creative_refused',
      subject: `Your file does not fit: ${name}`,
      text: `The file you sent for “${name}” does not fit what we print. Please correct it and send it again.${findingLines(findings)}

You can try a file before you send it: ${site.baseUrl}/advertise/check`,
    });
    return order;
  });
}
