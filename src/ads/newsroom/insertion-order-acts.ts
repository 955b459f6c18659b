import * as z from 'zod';
import {
  findInsertionOrder,
  type InsertionOrder,
  makeInsertionOrder,
  readInsertionOrderPdf,
  withdrawInsertionOrder,
} from '#ads/orders/insertion-orders.ts';
import { Failure } from '#core/failure.ts';
import { readDollars } from '#core/money.ts';
import { text } from '#core/text.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import { catalogOf } from './ad-labels.ts';
import { sendFile } from './documents.ts';
import { act, actOnOrder } from './order-page.ts';

/** `POST /newsroom/ads/{orderId}/insertion-orders`. The PDF is made after the number is assigned. */
export function postInsertionOrder(c: Context): Promise<Response> {
  return actOnOrder(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    const { amount = '' } = await parseForm(c);
    const cents = readDollars(amount);
    if (cents === null)
      throw new Failure('validation_failed', 'The rate must be an amount in US dollars.', {
        hint: 'Write it as 1800 or 1,800.50.',
      });
    const site = config.publication;
    const made = await makeInsertionOrder(deps, actor, site, catalogOf(c), config.invoice, orderId, cents);
    await pdfHashOf(c, made);
    return '#insertion-orders';
  });
}

const reason = z.strictObject({ reason: text({ min: 3, max: 300 }) });

/** `POST /newsroom/ads/insertion-orders/{number}/withdraw`. */
export async function postWithdrawal(c: Context): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findInsertionOrder(c.var.deps.db.read, number);
  return act(c, orderId, async () => {
    const typed = { reason: (await parseForm(c)).reason ?? '' };
    const read = validateForm(reason, typed, { reason: 'The reason' });
    await withdrawInsertionOrder(c.var.deps, c.var.actor, c.var.config.publication, number, read.reason);
    return '#insertion-orders';
  });
}

/** `GET /newsroom/ads/insertion-orders/{number}.pdf`. */
export async function readInsertionOrderFile(c: Context): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const hash = await pdfHashOf(c, await findInsertionOrder(c.var.deps.db.read, number));
  return sendFile(c, invoiceFile(hash), 'application/pdf', `insertion-order-${number}.pdf`);
}

async function pdfHashOf(c: Context, found: InsertionOrder): Promise<string> {
  const { insertionOrderPdf } = await import('#ads/documents/insertion-order-pdf.ts');
  return (await readInsertionOrderPdf(c.var.deps, found, insertionOrderPdf)).hash;
}
