import * as z from 'zod';
import { creditInvoice, findCreditNote } from '#ads/orders/credit-notes.ts';
import { findInvoice } from '#ads/orders/invoices.ts';
import { correctPayment, recordPayment, undoPayment } from '#ads/orders/payments.ts';
import { correctRefund, recordRefund, undoRefund } from '#ads/orders/refunds.ts';
import { text } from '#core/text.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { printCreditNote } from './invoices.ts';
import { act } from './order-page.ts';

// Acts on invoices and credit notes: payments, refunds, reversals. Each shows the order again.

const day = z.iso.date({ error: 'must be a day such as 2026-11-21' });
const payment = z.strictObject({ paidOn: day, note: text({ max: 200 }) });
const refund = z.strictObject({ refundedOn: day, note: text({ max: 200 }) });
const reason = z.strictObject({ reason: text({ min: 3, max: 300 }) });

/** `POST /newsroom/ads/invoices/{number}/paid`. */
export function postPaid(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    await recordPayment(c.var.deps, c.var.actor, c.var.config.publication, number, await readPayment(c));
  });
}

/** `POST /newsroom/ads/invoices/{number}/payment`: corrects the day or the note. */
export function postPayment(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    await correctPayment(c.var.deps, c.var.actor, c.var.config.publication, number, await readPayment(c));
  });
}

/** `POST /newsroom/ads/invoices/{number}/unpaid`. */
export function postUnpaid(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    await undoPayment(c.var.deps, c.var.actor, number, await readReason(c));
  });
}

/** `POST /newsroom/ads/invoices/{number}/credit`. */
export function postCredit(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    const { deps, actor, config } = c.var;
    await printCreditNote(c, await creditInvoice(deps, actor, config.publication, number, await readReason(c)));
  });
}

/** `POST /newsroom/ads/credit-notes/{number}/refund`. */
export function postRefund(c: Context): Promise<Response> {
  return onCreditNote(c, async (number) => {
    await recordRefund(c.var.deps, c.var.actor, c.var.config.publication, number, await readRefund(c));
  });
}

/** `POST /newsroom/ads/credit-notes/{number}/refund/correct`: corrects the day or the note. */
export function postRefundCorrection(c: Context): Promise<Response> {
  return onCreditNote(c, async (number) => {
    await correctRefund(c.var.deps, c.var.actor, c.var.config.publication, number, await readRefund(c));
  });
}

/** `POST /newsroom/ads/credit-notes/{number}/refund/undo`. */
export function postRefundUndone(c: Context): Promise<Response> {
  return onCreditNote(c, async (number) => {
    await undoRefund(c.var.deps, c.var.actor, number, await readReason(c));
  });
}

/** Runs an act on an invoice, then shows its order; after an error, with the error. */
async function onInvoice(c: Context, work: (number: string) => Promise<void>): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findInvoice(c.var.deps.db.read, number);
  return act(c, orderId, () => work(number));
}

/** Like `onInvoice`, for a credit note. */
async function onCreditNote(c: Context, work: (number: string) => Promise<void>): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findCreditNote(c.var.deps.db.read, number);
  return act(c, orderId, () => work(number));
}

async function readPayment(c: Context) {
  const { paidOn = '', note = '' } = await parseForm(c);
  return validateForm(payment, { paidOn, note }, { paidOn: 'The day', note: 'The note' });
}

async function readRefund(c: Context) {
  const { refundedOn = '', note = '' } = await parseForm(c);
  return validateForm(refund, { refundedOn, note }, { refundedOn: 'The day', note: 'The note' });
}

async function readReason(c: Context): Promise<string> {
  const { reason: typed = '' } = await parseForm(c);
  return validateForm(reason, { reason: typed }, { reason: 'The reason' }).reason;
}
