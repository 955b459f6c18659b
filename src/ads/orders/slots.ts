import type { Insertable } from 'kysely';
import { type AdPlacement, daysOf, issuesOf } from '#ads/catalog/ad-calendar.ts';
import { PROGRAM } from '#ads/catalog/units.ts';
import { issueOf, issueSpan } from '#core/issue.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import type { Order } from './orders.ts';

// Reserved days and categories. The database enforces both rules. An exclusive place has one row for each day. The rows of
// a product category in an issue reference the sponsor of that category, so a sponsor and other advertisers exclude each other.

type Slot = Insertable<Tables['ad_slot']>;

/**
 * Reserves the slots of an order.
 * @throws the database error when another order holds one: see isUniqueError and isForeignKeyError
 */
export async function reserveSlots(tx: Tx, order: Order, parts: readonly AdPlacement[]): Promise<void> {
  const sponsors = new Map<string, string>();
  for (const issue of new Set(parts.flatMap((part) => issuesOf(part)))) {
    await tx
      .insertInto('ad_category')
      .values({ issue, category: order.category, sponsor_id: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (order.unit === 'issue-sponsorship') await assignCategory(tx, order, issue, order.advertiserId);
    sponsors.set(issue, await sponsorFor(tx, order, issue));
  }
  for (const part of parts) {
    const slots = slotsOf(order, part).map((slot) => ({ ...slot, sponsor_id: sponsors.get(slot.issue) ?? '' }));
    for (let from = 0; from < slots.length; from += AT_ONCE)
      await tx
        .insertInto('ad_slot')
        .values(slots.slice(from, from + AT_ONCE))
        .execute();
  }
}

/** Rows in one statement: SQLite limits the number of values. */
const AT_ONCE = 100;

/** Releases the slots of an order, and the category it held as a sponsor. */
export async function releaseSlots(tx: Tx, order: Order): Promise<void> {
  await tx.deleteFrom('ad_slot').where('order_id', '=', order.id).execute();
  if (order.unit !== 'issue-sponsorship') return;
  const issue = issueOf(order.startsOn);
  const other = await tx
    .selectFrom('ad_slot')
    .innerJoin('ad_order', 'ad_order.id', 'ad_slot.order_id')
    .select('ad_slot.order_id')
    .where('ad_slot.issue', '=', issue)
    .where('ad_slot.category', '=', order.category)
    .where('ad_order.unit', '=', 'issue-sponsorship')
    .limit(1)
    .executeTakeFirst();
  if (!other) await assignCategory(tx, order, issue, '');
}

/** The slots of a category reference its sponsor, so the advertiser's own slots are deleted before the change and inserted after it. */
async function assignCategory(tx: Tx, { advertiserId, category }: Order, issue: string, to: string): Promise<void> {
  const own = await tx
    .deleteFrom('ad_slot')
    .where('issue', '=', issue)
    .where('category', '=', category)
    .where('advertiser_id', '=', advertiserId)
    .returningAll()
    .execute();
  await tx
    .updateTable('ad_category')
    .set({ sponsor_id: to })
    .where('issue', '=', issue)
    .where('category', '=', category)
    .where('sponsor_id', 'in', ['', advertiserId])
    .execute();
  for (const slot of own) {
    await tx
      .insertInto('ad_slot')
      .values({ ...slot, sponsor_id: to })
      .execute();
  }
}

/** The sponsor id of a slot: the advertiser's id when it sponsors the category, else ''. */
async function sponsorFor(tx: Tx, { advertiserId, category }: Order, issue: string): Promise<string> {
  const row = await tx
    .selectFrom('ad_category')
    .select('sponsor_id')
    .where('issue', '=', issue)
    .where('category', '=', category)
    .executeTakeFirst();
  return row?.sponsor_id === advertiserId ? advertiserId : '';
}

function slotsOf({ id, advertiserId, category }: Order, part: AdPlacement): Slot[] {
  const { place } = part;
  const slot = { place, order_id: id, advertiser_id: advertiserId, category, sponsor_id: '' };
  // A directory logo and a custom program reserve no exclusive day, only their category in each issue.
  if (place === 'directory-logo' || place === PROGRAM)
    return issuesOf(part).map((issue, index) => ({
      ...slot,
      day: index === 0 ? part.startsOn : issueSpan(issue).startsOn,
      lane: id,
      issue,
    }));
  return daysOf(part).map((day) => ({ ...slot, day, lane: '', issue: issueOf(day) }));
}
