import * as z from 'zod';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { getOrder, lockOrder } from './orders.ts';

/** What an advertiser's next invoices show: the address, the tax number, and why no tax is charged ('' when it is). */
export const billingSchema = z.strictObject({
  address: text({ max: 500, lines: true }).refine((value) => value.split('\n').length <= 8, {
    error: 'must have at most 8 lines',
  }),
  taxNumber: text({ max: 40 }),
  taxExempt: text({ max: 200 }),
});
export type Billing = z.infer<typeof billingSchema>;

export async function readBilling(tx: Tx, advertiserId: string): Promise<Billing> {
  return tx
    .selectFrom('advertiser')
    .select(['billing_address as address', 'tax_number as taxNumber', 'tax_exempt as taxExempt'])
    .where('id', '=', advertiserId)
    .executeTakeFirstOrThrow();
}

/**
 * Sets the billing details of an order's advertiser, for all its later invoices. An issued invoice does not change. The
 * journal of the order keeps the old values.
 * @throws forbidden (writers and agents), not_found, already_done (no change)
 */
export async function setBilling(deps: Deps, actor: Actor, orderId: string, billing: Billing): Promise<void> {
  requireAdDesk(actor, 'change billing details');
  await deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const { id, reference, advertiserId } = await getOrder(tx, orderId);
    const changes = changesOf(await readBilling(tx, advertiserId), billing);
    if (Object.keys(changes).length === 0)
      throw new Failure('already_done', 'The advertiser already has these billing details.', {
        hint: 'Nothing was changed.',
      });
    await tx
      .updateTable('advertiser')
      .set({ billing_address: billing.address, tax_number: billing.taxNumber, tax_exempt: billing.taxExempt })
      .where('id', '=', advertiserId)
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'ad.billing_changed',
      subject: { kind: 'ad order', id },
      detail: { reference, changes },
    });
  });
}

function changesOf(before: Billing, after: Billing): Record<string, { from: string; to: string }> {
  const pairs = {
    'billing address': [before.address, after.address],
    'tax number': [before.taxNumber, after.taxNumber],
    'tax exemption': [before.taxExempt, after.taxExempt],
  };
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([name, [from = '', to = '']]) => (from === to ? [] : [[name, { from, to }]])),
  );
}
