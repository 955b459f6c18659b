import { html } from 'hono/html';
import { catalogForOrders } from '#ads/catalog/catalog.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import type { Order, OrderState } from '#ads/orders/orders.ts';
import { findFigures } from '#evidence/figures/find-figures.ts';
import { type Html, shortDate } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { tabs } from '#html/newsroom/kit/tabs.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** The name of each state, and its next step. */
export const STATE_LABELS: Record<OrderState, { name: string; next: string }> = {
  inquiry: { name: 'Inquiry', next: 'waits for its creatives' },
  'creative in': { name: 'Received', next: 'waits for an editor to accept it' },
  accepted: { name: 'Accepted', next: 'waits for its invoice' },
  invoiced: { name: 'Invoiced', next: 'waits to be paid and booked' },
  booked: { name: 'Booked', next: 'starts on its first day' },
  running: { name: 'Running', next: 'ends after its last day' },
  ran: { name: 'Completed', next: 'waits to be closed' },
  closed: { name: 'Closed', next: '' },
  refused: { name: 'Refused', next: '' },
  cancelled: { name: 'Cancelled', next: '' },
};

export const AD_STYLES = ['newsroom-ads.css'];

export function catalogOf(): AdvertisingCatalog {
  return catalogForOrders(siteSnapshot().publication);
}

/** The title of a unit or a creative on the rate card. */
export function nameOfUnit({ units, creatives }: AdvertisingCatalog, id: string): string {
  return units.find((unit) => unit.id === id)?.title ?? creatives.find((creative) => creative.id === id)?.name ?? id;
}

export function days({ startsOn, endsOn }: Pick<Order, 'startsOn' | 'endsOn'>): Html {
  if (startsOn === endsOn) return html`<time datetime="${startsOn}">${startsOn}</time>`;
  return html`<time datetime="${startsOn}">${startsOn}</time> to <time datetime="${endsOn}">${endsOn}</time>`;
}

/** Days for cards and lines: `5 Oct – 1 Nov 2026`. */
export function shortDays({ startsOn, endsOn }: Pick<Order, 'startsOn' | 'endsOn'>): string {
  if (startsOn === endsOn) return shortDate(startsOn);
  const first = shortDate(startsOn);
  return `${startsOn.slice(0, 4) === endsOn.slice(0, 4) ? first.slice(0, -5) : first} – ${shortDate(endsOn)}`;
}

/** The pages of the orders, above each of them. */
export function orderTabs(here: 'orders' | 'calendar' | 'advertisers' | 'house'): Html {
  const list = [
    ['orders', '/newsroom/ads', 'Orders'],
    ['calendar', '/newsroom/ads/calendar', 'Avails'],
    ['advertisers', '/newsroom/ads/advertisers', 'Advertisers'],
    ['house', '/newsroom/ads/house-ads', 'House ads'],
  ] as const;
  return tabs(
    'Orders',
    list.map(([name, href, text]) => ({ text, href, isCurrent: name === here })),
  );
}

/** What the marks of the drawing of slots mean. */
export function slotsLegend(): Html {
  return html`<p class="legend"><span><i class="key solid"></i> booked</span> <span><i class="key firm"></i> on hold</span> <span><i class="key asks"></i> asked for</span></p>`;
}

/** A sentence about an email, or the warning that the server sends none. */
export function mailNote(c: Context, words: string): string {
  return c.var.config.mail
    ? words
    : 'This newsroom sends no email (SMTP_URL is not set): inform the advertiser yourself.';
}

/** The button that emails a document to the contact. `document` is its name in the outbox. */
export function emailIt(orderId: string, document: string, name = document): Html {
  return html`<form method="post" action="/newsroom/ads/${orderId}/emails"><input type="hidden" name="document" value="${document}">${button({ text: html`Email it<span class="unseen"> to the contact: ${name}</span>`, weight: 'quiet' })}</form>`;
}

/** Numbers named in one warning. */
const MOST_NAMED = 5;

/**
 * A warning for text that readers see and the gate does not check, when it states a number: rows of suppliers, and the
 * alternative text of ads. It blocks nothing. Dates, ordinals and names with a digit do not count.
 */
export function numberWarning(what: string, texts: readonly string[]): Html | string {
  const numbers = texts.flatMap((text) => findFigures(text).filter(({ looksLike }) => looksLike === 'measure'));
  if (numbers.length === 0) return '';
  const named = numbers.slice(0, MOST_NAMED).map(({ text }) => html`“${markHidden(text)}”`);
  const more = numbers.length > named.length ? ` and ${numbers.length - named.length} more` : '';
  return html`<p class="number-warning" role="note"><b>Check the numbers.</b> ${what} ${numbers.length === 1 ? 'states a number' : 'state numbers'} that nobody has settled: ${named.map((words, at) => html`${at > 0 ? ', ' : ''}${words}`)}${more}. Make sure they are true before readers see them.</p>`;
}
