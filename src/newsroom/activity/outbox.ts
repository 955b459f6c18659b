import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listOutbox, type OutboxLine } from '#runtime/mail/outbox.ts';

const SHOWN = 200;

/** `GET /newsroom/masthead/outbox`: the state of queued and sent emails, without recipient and text. */
export async function showOutbox(c: Context): Promise<Response> {
  const lines = await listOutbox(c.var.deps.db.read, SHOWN);
  return newsroomPage(c, {
    title: 'Outbox',
    main: html`<p class="trail"><a href="/newsroom/masthead">Masthead</a></p>
<h1>Outbox</h1>
${c.var.config.mail ? '' : html`<div class="refusal"><p><strong>This newsroom sends no email.</strong></p><p>Set <code>SMTP_URL</code> and restart the server. Emails from before that are not kept.</p></div>`}
<p>Emails of the last thirty days. The server retries a failed email for a day. Recipient and text are deleted when the email is sent or given up. A given-up email of an ad order keeps its text for thirty days, so that an editor can send it again on the page of the order.</p>
${lines.length === 0 ? html`<p>No emails yet. Invitations, password resets and notices appear here.</p>` : table(lines)}`,
  });
}

function table(lines: OutboxLine[]): Html {
  return html`<table class="plan">
<caption class="unseen">Emails, latest first</caption>
<thead><tr><th scope="col">Email</th><th scope="col">Kind</th><th scope="col">Queued (UTC)</th><th scope="col">State (UTC)</th><th scope="col" class="number">Tries</th></tr></thead>
<tbody>${lines.map(
    (one) => html`<tr>
<th scope="row">${one.subject}</th>
<td>${one.about}</td>
<td>${formatTime(one.queuedAt)}</td>
<td>${state(one)}</td>
<td class="number"><span class="label">Tries</span> ${one.tries}</td>
</tr>`,
  )}</tbody>
</table>`;
}

function state(one: OutboxLine): Html {
  if (one.sentAt) return html`Sent ${formatTime(one.sentAt)}`;
  if (one.givenUpAt) return html`<strong>Given up</strong> ${formatTime(one.givenUpAt)}. ${one.trouble ?? ''}`;
  if (one.trouble) return html`${one.trouble} Next try ${formatTime(one.dueAt)}`;
  return html`Waiting to be sent`;
}
