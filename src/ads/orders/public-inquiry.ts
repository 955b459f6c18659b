import type * as z from 'zod';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import type { Advertiser } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type IdempotencyKey, wasDone } from '#runtime/idempotency.ts';
import { findInquiryConflicts } from './conflicts.ts';
import { type Inquiry, inquirySchema, openInquiry } from './open-inquiry.ts';
import type { AdDeskSettings, Order } from './orders.ts';

/** Signs the inquiries that arrive by the form on the advertising page. */
const BY_FORM: Advertiser = { kind: 'advertiser', id: 'form', name: 'An advertiser, by the public form' };

/** Emails of the ad desk greet with this name: it has the characters of names, and no dot as in an address. */
const NAME = /^(?!.*\.\p{L}{2})[\p{L}\p{M}][\p{L}\p{M} .,'’·-]*$/u;

/** The form on the advertising page: no rate but the list price, and no unit without one. */
export const publicInquirySchema = inquirySchema
  .pick({ unit: true, advertiser: true, category: true, contactEmail: true, startsOn: true, note: true })
  .extend({
    contactName: text({ min: 1, max: 80 }).refine((name) => NAME.test(name), {
      error: 'must be a name: letters, spaces, hyphens, apostrophes and full stops, without an address',
    }),
  });
export type PublicInquiry = z.infer<typeof publicInquirySchema>;

/** Orders that one email address can open by the form in a day. */
const MOST_A_DAY = 3;
const DAY = 24 * 3600;

/**
 * Opens an order from the public form. The same inquiry sent again opens no second one. An advertiser with a similar name
 * becomes a new advertiser: the form does not tell who else has ordered, and an editor joins the two.
 * @throws validation_failed (also for days that another order holds), rate_limited (three orders of one address in a day)
 */
export async function openPublicInquiry(
  deps: Deps,
  site: AdDeskSettings,
  catalog: AdvertisingCatalog,
  { typed, retry }: { typed: PublicInquiry; retry: IdempotencyKey },
): Promise<Order> {
  const inquiry: Inquiry = { ...typed, advertiserChoice: 'new', endsOn: null, insertionOrder: null };
  requirePriced(catalog, inquiry, site);
  if (!(await wasDone(deps.db.read, BY_FORM, retry))) {
    await requireFewOf(deps, inquiry);
    await requireUntaken(deps, inquiry, site);
  }
  return openInquiry(deps, BY_FORM, site, { catalog, inquiry, retry });
}

function requirePriced({ units }: AdvertisingCatalog, { unit }: Inquiry, { adDesk }: AdDeskSettings): void {
  const asked = units.find(({ id }) => id === unit);
  if (asked && asked.listPriceCents !== null) return;
  throw new Failure('validation_failed', 'Choose what you want to book.', {
    hint: `For a program of your own, write to ${adDesk}.`,
  });
}

async function requireFewOf(deps: Deps, { contactEmail }: Inquiry): Promise<void> {
  const latest = await deps.db.read
    .selectFrom('ad_order')
    .select('id')
    .where('contact_email', '=', contactEmail)
    .where('opened_at', '>', inSeconds(deps, -DAY))
    .limit(MOST_A_DAY)
    .execute();
  if (latest.length < MOST_A_DAY) return;
  throw new Failure('rate_limited', `We have ${MOST_A_DAY} inquiries from this email address already today.`, {
    hint: 'Answer the email that we sent you, or come back tomorrow.',
    retryAfter: DAY,
  });
}

/** Days that others only ask for are no reason to refuse: the ad desk sees both inquiries. The message names nobody. */
async function requireUntaken(deps: Deps, inquiry: Inquiry, { adDesk }: AdDeskSettings): Promise<void> {
  const conflicts = await findInquiryConflicts(deps.db.read, inquiry, now(deps).slice(0, 10));
  if (!conflicts.some(({ kind }) => kind === 'taken' || kind === 'on hold')) return;
  throw new Failure('validation_failed', 'Some of these days are taken, or a sponsor has your product category then.', {
    hint: `Choose another first day from the free dates, or write to ${adDesk}.`,
  });
}
