import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { type Conflict, findConflicts } from '#ads/orders/conflicts.ts';
import { BEFORE_BOOKING, type Order, readPipeline } from '#ads/orders/orders.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Stage, stageOf } from './order-stage.ts';

/** An order on the board, with what its card shows. */
export type BoardOrder = {
  order: Order;
  stage: Stage;
  conflicts: Conflict[];
  /** The invoice that no credit note reverses. */
  invoice: BoardInvoice | null;
  isMissed: boolean;
  /** The last day of its hold. */
  heldUntil: string | null;
};
export type BoardInvoice = { orderId: string; number: string; paidOn: string | null; dueOn: string | null };

/** The orders of the board, and whether a state has more than are read. @throws forbidden */
export async function readBoard(
  tx: Tx,
  actor: Actor,
  catalog: AdvertisingCatalog,
  today: string,
): Promise<{ orders: BoardOrder[]; hasMore: boolean }> {
  const states = await readPipeline(tx, actor);
  const orders = states.flatMap((state) => state.orders);
  const open = orders.filter(({ state }) => BEFORE_BOOKING.includes(state));
  const conflicts = await findConflicts(tx, open, today);
  const conflictsOf = new Map(open.map(({ id }, at) => [id, conflicts[at] ?? []]));
  const ids = orders.filter(({ state }) => !ENDED.has(state)).map(({ id }) => id);
  const invoices = await listInvoicesOf(tx, ids);
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.orderId, invoice]));
  const hasNewCreative = await listWithNewCreative(tx, ids);
  const missed = await listMissed(tx, ids);
  const holds = await listHolds(tx, ids, today);
  return {
    hasMore: states.some((state) => state.hasMore),
    orders: orders.map((order) => {
      const facts = {
        order,
        conflicts: conflictsOf.get(order.id) ?? [],
        invoice: invoiceOf.get(order.id) ?? null,
        isMissed: order.state === 'booked' && missed.has(order.id),
        heldUntil: holds.get(order.id) ?? null,
      };
      const needsNoCreative = catalog.units.find(({ id }) => id === order.unit)?.creativeIds.length === 0;
      return {
        ...facts,
        stage: stageOf({ ...facts, needsNoCreative, hasNewCreative: hasNewCreative.has(order.id) }),
      };
    }),
  };
}

const ENDED: ReadonlySet<string> = new Set(['closed', 'refused', 'cancelled']);

async function listInvoicesOf(tx: Tx, ids: readonly string[]): Promise<BoardInvoice[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('invoice')
    .select(['order_id as orderId', 'number', 'paid_on as paidOn', 'due_on as dueOn'])
    .where('order_id', 'in', ids)
    .where('credited_by', 'is', null)
    .execute();
}

/** The last day of each hold that has not ended, by order. */
async function listHolds(tx: Tx, ids: readonly string[], today: string): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('ad_hold')
    .select(['order_id', 'until'])
    .where('order_id', 'in', ids)
    .where('until', '>=', today)
    .execute();
  return new Map(rows.map(({ order_id, until }) => [order_id, until]));
}

/** The orders of which a creative waits for an editor. */
async function listWithNewCreative(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('creative')
    .select('order_id')
    .where('order_id', 'in', ids)
    .where('state', '=', 'in')
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** The orders of which every run missed its days. */
async function listMissed(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectFrom('ad_run').select(['order_id', 'missed_at']).where('order_id', 'in', ids).execute();
  const kept = new Set(rows.filter(({ missed_at }) => missed_at === null).map(({ order_id }) => order_id));
  return new Set(rows.map(({ order_id }) => order_id).filter((id) => !kept.has(id)));
}
