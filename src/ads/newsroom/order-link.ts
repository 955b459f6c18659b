import { html } from 'hono/html';
import { orderUrl } from '#ads/orders/order-links.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { formatTime, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { mailNote } from './ad-labels.ts';
import type { OrderRecord } from './order-record.ts';

/** The link with which the advertiser sees the order, and the forms that renew and end it. */
export function linkSection(c: Context, { order, link }: OrderRecord): Html {
  return html`<h2 id="link">The advertiser’s page</h2>
${link ? openLink(c, orderUrl(c.var.config.publication.baseUrl, link.secret), link) : html`<p>The advertiser has no link to this order.</p>`}
<details><summary>${link ? 'Renew or end the link …' : 'Make a link …'}</summary>
<p class="hint">Anybody with the link sees the order, its invoices and its proof of performance, and can send files. ${mailNote(c, 'A new link goes to the contact by email, and the old one ends.')}</p>
<form method="post" action="/newsroom/ads/${order.id}/link"><p>${button({ text: link ? 'Make a new link' : 'Make the link', weight: 'plain' })}</p></form>
${link ? html`<form method="post" action="/newsroom/ads/${order.id}/link/end"><p>${button({ text: 'End the link', weight: 'danger' })}</p></form>` : ''}</details>`;
}

function openLink(c: Context, url: string, { expiresAt, seenAt }: NonNullable<OrderRecord['link']>): Html {
  const hint = html`It is in every email to the contact. Ends ${dayIn(expiresAt, zoneOf(c))}; ${seenAt ? html`last opened ${formatTime(seenAt)} (UTC)` : 'not opened yet'}. <a href="${url}" rel="noreferrer">Open it</a>`;
  const control = { label: 'Link, without an account', hint, readOnly: true, optional: true } as const;
  return field(control, { name: 'order-link', typed: new URLSearchParams({ 'order-link': url }) });
}
