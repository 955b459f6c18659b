import { type Actor, requireEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import { queueMail, requeueEmail } from '../../mail/outbox.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import type { AdvertisingCatalog } from '../catalog/catalog-schema.ts';
import { type Finding, formatFindings } from '../creatives/findings.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order } from './orders.ts';

export type AdEmail = {
  /** Its kind, for the log: `ad.accepted`. */
  about: string;
  subject: string;
  /** To the advertiser; the ad desk gets the same with the way to the order. */
  text: string;
};

/** Tells the advertiser's contact and the ad desk of a step, in its transaction. */
export async function mailBoth(deps: Deps, tx: Tx, site: AdDeskSettings, order: Order, letter: AdEmail): Promise<void> {
  const text = `Dear ${order.contactName},

${letter.text}

Your order: ${order.reference}, ${order.unit}, ${formatDays(order)}.
Questions and changes: write to ${site.adDesk} and name the order.

${site.name}
`;
  const subject = `${letter.subject} (order ${order.reference})`;
  await queueMail(deps, tx, { about: letter.about, to: order.contactEmail, subject, text, orderId: order.id });
  await mailAdDesk(deps, tx, site, order, letter);
}

/** Tells the ad desk alone. */
export async function mailAdDesk(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  order: Order,
  letter: AdEmail,
): Promise<void> {
  const text = `${letter.text}

Order ${order.reference}, ${order.unit}, ${order.advertiser}, ${formatDays(order)}:
${site.baseUrl}/newsroom/ads/${order.id}
`;
  const subject = `${letter.subject}: ${order.advertiser} (order ${order.reference})`;
  await queueMail(deps, tx, { about: `${letter.about}.desk`, to: site.adDesk, subject, text, orderId: order.id });
}

export function formatDays({ startsOn, endsOn }: { startsOn: string; endsOn: string }): string {
  return startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`;
}

/**
 * Sends an email of an order once more that the mail server did not take: to the contact's address as it is now.
 * @throws forbidden (writers and agents), not_found, already_done
 */
export async function resendEmail(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  orderId: string,
  emailId: string,
): Promise<void> {
  requireEditorial(actor, 'send an email again');
  await deps.db.write(async (tx) => {
    const order = await getOrder(tx, orderId);
    const to = { desk: site.adDesk, contact: order.contactEmail };
    const subject = await requeueEmail(deps, tx, { id: emailId, orderId: order.id, to });
    if (subject === null)
      throw new Failure('already_done', 'This email was sent again already, or it was not given up.', {
        hint: 'Look at the emails of the order.',
      });
    await writeJournal(deps, tx, actor, {
      act: 'ad.email_again',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, email: subject },
    });
  });
}

/**
 * Tells the advertiser why a file was refused, once: an editor has looked at it and knows that the file is wrong, not what
 * was typed beside it.
 * @throws forbidden (writers and agents), not_found, already_done (told, or not refused)
 */
export async function emailRefusal(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { creatives }: AdvertisingCatalog,
  orderId: string,
  creativeId: string,
): Promise<Order> {
  requireEditorial(actor, 'tell an advertiser');
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
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
      text: `The file you sent for “${name}” does not fit what we print. Please correct it and send it again.${formatFindings(findings)}

You can try a file before you send it: ${site.baseUrl}/advertise/check`,
    });
    return order;
  });
}
