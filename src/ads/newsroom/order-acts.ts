import * as z from 'zod';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import type { Finding } from '#ads/creatives/findings.ts';
import { creativeTextSchema, receiveCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { billingSchema, setBilling } from '#ads/orders/billing.ts';
import { bookOrder } from '#ads/orders/book-order.ts';
import { changeDates, correctOrder, orderCorrectionSchema } from '#ads/orders/correct-order.ts';
import { acceptOrder, CHECKLIST, refuseOrder } from '#ads/orders/decide-order.ts';
import { emailDocument } from '#ads/orders/email-document.ts';
import { emailRefusal, resendEmail } from '#ads/orders/emails.ts';
import { cancelOrder, closeOrder } from '#ads/orders/end-order.ts';
import { holdDays, releaseHold } from '#ads/orders/holds.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { moveMissedRun } from '#ads/orders/missed.ts';
import { renewOrder } from '#ads/orders/renew-order.ts';
import { shareOrder, unshareOrder } from '#ads/orders/share-order.ts';
import { Failure } from '#core/failure.ts';
import { isUuid, text } from '#core/text.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { hashBody } from '#runtime/idempotency.ts';
import { catalogOf } from './ad-labels.ts';
import { printCreditNotes, printInvoice } from './invoices.ts';
import { ORDER_LABELS, toInquiryFields } from './order-fields.ts';
import { actOnOrder as act, orderPage } from './order-page.ts';

/** The largest upload, in bytes; the limit of every creative is smaller. */
const LARGEST_FILE = 2 * 1024 * 1024;

/**
 * `POST /newsroom/ads/{orderId}/creatives`: a file from the advertiser, with its text. After a refusal the editor sees the reason
 * and the typed text; the advertiser gets no email.
 */
export async function postCreative(c: Context): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  let typed: Record<string, string> = {};
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    typed = upload.fields;
    const { kind = '', url = '', alt = '', copy = '' } = upload.fields;
    const file = requireFile(upload, LARGEST_FILE);
    const words = validateForm(creativeTextSchema, { kind, url, alt, copy }, CREATIVE_LABELS);
    const { deps, actor, config } = c.var;
    const taken = await receiveCreative(deps, actor, config.publication, catalogOf(c), orderId, words, file);
    if (taken.state === 'refused') throw refusedFile(taken.findings);
    return redirect(`/newsroom/ads/${orderId}#creative-${kind}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { failure, status, typed }));
  }
}

function refusedFile(findings: readonly Finding[]): Failure {
  const why = findings.filter(({ severity }) => severity === 'block');
  const lines = why.map(({ message, measured, asked }) => `${message} There is: ${measured}. Asked for: ${asked}.`);
  return new Failure('validation_failed', `The file was not accepted. ${lines.join(' ')}`, {
    hint: 'The advertiser got no email. Correct the text and choose the file again, or email the advertiser below.',
  });
}

/** `POST /newsroom/ads/{orderId}/creatives/{creativeId}/tell`: emails the advertiser why a file was refused. */
export function postTellRefusal(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    const creativeId = c.req.param('creativeId') ?? '';
    await emailRefusal(deps, actor, config.publication, catalogOf(c), orderId, creativeId);
  });
}

/** `POST /newsroom/ads/{orderId}/emails`: emails a document again, in a new email. */
export function postEmail(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { document = '' } = await parseForm(c);
    await emailDocument(c.var.deps, c.var.actor, c.var.config.publication, orderId, document);
    return '#emails';
  });
}

/** `POST /newsroom/ads/{orderId}/emails/{emailId}/again`: sends a stored email again. */
export function postEmailAgain(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    await resendEmail(deps, actor, config.publication, orderId, c.req.param('emailId') ?? '');
    return '#emails';
  });
}

const CREATIVE_LABELS = {
  url: 'The address',
  alt: 'The text for readers who cannot see it',
  copy: 'The copy',
  kind: 'The creative',
};

/** `POST /newsroom/ads/{orderId}/accept`. */
export function postAccept(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    await acceptOrder(deps, actor, config.publication, catalogOf(c), orderId, await readTicks(c));
  });
}

/** `POST /newsroom/ads/{orderId}/accept-creative`: accepts files that arrived after the order was accepted. */
export function postAcceptCreative(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    await acceptReplacement(deps, actor, config.publication, orderId, await readTicks(c));
  });
}

/** `POST /newsroom/ads/{orderId}/refuse`. */
export function postRefuse(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    await refuseOrder(deps, actor, config.publication, orderId, await readReason(c, 'reason', 'The reason'));
  });
}

/** `POST /newsroom/ads/{orderId}/creatives/{creativeId}/withdraw`. */
export function postWithdraw(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    const reason = await readReason(c, 'reason', 'The reason');
    await withdrawCreative(deps, actor, config.publication, orderId, c.req.param('creativeId') ?? '', reason);
  });
}

const BILLING_LABELS = {
  address: 'The billing address',
  taxNumber: 'The tax number',
  taxExempt: 'The reason for no tax',
};

/** `POST /newsroom/ads/{orderId}/billing`. After a refusal the form shows the typed text. */
export async function postBilling(c: Context): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  const { address = '', taxNumber = '', taxExempt = '' } = await parseForm(c);
  const typed = { address: address.replaceAll('\r\n', '\n').trim(), taxNumber, taxExempt };
  try {
    await setBilling(c.var.deps, c.var.actor, orderId, validateForm(billingSchema, typed, BILLING_LABELS));
    return redirect(`/newsroom/ads/${orderId}#billing`);
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { failure, status, typed }));
  }
}

/** `POST /newsroom/ads/{orderId}/invoice`. The PDF is made after the number is assigned. */
export function postInvoice(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { deps, actor, config } = c.var;
    const { despite } = await parseForm(c);
    const { publication, invoice: words } = config;
    const invoice = await issueInvoice(deps, actor, publication, catalogOf(c), words, orderId, despite === 'yes');
    await printInvoice(c, invoice);
  });
}

/** `POST /newsroom/ads/{orderId}/book`. */
export function postBook(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { onCreditBecause = '', differsBecause = '' } = await parseForm(c);
    const { deps, actor, config } = c.var;
    const read = (typed: string) =>
      typed === '' ? null : validateForm(reason, { reason: typed }, { reason: 'The reason' }).reason;
    await bookOrder(deps, actor, config.publication, orderId, read(onCreditBecause), read(differsBecause));
  });
}

const day = z.iso.date({ error: 'must be a day such as 2026-11-21' });
const dates = z.strictObject({ startsOn: day, endsOn: day.nullable() });

/** `POST /newsroom/ads/{orderId}/dates`. */
export function postDates(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const typed = await parseForm(c);
    const asked = { startsOn: typed.startsOn ?? '', endsOn: typed.endsOn || null };
    const { startsOn, endsOn } = validateForm(dates, asked, { startsOn: 'The first day', endsOn: 'The last day' });
    await changeDates(c.var.deps, c.var.actor, c.var.config.publication, orderId, startsOn, endsOn);
  });
}

/** `POST /newsroom/ads/{orderId}/move`: books an ad that did not run for other days. */
export function postMove(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { startsOn = '' } = await parseForm(c);
    const read = validateForm(renewal, { startsOn }, { startsOn: 'The first day' });
    await moveMissedRun(c.var.deps, c.var.actor, c.var.config.publication, orderId, read.startsOn);
  });
}

const renewal = z.strictObject({ startsOn: day });

/** `POST /newsroom/ads/{orderId}/renew`: shows the new order. */
export async function postRenewal(c: Context): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  try {
    const { startsOn = '', formKey = '' } = await parseForm(c);
    const read = validateForm(renewal, { startsOn }, { startsOn: 'The first day' });
    const bodyHash = hashBody(`/newsroom/ads/${orderId}/renew`, read);
    const retry = { key: isUuid(formKey) ? formKey : `same ${bodyHash}`, bodyHash };
    const { deps, actor, config } = c.var;
    const catalog = advertisingCatalog(config.publication);
    const made = await renewOrder(deps, actor, config.publication, catalog, orderId, { ...read, retry });
    return redirect(`/newsroom/ads/${made.id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { failure, status, typed: {} }));
  }
}

const lastDay = z.strictObject({ until: day });

/** `POST /newsroom/ads/{orderId}/hold`. */
export function postHold(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { until = '' } = await parseForm(c);
    const read = validateForm(lastDay, { until }, { until: 'The last day' });
    await holdDays(c.var.deps, c.var.actor, c.var.config.publication, orderId, read.until);
  });
}

/** `POST /newsroom/ads/{orderId}/release`. */
export function postRelease(c: Context): Promise<Response> {
  return act(
    c,
    async (orderId) => void (await releaseHold(c.var.deps, c.var.actor, c.var.config.publication, orderId)),
  );
}

/** `POST /newsroom/ads/{orderId}/link`: a new link for the advertiser, by email. */
export function postLink(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    await shareOrder(c.var.deps, c.var.actor, c.var.config.publication, orderId);
    return '#link';
  });
}

/** `POST /newsroom/ads/{orderId}/link/end`. */
export function postLinkEnd(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    await unshareOrder(c.var.deps, c.var.actor, orderId);
    return '#link';
  });
}

const cancellation = z.strictObject({
  by: z.enum(['advertiser', 'publisher']),
  inWriting: text({ min: 1, max: 300 }),
  arrivedOn: z.iso.date({ error: 'must be a day such as 2026-11-21' }).optional(),
  lateBecause: text({ min: 1, max: 500 }).nullable(),
});

/** `POST /newsroom/ads/{orderId}/cancel`. */
export function postCancelOrder(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const typed = await parseForm(c);
    const { by = 'advertiser', inWriting = '', arrivedOn, lateBecause } = typed;
    const asked = { by, inWriting, lateBecause: lateBecause || null, ...(arrivedOn && { arrivedOn }) };
    const { arrivedOn: day, ...read } = validateForm(cancellation, asked, CANCEL_LABELS);
    const cancelled = { ...read, ...(day !== undefined && { arrivedOn: day }) };
    await cancelOrder(c.var.deps, c.var.actor, c.var.config.publication, orderId, cancelled);
    await printCreditNotes(c, orderId);
  });
}

const CANCEL_LABELS = {
  by: 'Who cancels',
  inWriting: 'The letter or email, or the reason',
  arrivedOn: 'The day it arrived',
  lateBecause: 'The reason',
};

/** `POST /newsroom/ads/{orderId}/correct`: corrects the fields of the order. */
export async function postCorrection(c: Context): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  const typed = { advertiserIs: 'renamed', ...(await parseForm(c)) };
  try {
    const { advertiserIs, advertiserChoice } = typed as Record<string, string>;
    const { unit, startsOn, endsOn, ...fields } = toInquiryFields(typed);
    const asked = { ...fields, advertiserIs, ...(advertiserChoice && { advertiserChoice }) };
    const correction = validateForm(orderCorrectionSchema, asked, ORDER_LABELS);
    await correctOrder(c.var.deps, c.var.actor, catalogOf(c), orderId, correction);
    return redirect(`/newsroom/ads/${orderId}#order`);
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { failure, status, typed }));
  }
}

/** `POST /newsroom/ads/{orderId}/close`. */
export function postClose(c: Context): Promise<Response> {
  return act(c, async (orderId) => void (await closeOrder(c.var.deps, c.var.actor, c.var.config.publication, orderId)));
}

const reason = z.strictObject({ reason: text({ min: 3, max: 1000, lines: true }) });

async function readReason(c: Context, name: string, label: string): Promise<string> {
  const typed = (await parseForm(c))[name] ?? '';
  return validateForm(reason, { reason: typed.replaceAll('\r\n', '\n') }, { reason: label }).reason;
}

async function readTicks(c: Context): Promise<string[]> {
  const fields = await parseForm(c);
  return CHECKLIST.map(({ id }) => id).filter((id) => fields[`tick-${id}`] === 'yes');
}
