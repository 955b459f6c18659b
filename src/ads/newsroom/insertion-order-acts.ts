import {
  findInsertionOrder,
  type InsertionOrder,
  makeInsertionOrder,
  readInsertionOrderPdf,
  withdrawInsertionOrder,
} from '#ads/orders/insertion-orders.ts';
import { readOrder } from '#ads/orders/orders.ts';
import { readAmount } from '#core/money.ts';
import { wrongFields } from '#html/newsroom/kit/form.ts';
import type { Context } from '#http/context.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { catalogOf } from './ad-labels.ts';
import { sendFile } from './documents.ts';
import { noRate } from './order-fields.ts';
import { REASON, withFields } from './order-forms.ts';
import { act, actOnOrder } from './order-page.ts';

/** `POST /newsroom/ads/{orderId}/insertion-orders`. The PDF is made after the number is assigned. */
export function postInsertionOrder(c: Context): Promise<Response> {
  return actOnOrder(c, { form: 'agree', done: 'offered', part: '#insertion-orders' }, async (orderId, typed) => {
    const { deps, actor, config } = c.var;
    const { currency } = await readOrder(deps.db.read, actor, orderId);
    const cents = readAmount(typed.get('amount') ?? '', currency);
    if (cents === null) throw wrongFields([{ path: 'amount', message: noRate(currency) }]);
    const site = siteSnapshot().publication;
    const made = await makeInsertionOrder(deps, actor, site, {
      catalog: catalogOf(),
      words: config.invoice,
      orderId,
      cents,
    });
    await pdfHashOf(c, made);
  });
}

/** `POST /newsroom/ads/insertion-orders/{number}/withdraw`. */
export async function postWithdrawal(c: Context): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findInsertionOrder(c.var.deps.db.read, number);
  const asked = { orderId, form: `withdraw-${number}`, done: 'io-withdrawn', part: '#insertion-orders' } as const;
  return act(c, asked, (typed) =>
    withFields(REASON, typed, 'reason', ({ reason }) =>
      withdrawInsertionOrder(c.var.deps, c.var.actor, siteSnapshot().publication, { number, reason }),
    ),
  );
}

/** `GET /newsroom/ads/insertion-orders/{number}.pdf`. */
export async function readInsertionOrderFile(c: Context): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const hash = await pdfHashOf(c, await findInsertionOrder(c.var.deps.db.read, number));
  return sendFile(c, invoiceFile(hash), 'application/pdf', `insertion-order-${number}.pdf`);
}

async function pdfHashOf(c: Context, insertionOrder: InsertionOrder): Promise<string> {
  const { insertionOrderPdf } = await import('#ads/documents/insertion-order-pdf.ts');
  return (await readInsertionOrderPdf(c.var.deps, insertionOrder, insertionOrderPdf)).hash;
}
