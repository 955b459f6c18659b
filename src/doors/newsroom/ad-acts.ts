import { z } from 'zod';
import { bookOrder } from '../../advertising/book-order.ts';
import { changeDates } from '../../advertising/change-dates.ts';
import { acceptReplacement, withdrawCreative } from '../../advertising/creative-on-file.ts';
import { acceptOrder, CHECKLIST, refuseOrder } from '../../advertising/decide-order.ts';
import { cancelOrder, closeOrder } from '../../advertising/end-order.ts';
import { issueInvoice } from '../../advertising/invoice.ts';
import { creativeWordsSchema, takeCreative } from '../../advertising/take-creative.ts';
import { text } from '../../ground/text.ts';
import type { Ctx } from '../env.ts';
import { readUpload, requireFile } from '../upload.ts';
import { act } from './ad-act.ts';
import { keepPdf } from './ad-invoices.ts';
import { catalogOf } from './ad-words.ts';
import { readFields, requireFields } from './form.ts';

/** Largest file taken in, in bytes: no creative may be as large. */
const LARGEST_FILE = 2 * 1024 * 1024;

/** `POST /newsroom/ads/{orderId}/creatives`: a file as the advertiser sent it, with its words. */
export function postCreative(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    const { kind = '', url = '', alt = '', copy = '' } = upload.fields;
    const file = requireFile(upload, LARGEST_FILE);
    const words = requireFields(creativeWordsSchema, { kind, url, alt, copy }, CREATIVE_LABELS);
    const { press, actor, config } = c.var;
    await takeCreative(press, actor, config.publication, catalogOf(c), orderId, words, file);
    return `#creative-${kind}`;
  });
}

const CREATIVE_LABELS = { url: 'The address', alt: 'What it shows', copy: 'The words', kind: 'The creative' };

/** `POST /newsroom/ads/{orderId}/accept`. */
export function postAccept(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const { press, actor, config } = c.var;
    await acceptOrder(press, actor, config.publication, catalogOf(c), orderId, await readTicks(c));
  });
}

/** `POST /newsroom/ads/{orderId}/accept-creative`: what came in after the order was accepted. */
export function postAcceptCreative(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const { press, actor, config } = c.var;
    await acceptReplacement(press, actor, config.publication, orderId, await readTicks(c));
  });
}

/** `POST /newsroom/ads/{orderId}/refuse`. */
export function postRefuse(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const { press, actor, config } = c.var;
    await refuseOrder(press, actor, config.publication, orderId, await readReason(c, 'reason', 'The reason'));
  });
}

/** `POST /newsroom/ads/{orderId}/creatives/{creativeId}/withdraw`. */
export function postWithdraw(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const { press, actor, config } = c.var;
    const reason = await readReason(c, 'reason', 'The reason');
    await withdrawCreative(press, actor, config.publication, orderId, c.req.param('creativeId') ?? '', reason);
  });
}

/** `POST /newsroom/ads/{orderId}/invoice`. The PDF is printed once the number is given. */
export function postInvoice(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const { press, actor, config } = c.var;
    const invoice = await issueInvoice(press, actor, config.publication, catalogOf(c), config.invoice, orderId);
    await keepPdf(c, invoice);
  });
}

/** `POST /newsroom/ads/{orderId}/book`. */
export function postBook(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const { onCreditBecause = '' } = await readFields(c);
    const { press, actor, config } = c.var;
    const because = onCreditBecause === '' ? null : requireFields(reason, { reason: onCreditBecause }, {}).reason;
    await bookOrder(press, actor, config.publication, orderId, because);
  });
}

const dates = z.strictObject({ startsOn: z.iso.date(), endsOn: z.iso.date().nullable() });

/** `POST /newsroom/ads/{orderId}/dates`. */
export function postDates(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const typed = await readFields(c);
    const asked = { startsOn: typed.startsOn ?? '', endsOn: typed.endsOn || null };
    const { startsOn, endsOn } = requireFields(dates, asked, { startsOn: 'The first day', endsOn: 'The last day' });
    await changeDates(c.var.press, c.var.actor, c.var.config.publication, orderId, startsOn, endsOn);
  });
}

const cancellation = z.strictObject({
  inWriting: text({ min: 1, max: 300 }),
  lateBecause: text({ min: 1, max: 500 }).nullable(),
});

/** `POST /newsroom/ads/{orderId}/cancel`. */
export function postCancelOrder(c: Ctx): Promise<Response> {
  return act(c, async (orderId) => {
    const typed = await readFields(c);
    const asked = { inWriting: typed.inWriting ?? '', lateBecause: typed.lateBecause || null };
    const read = requireFields(cancellation, asked, { inWriting: 'How they wrote', lateBecause: 'The reason' });
    await cancelOrder(c.var.press, c.var.actor, c.var.config.publication, orderId, read);
  });
}

/** `POST /newsroom/ads/{orderId}/close`. */
export function postClose(c: Ctx): Promise<Response> {
  return act(
    c,
    async (orderId) => void (await closeOrder(c.var.press, c.var.actor, c.var.config.publication, orderId)),
  );
}

const reason = z.strictObject({ reason: text({ min: 3, max: 1000, lines: true }) });

async function readReason(c: Ctx, name: string, label: string): Promise<string> {
  const typed = (await readFields(c))[name] ?? '';
  return requireFields(reason, { reason: typed.replaceAll('\r\n', '\n') }, { reason: label }).reason;
}

async function readTicks(c: Ctx): Promise<string[]> {
  const fields = await readFields(c);
  return CHECKLIST.map(({ id }) => id).filter((id) => fields[`tick-${id}`] === 'yes');
}
