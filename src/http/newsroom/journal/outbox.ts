import { html } from 'hono/html';
import { listOutbox, type OutboxLine } from '../../../mail/outbox.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage } from '../kit/page.ts';
import { formatTime } from '../kit/time.ts';

const SHOWN = 200;

/** `GET /newsroom/masthead/outbox`: what became of the house's letters, never whom they are for nor what they say. */
export async function showOutbox(c: Context): Promise<Response> {
  const lines = await listOutbox(c.var.deps.db.read, SHOWN);
  return newsroomPage(c, {
    title: 'Outbox',
    main: html`<p class="trail"><a href="/newsroom/masthead">Masthead</a></p>
<h1>Outbox</h1>
${c.var.config.mail ? '' : html`<div class="refusal"><p><strong>This newsroom sends no mail.</strong></p><p>Set <code>SMTP_URL</code> and start the server again. Letters that were written meanwhile are not kept.</p></div>`}
<p>Letters of the last thirty days. A letter that nobody takes is tried again for a day. Whom it was for and what it said is forgotten when it is sent or given up; an email of an ad order that is given up keeps its words for those thirty days, so that an editor can send it again on the page of the order.</p>
${lines.length === 0 ? html`<p>Nothing yet. Invitations, new passwords and notices appear here as they are written.</p>` : table(lines)}`,
  });
}

function table(lines: OutboxLine[]): Html {
  return html`<table class="plan">
<caption class="unseen">Letters, latest first</caption>
<thead><tr><th scope="col">Letter</th><th scope="col">Kind</th><th scope="col">Written (UTC)</th><th scope="col">State (UTC)</th><th scope="col" class="number">Tries</th></tr></thead>
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
  return html`Waits to be sent`;
}
