import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { openPublicInquiry, publicInquirySchema } from '#ads/orders/public-inquiry.ts';
import { widestNetwork } from '#core/address-key.ts';
import { Failure } from '#core/failure.ts';
import { HONEYPOT } from '#html/honeypot.ts';
import { readForm, validateForm } from '#http/body.ts';
import { HTML } from '#http/cache/public-response.ts';
import { callerAddress, isSameOrigin } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { sendPublic } from '#http/respond.ts';
import { READER_POLICY } from '#http/security-headers.ts';
import { hashBody } from '#runtime/idempotency.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { freeDatesOrNull } from './advertise.ts';
import { inquiryHtml, inquirySentHtml } from './inquiry-form.ts';

const LABELS = {
  unit: 'The unit',
  startsOn: 'The first day',
  advertiser: 'The advertiser',
  category: 'The product category',
  contactName: 'Your name',
  contactEmail: 'Your email address',
  note: 'The note',
};

/** `GET /advertise/inquiry`. It is not cached, because the free dates change with the day. */
export async function showInquiry(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const body = await inquiryHtml(publication, advertisingCatalog(publication), await freeDatesOrNull(c));
  return sendPublic(c, { status: 200, type: HTML, body });
}

/** `POST /advertise/inquiry`: opens an order in the state inquiry. After an error the page shows the typed text. */
export async function postInquiry(c: Context): Promise<Response> {
  let typed: Record<string, string> = {};
  try {
    if (!isSameOrigin(c))
      throw new Failure('forbidden', 'This form was not sent from our own pages.', { hint: 'Use the form below.' });
    typed = Object.fromEntries([...(await readForm(c.req.raw))].map(([name, value]) => [name, value.trim()]));
    if (!typed[HONEYPOT]) await openFromForm(c, typed);
    return page(await inquirySentHtml(siteSnapshot().publication, c.var.config.mail !== null), 202);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refusedPage(c, typed, error);
  }
}

async function openFromForm(c: Context, typed: Record<string, string>): Promise<void> {
  const { deps, limits } = c.var;
  const { unit, startsOn, advertiser, category, otherCategory = '', contactName, contactEmail, note = '' } = typed;
  const asked = {
    unit,
    startsOn,
    advertiser,
    contactName,
    contactEmail,
    category: category === 'other' ? `other: ${otherCategory}` : category,
    note: note.replaceAll('\r\n', '\n'),
  };
  const inquiry = validateForm(publicInquirySchema, asked, LABELS);
  const address = callerAddress(c);
  await limits.spendAddress('inquiry', address);
  // One network cannot take the places of everybody else.
  if (!(await limits.allows('fewInquiries', widestNetwork(address)))) await limits.spend('inquiriesOfMany', 'all');
  await limits.spend('inquiries', 'all');
  const bodyHash = hashBody('/advertise/inquiry', inquiry);
  const retry = { key: `same ${bodyHash}`, bodyHash };
  await openPublicInquiry(deps, siteSnapshot().publication, advertisingCatalog(siteSnapshot().publication), {
    typed: inquiry,
    retry,
  });
}

async function refusedPage(c: Context, typed: Record<string, string>, refused: Failure): Promise<Response> {
  const { publication } = siteSnapshot();
  const shown = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.slice(0, 2000)]));
  const free = await freeDatesOrNull(c);
  const body = await inquiryHtml(publication, advertisingCatalog(publication), free, { typed: shown, refused });
  const { retryAfter } = refused.detail;
  const retry = retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) };
  return page(body, statusOfFailure(refused), retry);
}

function page(body: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': HTML,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': READER_POLICY,
      ...headers,
    },
  });
}
