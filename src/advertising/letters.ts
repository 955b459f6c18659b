import type { Tx } from '../db/database.ts';
import { queueMail } from '../ground/outbox.ts';
import type { Press } from '../ground/press.ts';
import type { AdHouse, Order } from './order.ts';

export type AdLetter = {
  /** Its kind, for the log: `ad.accepted`. */
  about: string;
  subject: string;
  /** To the advertiser; the ad desk gets the same with the way to the order. */
  text: string;
};

/** Tells the advertiser's contact and the ad desk of a step, in its transaction. */
export async function writeBoth(press: Press, tx: Tx, house: AdHouse, order: Order, letter: AdLetter): Promise<void> {
  const text = `Dear ${order.contactName},

${letter.text}

Your order: ${order.reference}, ${order.unit}, ${daysInWords(order)}.
Questions and changes: write to ${house.adDesk} and name the order.

${house.name}
`;
  const subject = `${letter.subject} (order ${order.reference})`;
  await queueMail(press, tx, { about: letter.about, to: order.contactEmail, subject, text });
  await writeDesk(press, tx, house, order, letter);
}

/** Tells the ad desk alone. */
export async function writeDesk(press: Press, tx: Tx, house: AdHouse, order: Order, letter: AdLetter): Promise<void> {
  const text = `${letter.text}

Order ${order.reference}, ${order.unit}, ${order.advertiser}, ${daysInWords(order)}:
${house.baseUrl}/newsroom/ads/${order.id}
`;
  const subject = `${letter.subject}: ${order.advertiser} (order ${order.reference})`;
  await queueMail(press, tx, { about: `${letter.about}.desk`, to: house.adDesk, subject, text });
}

export function daysInWords({ startsOn, endsOn }: { startsOn: string; endsOn: string }): string {
  return startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`;
}
