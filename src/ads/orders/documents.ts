import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

// Numbers of invoices, credit notes and insertion orders.

/** The next number of a series in the year of `day`. The row stays locked until the transaction ends, so no number is skipped. */
export async function nextNumber(
  tx: Tx,
  series: keyof typeof PREFIXES,
  day: string,
): Promise<{ year: number; nth: number; number: string }> {
  const year = Number(day.slice(0, 4));
  const { last } = await tx
    .insertInto(series)
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`${sql.table(series)}.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  const number = `${year}-${String(last).padStart(4, '0')}`;
  return { year, nth: last, number: PREFIXES[series] + number };
}

const PREFIXES = { invoice_series: '', credit_note_series: 'CN-', insertion_order_series: 'IO-' } as const;
