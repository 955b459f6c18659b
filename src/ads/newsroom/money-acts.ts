import { creditInvoice, findCreditNote } from '#ads/orders/credit-notes.ts';
import { findInvoice } from '#ads/orders/invoices.ts';
import { correctPayment, recordPayment, undoPayment } from '#ads/orders/payments.ts';
import { correctRefund, recordRefund, undoRefund } from '#ads/orders/refunds.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { Done } from './done-toast.ts';
import { printCreditNote } from './invoices.ts';
import { PAYMENT, REASON, REFUND, withFields } from './order-forms.ts';
import { act } from './order-page.ts';

// Acts on invoices and credit notes: payments, refunds, reversals. Each shows the order again.

/** `POST /newsroom/ads/invoices/{number}/paid`. */
export function postPaid(c: Context): Promise<Response> {
  return onInvoice(c, { form: 'paid', done: 'paid' }, (number, typed) =>
    withFields(PAYMENT, typed, 'paidOn', ({ paidOn, note }) =>
      recordPayment(c.var.deps, c.var.actor, siteSnapshot().publication, {
        number,
        payment: { paidOn, note: note ?? '' },
      }),
    ),
  );
}

/** `POST /newsroom/ads/invoices/{number}/payment`: corrects the day or the note. */
export function postPayment(c: Context): Promise<Response> {
  return onInvoice(c, { form: 'payment', done: 'payment' }, (number, typed) =>
    withFields(PAYMENT, typed, 'paidOn', ({ paidOn, note }) =>
      correctPayment(c.var.deps, c.var.actor, siteSnapshot().publication, {
        number,
        payment: { paidOn, note: note ?? '' },
      }),
    ),
  );
}

/** `POST /newsroom/ads/invoices/{number}/unpaid`. */
export function postUnpaid(c: Context): Promise<Response> {
  return onInvoice(c, { form: 'unpaid', done: 'unpaid' }, (number, typed) =>
    withFields(REASON, typed, 'reason', ({ reason }) => undoPayment(c.var.deps, c.var.actor, number, reason)),
  );
}

/** `POST /newsroom/ads/invoices/{number}/credit`. */
export function postCredit(c: Context): Promise<Response> {
  return onInvoice(c, { form: 'credit', done: 'credited' }, (number, typed) =>
    withFields(REASON, typed, 'reason', async ({ reason }) => {
      const { deps, actor } = c.var;
      await printCreditNote(c, await creditInvoice(deps, actor, siteSnapshot().publication, { number, reason }));
    }),
  );
}

/** `POST /newsroom/ads/credit-notes/{number}/refund`. */
export function postRefund(c: Context): Promise<Response> {
  return onCreditNote(c, 'refund', 'refunded', (number, typed) =>
    withFields(REFUND, typed, 'refundedOn', ({ refundedOn, note }) =>
      recordRefund(c.var.deps, c.var.actor, siteSnapshot().publication, {
        number,
        refund: { refundedOn, note: note ?? '' },
      }),
    ),
  );
}

/** `POST /newsroom/ads/credit-notes/{number}/refund/correct`: corrects the day or the note. */
export function postRefundCorrection(c: Context): Promise<Response> {
  return onCreditNote(c, 'refund', 'refund', (number, typed) =>
    withFields(REFUND, typed, 'refundedOn', ({ refundedOn, note }) =>
      correctRefund(c.var.deps, c.var.actor, siteSnapshot().publication, {
        number,
        refund: { refundedOn, note: note ?? '' },
      }),
    ),
  );
}

/** `POST /newsroom/ads/credit-notes/{number}/refund/undo`. */
export function postRefundUndone(c: Context): Promise<Response> {
  return onCreditNote(c, 'unrefund', 'unrefunded', (number, typed) =>
    withFields(REASON, typed, 'reason', ({ reason }) => undoRefund(c.var.deps, c.var.actor, number, reason)),
  );
}

type OnMoney = (number: string, typed: URLSearchParams) => Promise<unknown>;

/** Runs an act on an invoice, then shows its order; after an error, with the error. */
async function onInvoice(c: Context, asked: { form: string; done: Done }, work: OnMoney): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findInvoice(c.var.deps.db.read, number);
  return act(c, { ...asked, orderId }, (typed) => work(number, typed));
}

/** Like `onInvoice`, for a credit note, of which an order may have several: its number is part of the form's name. */
async function onCreditNote(c: Context, form: string, done: Done, work: OnMoney): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findCreditNote(c.var.deps.db.read, number);
  return act(c, { form: `${form}-${number}`, done, orderId }, (typed) => work(number, typed));
}
