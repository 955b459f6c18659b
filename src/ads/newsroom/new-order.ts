import { html } from 'hono/html';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { listAdvertisers } from '#ads/orders/advertisers.ts';
import { findInquiryConflicts } from '#ads/orders/conflicts.ts';
import { type Inquiry, openInquiry } from '#ads/orders/open-inquiry.ts';
import { Failure } from '#core/failure.ts';
import { currencyName, USUAL_CURRENCY } from '#core/money.ts';
import { isUuid } from '#core/text.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { drawFields, readTyped, refusalSummary, type ShownForm } from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { hashBody, type IdempotencyKey, wasDone } from '#runtime/idempotency.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { AD_STYLES, mailNote } from './ad-labels.ts';
import { inquiryFields, readInquiry, similarChoice } from './order-fields.ts';

/** `GET /newsroom/ads/new`: the form for an advertiser's inquiry. */
export function showNewAd(c: Context): Promise<Response> {
  return page(c, { typed: new URLSearchParams({ rate: 'list' }) }, 200);
}

/** `POST /newsroom/ads/new`. The same form sent again redirects to the order that it opened. */
export async function postNewAd(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { deps, actor } = c.var;
    const { publication } = siteSnapshot();
    const catalog = advertisingCatalog(publication);
    requireSameCurrency(typed, catalog.currency);
    const inquiry = readInquiry(typed, catalog, now(deps).slice(0, 10));
    const retry = retryKeyOf(typed, inquiry);
    if (typed.get('despite') !== 'yes') await requireFree(c, inquiry, retry);
    const { id } = await openInquiry(deps, actor, publication, { catalog, inquiry, retry });
    return redirect(`/newsroom/ads/${id}?done=opened`);
  } catch (error) {
    return renderFormError(error, (failure, status) => page(c, { typed, failure }, status));
  }
}

/** The form says in which currency its rate was typed. @throws validation_failed when the rate card has another one since */
function requireSameCurrency(typed: URLSearchParams, now: string): void {
  const currency = typed.get('currency') || USUAL_CURRENCY;
  if ((typed.get('rate') || 'list') === 'list' || currency === now) return;
  throw new Failure(
    'validation_failed',
    `The rate card is in ${currencyName(now)} now; the rate is in ${currencyName(currency)}.`,
    {
      hint: `Give the rate in ${currencyName(now)}.`,
    },
  );
}

/** The key of the form, or else a hash of its fields, so that identical posts open one order. */
function retryKeyOf(typed: URLSearchParams, inquiry: Inquiry): IdempotencyKey {
  const formKey = typed.get('formKey') ?? '';
  const bodyHash = hashBody('/newsroom/ads/new', inquiry);
  return { key: isUuid(formKey) ? formKey : `same ${bodyHash}`, bodyHash };
}

/**
 * A form that already opened its order passes: the repeat redirects to that order.
 * @throws already_exists with `conflicts` when days or the category are taken or asked for by others
 */
async function requireFree(c: Context, inquiry: Inquiry, retry: IdempotencyKey): Promise<void> {
  const { deps, actor } = c.var;
  const conflicts = await findInquiryConflicts(deps.db.read, inquiry, now(deps).slice(0, 10));
  if (conflicts.length === 0) return;
  if (await wasDone(deps.db.read, actor, retry)) return;
  throw new Failure(
    'already_exists',
    `${conflicts.map(({ words, reference }) => `${words} (${reference})`).join('. ')}.`,
    {
      hint: 'Choose other days, or open the order anyway. It can be booked only if the days are free then.',
      more: { conflicts: true },
    },
  );
}

async function page(c: Context, form: ShownForm, status: number): Promise<Response> {
  const catalog = advertisingCatalog(siteSnapshot().publication);
  const fields = inquiryFields(catalog, await listAdvertisers(c.var.deps.db.read));
  const { typed, failure } = form;
  return newsroomPage(c, {
    title: failure ? 'Order not opened' : 'New order',
    status,
    styles: AD_STYLES,
    head: { title: 'New order', trail: [{ text: 'Orders', href: '/newsroom/ads' }] },
    main: html`<p class="hint">Copy the data from the advertiser’s letter or email. ${mailNote(c, 'The advertiser gets an email that confirms the inquiry and says what to send.')}</p>
${refusalSummary(failure)}
<form class="entry" method="post" action="/newsroom/ads/new">
<input type="hidden" name="formKey" value="${typed.get('formKey') ?? c.var.deps.newId()}">${catalog.currency === USUAL_CURRENCY ? '' : html`<input type="hidden" name="currency" value="${catalog.currency}">`}
${similarChoice(form)}
${failure?.detail.more?.conflicts ? field(DESPITE, { name: 'despite', typed }) : ''}
${drawFields(fields, form)}<p>${button({ text: 'Open the order' })}</p>
</form>`,
  });
}

const DESPITE = {
  label: 'These days or the category',
  kind: 'boxes',
  options: [{ value: 'yes', text: 'Open the order anyway' }],
  optional: true,
} as const;
