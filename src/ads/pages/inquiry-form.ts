import { html } from 'hono/html';
import type { Availability } from '#ads/catalog/availability.ts';
import type { AdvertisingCatalog, Unit } from '#ads/catalog/catalog-schema.ts';
import { CATEGORIES } from '#ads/catalog/categories.ts';
import type { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { assetPath } from '#html/assets/assets.ts';
import { HONEYPOT } from '#html/honeypot.ts';
import type { Html } from '#html/html.ts';
import { issuesOf } from '#html/newsroom/kit/form.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { freeDatesHtml } from './advertise-charts.ts';

export type TypedInquiry = { typed?: Record<string, string>; refused?: Failure };

/** The form with which an advertiser asks for an ad. It is the same for every reader. */
export function inquiryForm(
  { units, currency, desk }: AdvertisingCatalog,
  free: Availability | null,
  { typed = {}, refused }: TypedInquiry = {},
): Html {
  const priced = units.filter(({ listPriceCents }) => listPriceCents !== null);
  const first = free?.from;
  const issues = issuesOf(refused);
  const issueOf = (name: string) => issues.find(({ path }) => path === name)?.message;
  const wrong = (name: string, id: string, hasHint: boolean) => {
    const isWrong = issueOf(name) !== undefined;
    const ids = [...(isWrong ? [`inquiry-${id}-wrong`] : []), ...(hasHint ? [`inquiry-${id}-hint`] : [])].join(' ');
    return html`${isWrong ? html` aria-invalid="true"` : ''}${ids ? html` aria-describedby="${ids}"` : ''}`;
  };
  const wrongLine = (name: string, id: string) => {
    const message = issueOf(name);
    return message ? html`<span class="wrong" id="inquiry-${id}-wrong">${message}</span>` : '';
  };
  return html`${refused ? html`<div class="wrong" role="alert" id="inquiry-problem"><p><strong>${refused.message}</strong></p><p>${refused.detail.hint ?? ''}</p></div>` : ''}
<form class="try" method="post" action="/advertise/inquiry">
<p><label for="inquiry-unit">What you want to book</label>
<select id="inquiry-unit" name="unit"${wrong('unit', 'unit', false)} required>
<option value="">Choose one</option>
${priced.map((unit) => html`<option value="${unit.id}"${typed.unit === unit.id ? html` selected` : ''}>${unitWords(unit, currency, free)}</option>`)}
</select>${wrongLine('unit', 'unit')}</p>
<p><label for="inquiry-day">First day</label>
<input id="inquiry-day" name="startsOn"${wrong('startsOn', 'day', true)} type="date" value="${typed.startsOn ?? ''}"${first ? html` min="${first}"` : ''} required>
<span class="fact" id="inquiry-day-hint">A day in UTC. An issue sponsorship begins on a quarter’s first day, and the Field Brief goes out on Tuesdays.</span>${wrongLine('startsOn', 'day')}</p>
<p><label for="inquiry-advertiser">Advertiser</label>
<input id="inquiry-advertiser" name="advertiser"${wrong('advertiser', 'advertiser', true)} type="text" value="${typed.advertiser ?? ''}" maxlength="120" autocomplete="organization" required>
<span class="fact" id="inquiry-advertiser-hint">The legal name, as the invoice should have it.</span>${wrongLine('advertiser', 'advertiser')}</p>
<p><label for="inquiry-category">Product category</label>
<select id="inquiry-category" name="category"${wrong('category', 'category', true)} required>
<option value="">Choose one</option>
${CATEGORIES.map(({ id, label }) => html`<option value="${id}"${typed.category === id ? html` selected` : ''}>${label}</option>`)}
<option value="other"${typed.category === 'other' ? html` selected` : ''}>Another one</option>
</select>
<span class="fact" id="inquiry-category-hint">A sponsor is the only advertiser of its category in an issue.</span>${wrongLine('category', 'category')}</p>
<p><label for="inquiry-other">The category, if it is another one</label>
<input id="inquiry-other" name="otherCategory"${wrong('otherCategory', 'other', false)} type="text" value="${typed.otherCategory ?? ''}" maxlength="60">${wrongLine('otherCategory', 'other')}</p>
<p><label for="inquiry-name">Your name</label>
<input id="inquiry-name" name="contactName"${wrong('contactName', 'name', false)} type="text" value="${typed.contactName ?? ''}" maxlength="80" autocomplete="name" required>${wrongLine('contactName', 'name')}</p>
<p><label for="inquiry-email">Your email address</label>
<input id="inquiry-email" name="contactEmail"${wrong('contactEmail', 'email', false)} type="email" value="${typed.contactEmail ?? ''}" maxlength="254" autocomplete="email" required>${wrongLine('contactEmail', 'email')}</p>
<p><label for="inquiry-note">Anything else the ad desk should know</label>
<textarea id="inquiry-note" name="note"${wrong('note', 'note', false)} rows="4" maxlength="2000">${typed.note ?? ''}</textarea>${wrongLine('note', 'note')}</p>
<p hidden><label for="inquiry-website">Leave this field empty</label><input id="inquiry-website" name="${HONEYPOT}" type="text" autocomplete="off" tabindex="-1"></p>
<p><button type="submit">Send the inquiry</button></p>
</form>
<p class="fact">An inquiry costs nothing and binds nobody. It goes to the ad desk, and a confirmation to your address. Rather write? <a href="mailto:${desk.email}">${desk.email}</a></p>`;
}

/** `Homepage band, $2,500; free 2026-10-05` fits a phone. */
function unitWords({ id, title, listPriceCents }: Unit, currency: string, free: Availability | null): string {
  const next = free?.units.find((unit) => unit.id === id)?.starts[0]?.from;
  return `${title}, ${priceWords(listPriceCents, currency)}${next ? `; free ${next}` : ''}`;
}

/** `$8,000`; with cents only when they are not zero. */
export function priceWords(cents: number | null, currency: string): string {
  if (cents === null) return 'on request';
  return formatAmount(cents, currency).replace(/\.00$/, '');
}

const STYLES = html`<link rel="stylesheet" href="${assetPath('advertise-dates.css')}"><link rel="stylesheet" href="${assetPath('advertise.css')}">`;

/** `/advertise/inquiry`: the free dates and the form, or the form again with what is wrong. */
export function inquiryHtml(
  publication: Publication,
  catalog: AdvertisingCatalog,
  free: Availability | null,
  again: TypedInquiry = {},
): Promise<string> {
  return pageHtml(publication, {
    title: 'Ask for an ad',
    description: `Ask ${publication.name} for an ad on free dates.`,
    ...(!again.refused && { canonical: `${publication.baseUrl}/advertise/inquiry` }),
    head: STYLES,
    main: html`<h1>Ask for an ad</h1>
<p class="dek">Prices, sizes and terms are on <a href="/advertise">the advertising page</a>.</p>
<section class="hang" aria-labelledby="ask"><h2 class="label" id="ask">Your inquiry</h2>
<div>${inquiryForm(catalog, free, again)}</div></section>
<section class="hang" aria-labelledby="dates"><div class="label"><h2 id="dates">Free dates</h2><p>Filled days are taken. Days are UTC days</p></div>
<div>${freeDatesHtml(free)}</div></section>`,
  });
}

/** The answer to an inquiry. It says nothing about other orders. */
export function inquirySentHtml(publication: Publication, sendsMail: boolean): Promise<string> {
  const answer = sendsMail
    ? 'You get an email that confirms it and says which files to send.'
    : 'The ad desk answers by email.';
  return pageHtml(publication, {
    title: 'Your inquiry has arrived',
    description: 'The ad desk has your inquiry.',
    main: html`<h1>Your inquiry has arrived</h1>
<p>${answer} An editor has to accept every ad, and the days are not reserved until the flight is booked.</p>
<p><a href="/advertise/check">Check your files</a> in the meantime, or write to <a href="mailto:${publication.adDesk}">${publication.adDesk}</a>.</p>`,
  });
}
