import type { Selectable } from 'kysely';
import { faultOfAddress, readAddress } from '#ads/creatives/brief-check.ts';
import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import { foldForSearch } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { lockOrder } from '../orders/orders.ts';
import type { SupplierText } from './directory.ts';

type Row = Selectable<Tables['supplier']>;

/** A row of the directory as the newsroom sees it. */
export type SupplierRow = SupplierText & {
  id: string;
  /** The order that pays for the row, and its last day; null when the row is not paid. */
  order: { id: string; reference: string; until: string } | null;
  addedBy: string;
  addedAt: string;
};

/** An editor's entry for a row: its text, and the reference of the order that pays for it, or ''. */
export type SupplierEntry = SupplierText & {
  reference: string;
  /** The editor confirms that the order's advertiser pays for a row with another name. */
  isOtherName?: boolean;
};

/**
 * Adds a row to the directory. A removed row with the same name is restored.
 * @throws forbidden, validation_failed, already_exists
 */
export async function addSupplier(deps: Deps, actor: Actor, entry: SupplierEntry): Promise<string> {
  requireEditorial(actor, 'edit the supplier directory');
  const words = checkText(entry);
  return deps.db
    .write(async (tx) => {
      const at = now(deps);
      const row = {
        ...words,
        ...(await paidBy(tx, entry, null)),
        added_at: at,
        added_by_name: nameOf(actor),
        changed_at: at,
        removed_at: null,
      };
      const back = await tx
        .updateTable('supplier')
        .set(row)
        .where('name_key', '=', words.name_key)
        .where('removed_at', 'is not', null)
        .returning('id')
        .executeTakeFirst();
      const id = back?.id ?? deps.newId();
      if (!back)
        await tx
          .insertInto('supplier')
          .values({ id, ...row })
          .execute();
      await recordChange(deps, tx, actor, { act: 'supplier.added', id, name: words.name, orderId: row.order_id });
      return id;
    })
    .catch((error: unknown) => {
      throw isUniqueError(error) ? alreadyThere(words.name) : error;
    });
}

/** Changes a row. @throws forbidden, not_found, validation_failed, already_exists */
export async function changeSupplier(deps: Deps, actor: Actor, id: string, entry: SupplierEntry): Promise<void> {
  requireEditorial(actor, 'edit the supplier directory');
  const words = checkText(entry);
  await deps.db
    .write(async (tx) => {
      const paid = await paidBy(tx, entry, id);
      await setRow(tx, id, { ...words, ...paid, changed_at: now(deps) });
      await recordChange(deps, tx, actor, { act: 'supplier.changed', id, name: words.name, orderId: paid.order_id });
    })
    .catch((error: unknown) => {
      throw isUniqueError(error) ? alreadyThere(words.name) : error;
    });
}

/** Removes a row. @throws forbidden, not_found */
export async function removeSupplier(deps: Deps, actor: Actor, id: string): Promise<void> {
  requireEditorial(actor, 'edit the supplier directory');
  await deps.db.write(async (tx) => {
    const { name } = await getSupplier(tx, id);
    await setRow(tx, id, { removed_at: now(deps), changed_at: now(deps), order_id: null, paid_until: null });
    await recordChange(deps, tx, actor, { act: 'supplier.removed', id, name, orderId: null });
  });
}

/** A row by its id. @throws not_found */
export async function getSupplier(tx: Tx, id: string): Promise<SupplierRow> {
  const row = isUuid(id)
    ? await supplierRows(tx).where('supplier.id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined;
  if (row) return toSupplierRow(row);
  throw new Failure('not_found', 'The directory has no such supplier.', { hint: 'Look at the list again.' });
}

/** The words of a row that was removed; null for any other. */
export async function findRemovedSupplier(tx: Tx, id: string): Promise<SupplierText | null> {
  if (!isUuid(id)) return null;
  const row = await tx
    .selectFrom('supplier')
    .select(['name', 'what', 'place', 'url'])
    .where('id', '=', id.toLowerCase())
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A page of the directory by name, for the newsroom. `after` is the last folded name of the previous page. */
export async function listSupplierRows(
  tx: Tx,
  { limit, after = '' }: { limit: number; after?: string },
): Promise<{ suppliers: SupplierRow[]; next: string | null }> {
  const rows = await supplierRows(tx)
    .where('name_key', '>', after)
    .orderBy('name_key')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return { suppliers: shown.map(toSupplierRow), next: rows.length > limit ? (shown.at(-1)?.name_key ?? null) : null };
}

function supplierRows(tx: Tx) {
  return tx
    .selectFrom('supplier')
    .leftJoin('ad_order', 'ad_order.id', 'supplier.order_id')
    .selectAll('supplier')
    .select('ad_order.reference')
    .where('removed_at', 'is', null);
}

function toSupplierRow(row: Row & { reference: string | null }): SupplierRow {
  const { id, name, what, place, url, order_id, paid_until, reference, added_at, added_by_name } = row;
  const order = order_id === null ? null : { id: order_id, reference: reference ?? '', until: paid_until ?? '' };
  return { id, name, what, place, url, order, addedAt: added_at, addedBy: added_by_name };
}

async function setRow(tx: Tx, id: string, set: Partial<Omit<Row, 'id'>>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('supplier')
    .set(set)
    .where('id', '=', id.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) await getSupplier(tx, ''); // throws not_found
}

async function recordChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { act, id, name, orderId }: { act: JournalAct; id: string; name: string; orderId: string | null },
): Promise<void> {
  await logPlacement(deps, tx, 'suppliers');
  await writeJournal(deps, tx, actor, { act, subject: { kind: 'supplier', id }, detail: { name, order: orderId } });
}

function checkText({ name, what, place, url }: SupplierEntry) {
  const address = readAddress(url);
  if (!address)
    throw new Failure('validation_failed', faultOfAddress(url), {
      hint: 'It must begin with https:// and contain no user name, password or macro.',
    });
  const key = foldForSearch(name);
  if (key === '')
    throw new Failure('validation_failed', 'The name has no letter or digit.', { hint: 'Write the supplier’s name.' });
  return { name, name_key: key, what, place, url: address };
}

/**
 * The order that pays for a row. It must be booked, include a place in the directory and pay for no other row. Its advertiser
 * must have the name of the row, or the editor confirms another name.
 */
async function paidBy(
  tx: Tx,
  { reference, name, isOtherName }: SupplierEntry,
  rowId: string | null,
): Promise<{ order_id: string | null; paid_until: string | null }> {
  if (reference === '') return { order_id: null, paid_until: null };
  const run = await tx
    .selectFrom('ad_run')
    .innerJoin('ad_order', 'ad_order.id', 'ad_run.order_id')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_order.id', 'ad_run.ends_on', 'advertiser.name as advertiser'])
    .where('ad_order.reference', 'in', [reference, reference.toUpperCase(), reference.toLowerCase()])
    .where('ad_run.place', '=', 'directory-logo')
    .executeTakeFirst();
  if (!run)
    throw new Failure('validation_failed', `No booked order ${reference} includes a row in the directory.`, {
      hint: 'Book the directory listing first, or leave the reference out.',
    });
  await lockOrder(tx, run.id); // of two rows at once, the second sees the first
  await requireNoOtherRow(tx, run.id, reference, rowId);
  if (foldForSearch(run.advertiser) !== foldForSearch(name) && !isOtherName)
    throw new Failure(
      'validation_failed',
      `Order ${reference} belongs to ${run.advertiser}, but the row names ${name}.`,
      {
        hint: 'Check the reference. If this advertiser does pay for the row, confirm it below.',
        more: { otherName: true },
      },
    );
  return { order_id: run.id, paid_until: run.ends_on };
}

async function requireNoOtherRow(tx: Tx, orderId: string, reference: string, rowId: string | null): Promise<void> {
  const other = await tx
    .selectFrom('supplier')
    .select(['id', 'name'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!other || other.id === rowId?.toLowerCase()) return;
  throw new Failure('already_exists', `Order ${reference} already pays for the row of ${other.name}.`, {
    hint: 'An order pays for one row. Check the reference, or remove it from that row.',
  });
}

function alreadyThere(name: string): Failure {
  return new Failure('already_exists', `“${name}” is already in the directory.`, { hint: 'Change that row instead.' });
}
