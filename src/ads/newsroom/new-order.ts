import { html } from 'hono/html';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { listAdvertisers } from '#ads/orders/advertisers.ts';
import { findInquiryConflicts } from '#ads/orders/conflicts.ts';
import { type Inquiry, inquirySchema, openInquiry } from '#ads/orders/open-inquiry.ts';
import { Failure } from '#core/failure.ts';
import { dollars } from '#core/money.ts';
import { isUuid } from '#core/text.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { hashBody, type IdempotencyKey, wasDone } from '#runtime/idempotency.ts';
import { AD_STYLES, adNavigation, mailNote } from './ad-labels.ts';
import {
  categoryField,
  field,
  ORDER_LABELS,
  type OrderFormFields,
  rateFields,
  similarFields,
  toInquiryFields,
} from './order-fields.ts';

/** `GET /newsroom/ads/new`: the form for an advertiser's inquiry. */
export function showNewAd(c: Context): Promise<Response> {
  return page(c, {}, null, 200);
}

/** `POST /newsroom/ads/new`. The same form sent again redirects to the order that it opened. */
export async function postNewAd(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  try {
    const asked = {
      ...toInquiryFields(typed),
      ...(typed.advertiserChoice && { advertiserChoice: typed.advertiserChoice }),
    };
    const inquiry = validateForm(inquirySchema, asked, ORDER_LABELS);
    const { deps, actor, config } = c.var;
    const retry = retryKeyOf(typed, inquiry);
    if (typed.despite !== 'yes') await requireFree(c, inquiry, retry);
    const { id } = await openInquiry(
      deps,
      actor,
      config.publication,
      advertisingCatalog(config.publication),
      inquiry,
      retry,
    );
    return redirect(`/newsroom/ads/${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => page(c, typed, failure, status));
  }
}

/** The key of the form, or else a hash of its fields, so that identical posts open one order. */
function retryKeyOf({ formKey = '' }: OrderFormFields, inquiry: Inquiry): IdempotencyKey {
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

async function page(c: Context, typed: OrderFormFields, failure: Failure | null, status: number): Promise<Response> {
  const { units } = advertisingCatalog(c.var.config.publication);
  const advertisers = await listAdvertisers(c.var.deps.db.read);
  return newsroomPage(c, {
    title: failure ? 'Order not opened' : 'New order',
    status,
    styles: AD_STYLES,
    main: html`<h1>New order</h1>
${adNavigation('new')}
<p class="hint">Copy the data from the advertiser’s letter or email. ${mailNote(c, 'The advertiser gets an email that confirms the inquiry and says what to send.')}</p>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/ads/new">
<input type="hidden" name="formKey" value="${typed.formKey ?? c.var.deps.newId()}">
${similarFields(failure, typed)}
${failure?.detail.more?.conflicts ? html`<p><input type="checkbox" id="despite" name="despite" value="yes"> <label for="despite">Open the order anyway</label></p>` : ''}
<fieldset><legend>Unit</legend>${units.map(
      ({ id, title, term, listPriceCents }) => html`
<p><input type="radio" id="unit-${id}" name="unit" value="${id}" required${typed.unit === id ? html` checked` : ''}> <label for="unit-${id}"><strong>${title}</strong>, ${listPriceCents === null ? 'on request' : html`${term}, ${dollars(listPriceCents)}`}</label></p>`,
    )}</fieldset>
${field('advertiser', 'Advertiser', typed, { list: advertisers, hint: 'The exact legal name. It is printed on the invoice.' })}
${categoryField(typed)}
${field('contactName', 'Contact', typed)}
${field('contactEmail', 'Contact’s email address', typed, { type: 'email' })}
${field('startsOn', 'First day', typed, { type: 'date', hint: 'UTC. An issue starts on a quarter’s first day, the Field Brief goes out on Tuesdays, by the day in its own time zone.' })}
${field('endsOn', 'Last day, of a custom program', typed, { type: 'date', isOptional: true })}
${rateFields(typed, true)}
<p class="field"><label for="note">Note, only for the ad desk</label>
<textarea id="note" name="note" rows="3">${typed.note ?? ''}</textarea></p>
<p><button>Open the order</button></p>
</form>`,
  });
}
