import { html } from 'hono/html';
import type { OrderEmail } from '../../../mail/outbox.ts';
import type { Html } from '../../../render/html/html.ts';
import { actName } from '../../../runtime/journal-acts.ts';
import type { Context } from '../../kit/context.ts';
import { detailWords } from '../journal/journal-labels.ts';
import { formatTime } from '../kit/time.ts';
import { mailNote } from './ad-labels.ts';
import type { OrderFile } from './order-record.ts';

/** The emails of an order: which were sent, which wait, and which were given up and can be sent again. */
export function emailsPart(c: Context, { order, emails }: OrderFile): Html | string {
  if (emails.length === 0) return '';
  const failed = emails.filter(({ canSendAgain }) => canSendAgain).length;
  return html`<h2 id="emails">Emails</h2>
${c.var.config.mail ? '' : html`<p class="refusal" role="status">${mailNote(c, '')}</p>`}
${failed > 0 ? html`<p class="refusal" role="status"><strong>${failed} not delivered.</strong> Correct the contact’s address above if it is wrong, then send again.</p>` : ''}
<ul class="emails">${emails.map((email) => html`<li>${email.subject}, to ${email.isToDesk ? 'the ad desk' : `the contact`}: ${stateOf(email)}${email.canSendAgain ? againForm(order.id, email.id) : ''}</li>`)}</ul>`;
}

function stateOf({ sentAt, givenUpAt, trouble, queuedAt, canSendAgain }: OrderEmail): Html {
  if (sentAt) return html`sent ${formatTime(sentAt)} (UTC)`;
  if (givenUpAt && !canSendAgain) return html`given up ${formatTime(givenUpAt)} (UTC), then sent again`;
  if (givenUpAt) return html`<strong>given up</strong> ${formatTime(givenUpAt)} (UTC). ${trouble ?? ''}`;
  return html`waits since ${formatTime(queuedAt)} (UTC). ${trouble ?? ''}`;
}

function againForm(orderId: string, id: string): Html {
  return html`<form method="post" action="/newsroom/ads/${orderId}/emails/${id}/again"><button class="plain">Send again</button></form>`;
}

type Change = { from: string; to: string };

/** What was done to the order and by whom, as the journal has it; corrections with what was there before. */
export function historyPart({ history }: OrderFile): Html | string {
  if (history.length === 0) return '';
  return html`<details id="history"><summary>History</summary><ol class="history">${history.map(
    ({
      at,
      actor,
      act,
      detail,
    }) => html`<li>${formatTime(at)} (UTC): ${actName(act)}, by ${actor.name}. ${detailWords(detail)}
${changesOf(detail).map(([name, { from, to }]) => html`<br>${name}: <del>${from}</del> → <ins>${to}</ins>`)}${paymentBefore(detail)}</li>`,
  )}</ol></details>`;
}

function changesOf(detail: Record<string, unknown> | null): [string, Change][] {
  return Object.entries((detail?.changes ?? {}) as Record<string, Change>);
}

function paymentBefore(detail: Record<string, unknown> | null): Html | string {
  const was = detail?.was as { paidOn?: string; note?: string; by?: string } | string | undefined;
  if (typeof was !== 'object') return '';
  return html`<br>noted before: paid ${was.paidOn}${was.note ? `, ${was.note}` : ''}, by ${was.by}`;
}
