import * as z from 'zod';
import { addDays, requireAhead, spanOf } from '#ads/catalog/ad-calendar.ts';
import type { AdvertisingCatalog, Unit } from '#ads/catalog/catalog-schema.ts';
import { readCategory } from '#ads/catalog/categories.ts';
import { type Actor, type Advertiser, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { type IdempotencyKey, withIdempotencyKey } from '#runtime/idempotency.ts';
import { writeJournal } from '#runtime/journal.ts';
import { findOrCreateAdvertiser } from './advertisers.ts';
import { mailBoth } from './emails.ts';
import { createOrderLink } from './order-links.ts';
import { type AdDeskSettings, getOrder, type Order } from './orders.ts';

const day = z.iso.date({ error: 'must be a day such as 2026-11-21' });

export const inquirySchema = z.strictObject({
  unit: z.string(),
  advertiser: text({ min: 2, max: 120 }),
  /** When advertisers with a similar name exist: the id of the right one, or `new`. */
  advertiserChoice: z.string().max(40).optional(),
  /** An id or a label of the category list, or `other: …`. */
  category: text({ min: 2, max: 80 }),
  contactName: text({ min: 1, max: 120 }),
  contactEmail: z.email({ error: 'must be an email address' }).max(254),
  startsOn: day,
  /** The last day, for a unit without a fixed term. */
  endsOn: day.nullable(),
  /** The rate of a signed insertion order; null for the list price. */
  insertionOrder: z
    .strictObject({
      number: text({ min: 1, max: 80 }),
      signedOn: day,
      cents: z.int({ error: 'must be an amount of money' }).min(0).max(1_000_000_000),
    })
    .nullable(),
  /** The rate of a unit without a list price, until the advertiser accepts an insertion order. */
  proposedCents: z.int({ error: 'must be an amount of money' }).min(0).max(1_000_000_000).optional(),
  note: text({ max: 2000, lines: true }),
  /** The reference of the order that this one renews. */
  renews: text({ max: 20 }).optional(),
});
export type Inquiry = z.infer<typeof inquirySchema>;

/**
 * Opens an order from an advertiser's inquiry, at the list price or at the rate of a signed insertion order. Two requests
 * with the same `retry` key open one order. Advertisers themselves open one by `openPublicInquiry`.
 * @throws forbidden (writers and agents), validation_failed, already_exists (advertisers with a similar name, in `similar`)
 */
export async function openInquiry(
  deps: Deps,
  actor: Actor | Advertiser,
  site: AdDeskSettings,
  { catalog, inquiry, retry = null }: { catalog: AdvertisingCatalog; inquiry: Inquiry; retry?: IdempotencyKey | null },
): Promise<Order> {
  if (actor.kind !== 'advertiser') requireAdDesk(actor, 'open an order');
  const unit = catalog.units.find(({ id }) => id === inquiry.unit);
  if (!unit) throw wrong(`“${inquiry.unit}” is not on the rate card.`, 'Choose one of its units.');
  const { startsOn, insertionOrder } = inquiry;
  const today = now(deps).slice(0, 10);
  requireAhead(today, { startsOn, endsOn: inquiry.endsOn });
  if (insertionOrder) requireSigned(today, insertionOrder.signedOn);
  const cents = rateOf(unit, inquiry);
  const category = readCategory(inquiry.category);
  const span = spanOf(unit.id, startsOn, inquiry.endsOn);
  const open = async (tx: Tx): Promise<string> => {
    const id = deps.newId();
    const at = now(deps);
    await tx
      .insertInto('ad_order')
      .values({
        id,
        reference: id.slice(0, 8).toUpperCase(),
        unit: unit.id,
        advertiser_id: await findOrCreateAdvertiser(deps, tx, actor, {
          typed: inquiry.advertiser,
          choice: inquiry.advertiserChoice,
        }),
        category,
        contact_name: inquiry.contactName,
        contact_email: inquiry.contactEmail,
        ...rateColumns(insertionOrder, cents),
        currency: catalog.currency,
        state: 'inquiry',
        starts_on: span.startsOn,
        ends_on: span.endsOn,
        note: inquiry.note,
        opened_at: at,
        changed_at: at,
      })
      .execute();
    const order = await getOrder(tx, id);
    const link = await createOrderLink(deps, tx, actor, order);
    await writeJournal(deps, tx, actor, {
      act: 'ad.opened',
      subject: { kind: 'ad order', id },
      detail: {
        reference: order.reference,
        unit: unit.id,
        advertiser: order.advertiser,
        category,
        cents,
        ...span,
        link,
        ...(inquiry.renews !== undefined && { renews: inquiry.renews }),
      },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: inquiry.renews === undefined ? 'ad.opened' : 'ad.renewed',
      ...(inquiry.renews !== undefined && { name: inquiry.renews }),
      text: `${openingWords(catalog, unit, cents, inquiry.renews)} Sizes and terms: ${site.baseUrl}/advertise
An editor has to accept the ad before it runs. The dates are not reserved until the flight is booked.`,
      // Anybody can type any address and any name: nobody at this site has read them yet.
      ...(actor.kind === 'advertiser' && { deskText: deskText(inquiry, unit.title), greetsByName: false }),
    });
    return id;
  };
  return deps.db.write(async (tx) =>
    getOrder(tx, await withIdempotencyKey(deps, tx, { actor, retry }, () => open(tx))),
  );
}

/** The columns of an order that say what it costs, and by which agreement. */
export function rateColumns(insertionOrder: { number: string; signedOn: string } | null | undefined, cents: number) {
  return {
    rate: insertionOrder ? ('insertion order' as const) : ('list' as const),
    insertion_order: insertionOrder?.number ?? null,
    insertion_signed_on: insertionOrder?.signedOn ?? null,
    cents,
  };
}

/** The rate of the signed insertion order, the list price, or the proposed rate of a unit without one. @throws validation_failed */
function rateOf({ title, listPriceCents }: Unit, { insertionOrder, proposedCents }: Inquiry): number {
  if (proposedCents !== undefined && listPriceCents !== null)
    throw wrong(`${title} has a list price.`, 'Open the order at it, then make an insertion order at another rate.');
  const cents = insertionOrder?.cents ?? listPriceCents ?? proposedCents;
  if (cents === undefined)
    throw wrong(`${title} has no list price.`, 'Give the rate of the signed insertion order, or propose one.');
  return cents;
}

/** The first words of the email: what was ordered, and which files to send. */
function openingWords({ creatives, currency }: AdvertisingCatalog, unit: Unit, cents: number, renews?: string): string {
  const names = creatives.filter(({ id }) => unit.creativeIds.includes(id)).map(({ name }) => name);
  const price = `${unit.title} at ${formatAmount(cents, currency)}`;
  if (renews !== undefined)
    return `We renew your order ${renews} with ${price}.${names.length === 0 ? '' : ' Its files are used again, unless you send others.'}`;
  return `Thank you for your inquiry about ${price}.${names.length === 0 ? '' : ` Please send: ${names.join(', ')}.`}`;
}

/** What the ad desk reads about an inquiry from the public form. */
function deskText({ contactName, contactEmail, note }: Inquiry, unit: string): string {
  return `Somebody asked for ${unit} with the form on the advertising page: ${contactName}, ${contactEmail}. Nobody has checked
who it is.${note === '' ? '' : `\n\nThe message:\n\n${note}`}`;
}

/** An insertion order may be signed at most this many days ago. */
const OLDEST_SIGNATURE = 5 * 366;

/** @throws validation_failed for a day in the future or more than five years ago */
export function requireSigned(today: string, signedOn: string): void {
  if (signedOn > today) throw wrong('The insertion order has a date in the future.', 'Check its date.');
  if (signedOn < addDays(today, -OLDEST_SIGNATURE))
    throw wrong('The insertion order was signed more than five years ago.', 'Check the year.');
}

function wrong(message: string, hint: string): Failure {
  return new Failure('validation_failed', message, { hint });
}
