import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { type Actor, nameOf, requireEditorial } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { writeJournal } from '../ground/journal.ts';
import { dollars } from '../ground/money.ts';
import { now, type Press } from '../ground/press.ts';
import { slugOf, text } from '../ground/text.ts';
import { foldText } from '../ground/words.ts';
import { spanOf } from './ad-calendar.ts';
import type { AdvertisingCatalog } from './catalog-schema.ts';
import { writeBoth } from './letters.ts';
import { type AdHouse, getOrder, type Order } from './order.ts';

const day = z.iso.date({ error: 'must be a day such as 2026-11-21' });

export const inquirySchema = z.strictObject({
  unit: z.string(),
  advertiser: text({ min: 2, max: 120 }),
  category: text({ min: 2, max: 80 }),
  contactName: text({ min: 1, max: 120 }),
  contactEmail: z.email({ error: 'must be an e-mail address' }).max(254),
  startsOn: day,
  /** The last day of what has no term of its own. */
  endsOn: day.nullable(),
  /** The rate of a signed insertion order; null for the list price. */
  insertionOrder: z
    .strictObject({
      number: text({ min: 1, max: 80 }),
      signedOn: day,
      cents: z.int({ error: 'must be an amount of money' }).min(0).max(1_000_000_000),
    })
    .nullable(),
  note: text({ max: 2000, lines: true }),
});
export type Inquiry = z.infer<typeof inquirySchema>;

/**
 * Opens an order from what an advertiser asked for, at the list price or at the rate of a signed insertion order.
 * @throws forbidden (writers and agents), validation_failed
 */
export async function openInquiry(
  press: Press,
  actor: Actor,
  house: AdHouse,
  { units }: AdvertisingCatalog,
  inquiry: Inquiry,
): Promise<Order> {
  requireEditorial(actor, 'open an order');
  const unit = units.find((one) => one.id === inquiry.unit);
  if (!unit) throw wrong(`“${inquiry.unit}” is not on the price list.`, 'Choose one of its units.');
  const { startsOn, insertionOrder } = inquiry;
  if (startsOn <= now(press).slice(0, 10)) throw wrong('The first day has to be after today.', 'Choose a later day.');
  if (insertionOrder && insertionOrder.signedOn > now(press).slice(0, 10))
    throw wrong('The insertion order would be signed in the future.', 'Look at its date.');
  const cents = insertionOrder?.cents ?? unit.listPriceCents;
  if (cents === null)
    throw wrong(`${unit.title} has no list price.`, 'Give the rate of the signed insertion order, and its date.');
  const category = slugOf(inquiry.category);
  if (category === '') throw wrong('The product category holds no letters.', 'Name what is advertised.');
  const span = spanOf(unit.id, startsOn, inquiry.endsOn);
  return press.db.write(async (tx) => {
    const id = press.newId();
    const at = now(press);
    await tx
      .insertInto('ad_order')
      .values({
        id,
        reference: id.slice(0, 8).toUpperCase(),
        unit: unit.id,
        advertiser_id: await takeUpAdvertiser(press, tx, actor, inquiry.advertiser),
        category,
        contact_name: inquiry.contactName,
        contact_email: inquiry.contactEmail,
        rate: insertionOrder ? 'insertion order' : 'list',
        insertion_order: insertionOrder?.number ?? null,
        insertion_signed_on: insertionOrder?.signedOn ?? null,
        cents,
        state: 'inquiry',
        starts_on: span.startsOn,
        ends_on: span.endsOn,
        note: inquiry.note,
        opened_at: at,
        changed_at: at,
      })
      .execute();
    const order = await getOrder(tx, id);
    await writeJournal(press, tx, actor, {
      act: 'ad.opened',
      subject: { kind: 'ad order', id },
      detail: { reference: order.reference, unit: unit.id, advertiser: order.advertiser, category, cents, ...span },
    });
    const needs = unit.creativeIds.length === 0 ? '' : ` Please send: ${unit.creativeIds.join(', ')}.`;
    await writeBoth(press, tx, house, order, {
      about: 'ad.opened',
      subject: 'Your inquiry has arrived',
      text: `Thank you for asking for ${unit.title} at ${dollars(cents)}.${needs} Sizes and terms: ${house.baseUrl}/advertise
An editor has to accept the ad before anything runs; the dates are not held before the run is booked.`,
    });
    return order;
  });
}

/** The advertiser of a name, however it is written; a new one where nobody is called so. */
async function takeUpAdvertiser(press: Press, tx: Tx, actor: Actor, name: string): Promise<string> {
  const key = foldText(name);
  if (key === '') throw wrong('The advertiser’s name holds no letters.', 'Write their name.');
  await tx
    .insertInto('advertiser')
    .values({ id: press.newId(), name, name_key: key, added_at: now(press), added_by_name: nameOf(actor) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await tx.selectFrom('advertiser').select('id').where('name_key', '=', key).executeTakeFirstOrThrow()).id;
}

/** Names and product categories the desk has used, for those who type one. */
export async function readUsedWords(tx: Tx): Promise<{ advertisers: string[]; categories: string[] }> {
  const names = await tx.selectFrom('advertiser').select('name').orderBy('added_at', 'desc').limit(200).execute();
  const categories = await tx.selectFrom('ad_category').select('category').distinct().limit(200).execute();
  return { advertisers: names.map(({ name }) => name), categories: categories.map(({ category }) => category) };
}

function wrong(message: string, hint: string): Failure {
  return new Failure('validation_failed', message, { hint });
}
