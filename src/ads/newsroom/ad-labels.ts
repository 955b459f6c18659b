import { html } from 'hono/html';
import { catalogForOrders } from '#ads/catalog/catalog.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import type { Order, OrderState } from '#ads/orders/orders.ts';
import { findFigures } from '#evidence/figures/find-figures.ts';
import type { Html } from '#html/html.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import type { Context } from '#http/context.ts';

/** The name of each state, and its next step. */
export const STATE_LABELS: Record<OrderState, { name: string; next: string }> = {
  inquiry: { name: 'Inquiry', next: 'waits for its creatives' },
  'creative in': { name: 'Creative in', next: 'waits for an editor to accept it' },
  accepted: { name: 'Accepted', next: 'waits for its invoice' },
  invoiced: { name: 'Invoiced', next: 'waits to be paid and booked' },
  booked: { name: 'Booked', next: 'starts by itself' },
  running: { name: 'Running', next: 'ends by itself' },
  ran: { name: 'Ran', next: 'waits for its proof' },
  closed: { name: 'Closed', next: '' },
  refused: { name: 'Refused', next: '' },
  cancelled: { name: 'Cancelled', next: '' },
};

export const AD_STYLES = ['newsroom-ads.css'];

export function catalogOf(c: Context): AdvertisingCatalog {
  return catalogForOrders(c.var.config.publication);
}

/** The title of a unit or a creative on the price list. */
export function nameOfUnit({ units, creatives }: AdvertisingCatalog, id: string): string {
  return units.find((one) => one.id === id)?.title ?? creatives.find((one) => one.id === id)?.name ?? id;
}

export function days({ startsOn, endsOn }: Pick<Order, 'startsOn' | 'endsOn'>): Html {
  if (startsOn === endsOn) return html`<time datetime="${startsOn}">${startsOn}</time>`;
  return html`<time datetime="${startsOn}">${startsOn}</time> to <time datetime="${endsOn}">${endsOn}</time>`;
}

/** The navigation of the ad desk. */
export function adNavigation(here: 'board' | 'calendar' | 'invoices' | 'advertisers' | 'house' | 'new' | null): Html {
  const links = [
    ['board', '/newsroom/ads', 'Orders'],
    ['calendar', '/newsroom/ads/calendar', 'Calendar'],
    ['invoices', '/newsroom/ads/invoices', 'Invoices'],
    ['advertisers', '/newsroom/ads/advertisers', 'Advertisers'],
    ['house', '/newsroom/ads/house-ads', 'House ads'],
    ['new', '/newsroom/ads/new', 'New order'],
  ] as const;
  return html`<nav class="ad-ways" aria-label="Ad desk"><ul>${links.map(
    ([name, path, words]) =>
      html`<li><a href="${path}"${name === here ? html` aria-current="page"` : ''}>${words}</a></li>`,
  )}</ul></nav>`;
}

/** A sentence about an email, or the warning that the server sends none. */
export function mailNote(c: Context, words: string): string {
  return c.var.config.mail
    ? words
    : 'This newsroom sends no email (SMTP_URL is not set): inform the advertiser yourself.';
}

/** The button that emails a document to the contact. `document` is its name in the outbox. */
export function emailIt(orderId: string, document: string, name = document): Html {
  return html`<form method="post" action="/newsroom/ads/${orderId}/emails"><input type="hidden" name="document" value="${document}"><button class="plain">Email it<span class="unseen"> to the contact: ${name}</span></button></form>`;
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
  return html`<p class="number-warning" role="note"><b>Check the numbers.</b> ${what} ${numbers.length === 1 ? 'states a number' : 'state numbers'} that nobody has settled: ${named.map((one, at) => html`${at > 0 ? ', ' : ''}${one}`)}${more}. Make sure they are true before readers see them.</p>`;
}
