import { html } from 'hono/html';
import { inquirySchema, openInquiry, readUsedWords } from '../../advertising/open-inquiry.ts';
import type { Html } from '../../editions/html.ts';
import { Failure } from '../../ground/failure.ts';
import { dollars, readDollars } from '../../ground/money.ts';
import type { Ctx } from '../env.ts';
import { AD_STYLES, adWays, catalogOf } from './ad-words.ts';
import { readFields, refusalNote, requireFields, showAgain } from './form.ts';
import { goTo, newsroomPage } from './page.ts';

const LABELS = {
  unit: 'The unit',
  advertiser: 'The advertiser',
  category: 'The product category',
  contactName: 'The contact',
  contactEmail: 'The contact’s address',
  startsOn: 'The first day',
  endsOn: 'The last day',
  insertionOrder: 'The insertion order',
  note: 'The note',
};

/** `GET /newsroom/ads/new`: what an advertiser asked for. */
export function showNewAd(c: Ctx): Promise<Response> {
  return page(c, {}, null, 200);
}

/** `POST /newsroom/ads/new`. */
export async function postNewAd(c: Ctx): Promise<Response> {
  const typed = await readFields(c);
  try {
    const inquiry = requireFields(inquirySchema, asked(typed), LABELS);
    const { press, actor, config } = c.var;
    const { id } = await openInquiry(press, actor, config.publication, catalogOf(c), inquiry);
    return goTo(`/newsroom/ads/${id}`);
  } catch (error) {
    return showAgain(error, (failure, status) => page(c, typed, failure, status));
  }
}

function asked(typed: Record<string, string>): unknown {
  const { unit = '', advertiser = '', category = '', contactName = '', contactEmail = '', note = '' } = typed;
  const { startsOn = '', endsOn = '', rate = 'list', orderNumber = '', signedOn = '', amount = '' } = typed;
  const cents = readDollars(amount);
  if (rate === 'insertion order' && cents === null)
    throw new Failure('validation_failed', 'The rate of the insertion order is no amount in US dollars.', {
      hint: 'Write it as 1800 or 1,800.50.',
    });
  return {
    unit,
    advertiser,
    category,
    contactName,
    contactEmail,
    startsOn,
    endsOn: endsOn === '' ? null : endsOn,
    insertionOrder: rate === 'insertion order' ? { number: orderNumber, signedOn, cents } : null,
    note: note.replaceAll('\r\n', '\n'),
  };
}

async function page(c: Ctx, typed: Record<string, string>, failure: Failure | null, status: number): Promise<Response> {
  const { units } = catalogOf(c);
  const used = await readUsedWords(c.var.press.db.read);
  const isByOrder = typed.rate === 'insertion order';
  return newsroomPage(c, {
    title: failure ? 'Order not opened' : 'New order',
    status,
    styles: AD_STYLES,
    main: html`<h1>New order</h1>
${adWays('new')}
<p class="hint">From the letter or mail of the advertiser. They are told that it has arrived, and what to send.</p>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/ads/new">
<fieldset><legend>Unit</legend>${units.map(
      ({ id, title, term, listPriceCents }) => html`
<p><input type="radio" id="unit-${id}" name="unit" value="${id}" required${typed.unit === id ? html` checked` : ''}> <label for="unit-${id}"><strong>${title}</strong>, ${listPriceCents === null ? 'on request' : html`${term}, ${dollars(listPriceCents)}`}</label></p>`,
    )}</fieldset>
${field('advertiser', 'Advertiser', typed, { list: used.advertisers })}
${field('category', 'Product category', typed, { list: used.categories, hint: 'In an issue a sponsor has theirs alone: name it as before where it is the same.' })}
${field('contactName', 'Contact', typed)}
${field('contactEmail', 'Contact’s e-mail address', typed, { type: 'email' })}
${field('startsOn', 'First day', typed, { type: 'date', hint: 'UTC. An issue starts on a quarter’s first day, the Field Brief goes out on Tuesdays.' })}
${field('endsOn', 'Last day, of a custom program', typed, { type: 'date', isOptional: true })}
<fieldset><legend>Rate</legend>
<p><input type="radio" id="rate-list" name="rate" value="list"${isByOrder ? '' : html` checked`}> <label for="rate-list">the list price</label></p>
<p><input type="radio" id="rate-order" name="rate" value="insertion order"${isByOrder ? html` checked` : ''}> <label for="rate-order">that of a signed insertion order:</label></p>
${field('orderNumber', 'Its number', typed, { isOptional: true })}
${field('signedOn', 'Signed on', typed, { type: 'date', isOptional: true })}
${field('amount', 'Rate in US dollars', typed, { isOptional: true })}
</fieldset>
<p class="field"><label for="note">Note, for the desk alone</label>
<textarea id="note" name="note" rows="3">${typed.note ?? ''}</textarea></p>
<p><button>Open the order</button></p>
</form>`,
  });
}

type More = { type?: string; hint?: string; list?: readonly string[]; isOptional?: true };

function field(name: string, label: string, typed: Record<string, string>, more: More = {}): Html {
  const { type = 'text', hint, list, isOptional } = more;
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${typed[name] ?? ''}" autocomplete="off"${isOptional ? '' : html` required`}${list ? html` list="${name}-used"` : ''}${hint ? html` aria-describedby="${name}-hint"` : ''}>
${list ? html`<datalist id="${name}-used">${list.map((one) => html`<option value="${one}">`)}</datalist>` : ''}
${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}</p>`;
}
