import { html } from 'hono/html';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listOutbox, type OutboxLine } from '#runtime/mail/outbox.ts';

const SHOWN = 200;

/** `GET /newsroom/team/outbox`: the state of queued and sent emails, without recipient and text. */
export async function showOutbox(c: Context): Promise<Response> {
  const lines = await listOutbox(c.var.deps.db.read, SHOWN);
  return newsroomPage(c, {
    title: 'Outbox',
    head: { title: 'Outbox' },
    main: html`${c.var.config.mail ? '' : html`<div class="refusal"><p><strong>This newsroom sends no email.</strong></p><p>Set <code>SMTP_URL</code> and restart the server. Emails from before that are not kept.</p></div>`}
<p class="hint">Emails of the last thirty days. The server retries a failed email for a day. Recipient and text are deleted when the email is sent or given up. A given-up email of an ad order keeps its text for thirty days: an editor sends it again on the page of the order.</p>
${lines.length === 0 ? emptyState({ title: 'No email yet', text: 'Invitations, password resets and notices appear here.' }) : listLines(lines.map(emailLine), 'Emails, latest first')}`,
  });
}

function emailLine(email: OutboxLine): ListLine {
  const { subject, queuedAt, tries, trouble, sentAt, givenUpAt, dueAt } = email;
  const triesWords = tries > 1 ? `${tries} tries` : '';
  if (sentAt)
    return { title: subject, facts: [html`sent ${formatTime(sentAt)}`, triesWords], side: [pill('Sent', 'ready')] };
  if (givenUpAt)
    return {
      title: subject,
      facts: [html`given up ${formatTime(givenUpAt)}`, triesWords, trouble ?? ''],
      side: [pill('Given up', 'block')],
    };
  return {
    title: subject,
    facts: [
      html`queued ${formatTime(queuedAt)}`,
      triesWords,
      ...(trouble ? [trouble, html`next try ${formatTime(dueAt)}`] : []),
    ],
    side: [pill(trouble ? 'Failed, will retry' : 'Waiting', trouble ? 'block' : undefined)],
  };
}
