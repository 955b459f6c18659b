import * as z from 'zod';
import { listLogos, type RunningAd } from '#ads/runs/running-ads.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';

// The supplier directory as readers see it. A row counts as paid while its order runs with a logo.

/** A row with its logo; null when the row is not paid. */
export type ListedSupplier = Supplier & { logo: RunningAd | null };

/** Rows on a page. */
const ON_PAGE = 200;

/**
 * A page of the directory, by name. Payment does not change the order.
 * @throws bad_request for a cursor not given out here
 */
export async function listSuppliers(
  tx: Tx,
  cursor?: string,
): Promise<{ suppliers: ListedSupplier[]; nextCursor: string | null }> {
  const after = cursor === undefined ? '' : readCursor(cursor);
  const rows = await rowsOf(tx)
    .where('name_key', '>', after)
    .orderBy('name_key')
    .limit(ON_PAGE + 1)
    .execute();
  const shown = rows.slice(0, ON_PAGE);
  const last = shown.at(-1);
  return {
    suppliers: await withLogos(tx, shown),
    nextCursor: rows.length > ON_PAGE && last ? Buffer.from(`by name ${last.name_key}`).toString('base64url') : null,
  };
}

/** The rows added last, paid or not, and whether there are more. */
export async function listLatestSuppliers(
  tx: Tx,
  limit: number,
): Promise<{ suppliers: ListedSupplier[]; hasMore: boolean }> {
  const rows = await rowsOf(tx)
    .orderBy('added_at', 'desc')
    .orderBy('name_key')
    .limit(limit + 1)
    .execute();
  return { suppliers: await withLogos(tx, rows.slice(0, limit)), hasMore: rows.length > limit };
}

function rowsOf(tx: Tx) {
  return tx
    .selectFrom('supplier')
    .select(['name', 'name_key', 'what', 'place', 'url', 'order_id'])
    .where('removed_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

async function withLogos(tx: Tx, rows: readonly Row[]): Promise<ListedSupplier[]> {
  const logos = await listLogos(
    tx,
    rows.flatMap(({ order_id }) => order_id ?? []),
  );
  return rows.map(({ name, what, place, url, order_id }) => {
    const logo = logos.get(order_id ?? '') ?? null;
    return { name, what, place, url, paid: logo !== null, logo };
  });
}

function readCursor(word: string): string {
  const [, key] = /^by name (.+)$/su.exec(Buffer.from(word, 'base64url').toString()) ?? [];
  if (key && key.length <= 500) return key;
  throw new Failure('bad_request', 'This cursor is not valid.', {
    hint: 'Use nextCursor without changes, or start without a cursor.',
  });
}

/** A supplier as the directory lists it. */
export const supplierSchema = z
  .strictObject({
    name: z.string(),
    what: z.string().describe('What the supplier does, in one line.'),
    place: z.string(),
    url: z.string().meta({ format: 'uri' }).describe('The supplier’s own address, https.'),
    paid: z.boolean().describe('Whether the row is paid. Paid rows are sorted by name like all others.'),
  })
  .meta({ id: 'Supplier', description: 'A row of the supplier directory.' });
export type Supplier = z.infer<typeof supplierSchema>;

export const directorySchema = z
  .strictObject({ suppliers: z.array(supplierSchema).describe('By name.'), nextCursor: z.string().nullable() })
  .meta({ id: 'SupplierDirectory', description: 'A page of the supplier directory.' });

/** The text an editor enters for a supplier. `readAddress` checks the address. */
export const supplierTextSchema = z.strictObject({
  name: text({ min: 2, max: 120 }),
  what: text({ min: 5, max: 160 }),
  place: text({ min: 2, max: 120 }),
  url: text({ min: 1, max: 2000 }),
});
export type SupplierText = z.infer<typeof supplierTextSchema>;
