import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import type { Finding } from '#ads/creatives/findings.ts';
import { receiveCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { setBilling } from '#ads/orders/billing.ts';
import { bookOrder } from '#ads/orders/book-order.ts';
import { changeDates, correctOrder } from '#ads/orders/correct-order.ts';
import { acceptOrder, refuseOrder } from '#ads/orders/decide-order.ts';
import { emailDocument } from '#ads/orders/email-document.ts';
import { emailRefusal, resendEmail } from '#ads/orders/emails.ts';
import { type Cancellation, cancelOrder, closeOrder } from '#ads/orders/end-order.ts';
import { holdDays, releaseHold } from '#ads/orders/holds.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { moveMissedRun } from '#ads/orders/missed.ts';
import { readOrder } from '#ads/orders/orders.ts';
import { renewOrder } from '#ads/orders/renew-order.ts';
import { shareOrder, unshareOrder } from '#ads/orders/share-order.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { readFields, readTyped } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { now } from '#runtime/deps.ts';
import { hashBody } from '#runtime/idempotency.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { catalogOf } from './ad-labels.ts';
import { printCreditNotes, printInvoice } from './invoices.ts';
import { creativeFields, uploadName } from './order-creatives.ts';
import { readCorrection } from './order-fields.ts';
import {
  BILLING,
  BOOKING,
  blame,
  CANCELLATION,
  DATES,
  HOLD,
  LONG_REASON,
  ONE_DAY,
  OUR_CANCELLATION,
  REASON,
  readFileForm,
  withFields,
} from './order-forms.ts';
import { actOnOrder as act, orderPage } from './order-page.ts';

/** The largest upload, in bytes; the limit of every creative is smaller. */
const LARGEST_FILE = 2 * 1024 * 1024;

/**
 * `POST /newsroom/ads/{orderId}/creatives`: a file from the advertiser, with its text. After a refusal the editor sees the reason
 * and the typed text; the advertiser gets no email.
 */
export async function postCreative(c: Context): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  let typed = new URLSearchParams();
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    typed = new URLSearchParams(upload.fields);
    const kind = typed.get('kind') ?? '';
    const { words: read, file } = readFileForm(creativeFields(kind), upload, requireFile(upload, LARGEST_FILE));
    const words = { copy: '', ...read, kind };
    const { deps, actor } = c.var;
    const taken = await receiveCreative(deps, actor, siteSnapshot().publication, {
      catalog: catalogOf(),
      orderId,
      words,
      file,
    });
    if (taken.state === 'refused') throw refusedFile(taken.findings);
    return redirect(`/newsroom/ads/${orderId}?done=filed#creative-${kind}`);
  } catch (error) {
    const form = uploadName(typed.get('kind') ?? '');
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { form, failure, status, typed }));
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
  return act(c, { done: 'told' }, async (orderId) => {
    const { deps, actor } = c.var;
    const creativeId = c.req.param('creativeId') ?? '';
    await emailRefusal(deps, actor, siteSnapshot().publication, { catalog: catalogOf(), orderId, creativeId });
  });
}

/** `POST /newsroom/ads/{orderId}/emails`: emails a document again, in a new email. */
export function postEmail(c: Context): Promise<Response> {
  return act(c, { done: 'emailed', part: '#emails' }, async (orderId, typed) => {
    await emailDocument(c.var.deps, c.var.actor, siteSnapshot().publication, {
      orderId,
      document: typed.get('document') ?? '',
    });
  });
}

/** `POST /newsroom/ads/{orderId}/emails/{emailId}/again`: sends a stored email again. */
export function postEmailAgain(c: Context): Promise<Response> {
  return act(c, { done: 'emailed', part: '#emails' }, async (orderId) => {
    const { deps, actor } = c.var;
    await resendEmail(deps, actor, siteSnapshot().publication, { orderId, emailId: c.req.param('emailId') ?? '' });
  });
}

/** `POST /newsroom/ads/{orderId}/accept`. */
export function postAccept(c: Context): Promise<Response> {
  return act(c, { form: 'accept', done: 'accepted' }, async (orderId, typed) => {
    const { deps, actor } = c.var;
    await acceptOrder(deps, actor, siteSnapshot().publication, {
      catalog: catalogOf(),
      orderId,
      ticked: typed.getAll('ticks'),
    }).catch(aboutTicks);
  });
}

/** `POST /newsroom/ads/{orderId}/accept-creative`: accepts files that arrived after the order was accepted. */
export function postAcceptCreative(c: Context): Promise<Response> {
  return act(c, { form: 'accept', done: 'accepted' }, async (orderId, typed) => {
    const { deps, actor } = c.var;
    await acceptReplacement(deps, actor, siteSnapshot().publication, { orderId, ticked: typed.getAll('ticks') }).catch(
      aboutTicks,
    );
  });
}

/** What is left to tick is said beside the lines. */
function aboutTicks(error: unknown): never {
  throw error instanceof Failure && error.message.startsWith('Not ticked') ? blame(error, 'ticks') : error;
}

/** `POST /newsroom/ads/{orderId}/refuse`. */
export function postRefuse(c: Context): Promise<Response> {
  return act(c, { form: 'refuse', done: 'refused' }, async (orderId, typed) => {
    const { deps, actor } = c.var;
    await withFields(LONG_REASON, typed, 'reason', ({ reason }) =>
      refuseOrder(deps, actor, siteSnapshot().publication, { orderId, reason }),
    );
  });
}

/** `POST /newsroom/ads/{orderId}/creatives/{creativeId}/withdraw`. */
export function postWithdraw(c: Context): Promise<Response> {
  const creativeId = c.req.param('creativeId') ?? '';
  return act(c, { form: `withdraw-${creativeId}`, done: 'withdrawn' }, async (orderId, typed) => {
    const { deps, actor } = c.var;
    await withFields(REASON, typed, 'reason', ({ reason }) =>
      withdrawCreative(deps, actor, siteSnapshot().publication, { orderId, creativeId, reason }),
    );
  });
}

/** `POST /newsroom/ads/{orderId}/billing`. */
export function postBilling(c: Context): Promise<Response> {
  return act(c, { form: 'billing', done: 'billing', part: '#billing' }, async (orderId, typed) => {
    const { address, taxNumber, taxExempt } = readFields(BILLING, typed);
    const billing = { address: address ?? '', taxNumber: taxNumber ?? '', taxExempt: taxExempt ?? '' };
    await setBilling(c.var.deps, c.var.actor, orderId, billing);
  });
}

/** `POST /newsroom/ads/{orderId}/invoice`. The PDF is made after the number is assigned. */
export function postInvoice(c: Context): Promise<Response> {
  return act(c, { form: 'invoice', done: 'invoiced' }, async (orderId, typed) => {
    const { deps, actor, config } = c.var;
    const { publication } = siteSnapshot();
    const despite = typed.get('despite') === 'yes';
    await printInvoice(
      c,
      await issueInvoice(deps, actor, publication, {
        catalog: catalogOf(),
        words: config.invoice,
        orderId,
        isDespiteConflict: despite,
      }),
    );
  });
}

/** `POST /newsroom/ads/{orderId}/book`. */
export function postBook(c: Context): Promise<Response> {
  return act(c, { form: 'book', done: 'booked' }, async (orderId, typed) => {
    const { onCreditBecause, differsBecause } = readFields(BOOKING, typed);
    const { deps, actor } = c.var;
    await bookOrder(deps, actor, siteSnapshot().publication, { orderId, onCreditBecause, differsBecause });
  });
}

/** `POST /newsroom/ads/{orderId}/dates`. */
export function postDates(c: Context): Promise<Response> {
  return act(c, { form: 'dates', done: 'dates' }, async (orderId, typed) => {
    await withFields(DATES, typed, 'startsOn', ({ startsOn, endsOn }) =>
      changeDates(c.var.deps, c.var.actor, siteSnapshot().publication, { orderId, startsOn, endsOn }),
    );
  });
}

/** `POST /newsroom/ads/{orderId}/move`: books an ad that did not run for other days. */
export function postMove(c: Context): Promise<Response> {
  return act(c, { form: 'move', done: 'moved' }, async (orderId, typed) => {
    await withFields(ONE_DAY, typed, 'startsOn', ({ startsOn }) =>
      moveMissedRun(c.var.deps, c.var.actor, siteSnapshot().publication, { orderId, startsOn }),
    );
  });
}

/** `POST /newsroom/ads/{orderId}/renew`: shows the new order. */
export async function postRenewal(c: Context): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  const typed = await readTyped(c);
  try {
    const { deps, actor } = c.var;
    const { publication } = siteSnapshot();
    const made = await withFields(ONE_DAY, typed, 'startsOn', (read) => {
      const bodyHash = hashBody(`/newsroom/ads/${orderId}/renew`, read);
      const formKey = typed.get('formKey') ?? '';
      const retry = { key: isUuid(formKey) ? formKey : `same ${bodyHash}`, bodyHash };
      return renewOrder(deps, actor, publication, {
        catalog: advertisingCatalog(publication),
        orderId,
        ...read,
        retry,
      });
    });
    return redirect(`/newsroom/ads/${made.id}?done=renewed`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      orderPage(c, orderId, { form: 'renew', failure, status, typed }),
    );
  }
}

/** `POST /newsroom/ads/{orderId}/hold`. */
export function postHold(c: Context): Promise<Response> {
  return act(c, { form: 'hold', done: 'held' }, async (orderId, typed) => {
    await withFields(HOLD, typed, 'until', ({ until }) =>
      holdDays(c.var.deps, c.var.actor, siteSnapshot().publication, { orderId, until }),
    );
  });
}

/** `POST /newsroom/ads/{orderId}/release`. */
export function postRelease(c: Context): Promise<Response> {
  return act(c, { done: 'released' }, (orderId) =>
    releaseHold(c.var.deps, c.var.actor, siteSnapshot().publication, orderId),
  );
}

/** `POST /newsroom/ads/{orderId}/link`: a new link for the advertiser, by email. */
export function postLink(c: Context): Promise<Response> {
  return act(c, { done: 'linked', part: '#link' }, (orderId) =>
    shareOrder(c.var.deps, c.var.actor, siteSnapshot().publication, orderId),
  );
}

/** `POST /newsroom/ads/{orderId}/link/end`. */
export function postLinkEnd(c: Context): Promise<Response> {
  return act(c, { done: 'unlinked', part: '#link' }, (orderId) => unshareOrder(c.var.deps, c.var.actor, orderId));
}

/** `POST /newsroom/ads/{orderId}/cancel`. */
export async function postCancelOrder(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const cancel = async (orderId: string, cancellation: Cancellation) => {
    await cancelOrder(deps, actor, siteSnapshot().publication, { orderId, ...cancellation });
    await printCreditNotes(c, orderId);
  };
  const typed = await readTyped(c);
  if (typed.get('by') === 'publisher')
    return act(c, { form: 'cancel-ours', done: 'cancelled', typed }, async (orderId) => {
      const { inWriting } = readFields(OUR_CANCELLATION, typed);
      await cancel(orderId, { by: 'publisher', inWriting, lateBecause: null });
    });
  return act(c, { form: 'cancel', done: 'cancelled', typed }, async (orderId) => {
    const { inWriting, arrivedOn, lateBecause } = readFields(CANCELLATION, typed);
    await cancel(orderId, { by: 'advertiser', inWriting, lateBecause, ...(arrivedOn !== null && { arrivedOn }) });
  });
}

/** `POST /newsroom/ads/{orderId}/correct`: corrects the fields of the order. */
export function postCorrection(c: Context): Promise<Response> {
  return act(c, { form: 'correct', done: 'corrected', part: '#order' }, async (orderId, typed) => {
    const { deps, actor } = c.var;
    const order = await readOrder(deps.db.read, actor, orderId);
    await correctOrder(deps, actor, catalogOf(), {
      orderId,
      correction: readCorrection(typed, order, now(deps).slice(0, 10)),
    });
  });
}

/** `POST /newsroom/ads/{orderId}/close`. */
export function postClose(c: Context): Promise<Response> {
  return act(c, { done: 'closed' }, (orderId) =>
    closeOrder(c.var.deps, c.var.actor, siteSnapshot().publication, orderId),
  );
}
