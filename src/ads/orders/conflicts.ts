import { type AdPlacement, isExclusive, issuesOf, placementsOf, spanOf } from '#ads/catalog/ad-calendar.ts';
import { categoryLabel, mayBeSameProduct, readCategory } from '#ads/catalog/categories.ts';
import type { Tx } from '#db/database.ts';
import type { Inquiry } from './open-inquiry.ts';
import { BEFORE_BOOKING, type Order, type OrderState } from './orders.ts';

/** The parts of an order that can conflict with other orders. */
export type OrderRequest = Pick<Order, 'unit' | 'category' | 'startsOn' | 'endsOn'> & {
  id?: string;
  advertiserId?: string;
};

/**
 * A conflict with another order: it has booked the day or category (`taken`), has it on hold, or asks for it too. `similar`: a
 * booked sponsor has a category that may be the same product.
 */
export type Conflict = {
  kind: 'taken' | 'similar' | 'on hold' | 'asked for';
  words: string;
  orderId: string;
  reference: string;
};

const BOOKED: readonly OrderState[] = ['booked', 'running'];
/** Most orders compared: those with overlapping days, oldest first. */
const MOST = 1000;
/** Most conflicts returned for each order. */
const SHOWN = 10;

/** The conflicts of each order that is not booked, in the order of the list. Each other order appears once. */
export async function findConflicts(tx: Tx, orders: readonly OrderRequest[], today: string): Promise<Conflict[][]> {
  if (orders.length === 0) return [];
  const others = await listOverlapping(tx, orders, today);
  return orders.map((order) =>
    others
      .filter(({ id }) => id !== order.id)
      .flatMap((other) => conflictOf(order, other) ?? [])
      .sort((conflict, next) => next.kind.localeCompare(conflict.kind))
      .slice(0, SHOWN),
  );
}

/** The conflicts of an order before it is opened. @throws validation_failed when the unit cannot run on these days */
export async function findInquiryConflicts(tx: Tx, inquiry: Inquiry, today: string): Promise<Conflict[]> {
  const { unit, advertiser } = inquiry;
  const span = spanOf(unit, inquiry.startsOn, inquiry.endsOn);
  const own = await tx.selectFrom('advertiser').select('id').where('name_key', '=', advertiser).executeTakeFirst();
  const asked = { unit, category: readCategory(inquiry.category), ...span, ...(own && { advertiserId: own.id }) };
  const [conflicts = []] = await findConflicts(tx, [asked], today);
  return conflicts;
}

type OtherOrder = OrderRequest & {
  id: string;
  advertiserId: string;
  advertiser: string;
  reference: string;
  state: OrderState;
  heldUntil: string | null;
};

async function listOverlapping(tx: Tx, orders: readonly OrderRequest[], today: string): Promise<OtherOrder[]> {
  // A sponsor holds its category for whole issues, so the search covers whole quarters.
  const spans = orders.flatMap((order) => [order.startsOn, order.endsOn]).sort();
  const rows = await tx
    .selectFrom('ad_order')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_order.id', 'ad_order.unit', 'ad_order.category', 'ad_order.state', 'ad_order.reference'])
    .select(['ad_order.starts_on as startsOn', 'ad_order.ends_on as endsOn'])
    .select(['ad_order.advertiser_id as advertiserId', 'advertiser.name as advertiser'])
    .select((is) =>
      is
        .selectFrom('ad_hold')
        .select((row) => row.fn.max('until').as('until'))
        .whereRef('ad_hold.order_id', '=', 'ad_order.id')
        .where('until', '>=', today)
        .as('heldUntil'),
    )
    .where('ad_order.state', 'in', [...BEFORE_BOOKING, ...BOOKED])
    .where('ad_order.starts_on', '<=', quarterEnd(spans.at(-1) ?? ''))
    .where('ad_order.ends_on', '>=', quarterStart(spans[0] ?? ''))
    .orderBy('ad_order.opened_at')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as OrderState }));
}

function conflictOf(order: OrderRequest, other: OtherOrder): Conflict | null {
  const kind = BOOKED.includes(other.state) ? 'taken' : 'asked for';
  const says = kind === 'taken' ? 'holds' : 'asks for';
  if (kind === 'asked for' && order.advertiserId === other.advertiserId) return null;
  const conflict = { kind, orderId: other.id, reference: other.reference } as const;
  const shared = sharedPart(placementsOf(order.unit, order), placementsOf(other.unit, other));
  if (shared && other.heldUntil)
    return {
      ...conflict,
      kind: 'on hold',
      words: `${other.advertiser} has ${shared.place} on hold on ${shared.day}, until ${other.heldUntil}`,
    };
  if (shared) return { ...conflict, words: `${other.advertiser} ${says} ${shared.place} on ${shared.day}` };
  const isSimilar = kind === 'taken' && mayBeSameProduct(order.category, other.category);
  if ((order.category !== other.category && !isSimilar) || order.advertiserId === other.advertiserId) return null;
  const isSponsor = [order, other].some(({ unit }) => unit === 'issue-sponsorship');
  const issue = issuesOf(order).find((candidate) => issuesOf(other).includes(candidate));
  if (!isSponsor || !issue) return null;
  const category = categoryLabel(other.category);
  if (isSimilar)
    return {
      ...conflict,
      kind: 'similar',
      words: `${other.advertiser} holds “${category}” in ${issue}, which may be the same product as “${categoryLabel(order.category)}”`,
    };
  return { ...conflict, words: `${other.advertiser} ${says} the product category “${category}” in ${issue}` };
}

/** The first day on which two orders want the same exclusive place. */
function sharedPart(
  parts: readonly AdPlacement[],
  others: readonly AdPlacement[],
): { place: string; day: string } | null {
  for (const { place, startsOn, endsOn } of parts) {
    if (!isExclusive(place)) continue;
    const other = others.find(
      (placement) => placement.place === place && placement.startsOn <= endsOn && placement.endsOn >= startsOn,
    );
    if (other) return { place, day: [other.startsOn, startsOn].sort()[1] ?? startsOn };
  }
  return null;
}

function quarterStart(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
}

/** The last day of the quarter as text; it may be the 31st of a shorter month, which compares correctly. */
function quarterEnd(day: string): string {
  const month = Math.ceil(Number(day.slice(5, 7)) / 3) * 3;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-31`;
}
