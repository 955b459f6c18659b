import { html } from 'hono/html';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { type LinkEmail, linkUrl, type SiteInfo } from '#people/emails.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

const WORDS: Record<'invitation' | 'reset', { title: string; good: string; does: string }> = {
  invitation: { title: 'Invited', good: 'three days', does: 'they choose a password with it and are signed in' },
  reset: { title: 'Password reset link', good: 'half an hour', does: 'they choose a new password with it' },
};

/** The page after a chief made a one-time link: the link is emailed, or shown once. */
export function linkPage(
  c: Context,
  kind: Exclude<LinkEmail, 'address' | 'welcome'>,
  name: string,
  secret: string,
): Promise<Response> {
  const { title, good, does } = WORDS[kind];
  const back = html`<p><a href="/newsroom/team">Back to the team</a></p>`;
  const about = `It works once, within ${good}: ${does}.`;
  if (c.var.config.mail) {
    return newsroomPage(c, {
      title,
      main: html`<h1>${title}</h1>
<p class="done" role="status">A one-time link for ${name} will be emailed. ${about}</p>
<p class="hint">The <a href="/newsroom/team/outbox">outbox</a> shows when the email was sent.</p>
${back}`,
    });
  }
  return newsroomPage(c, {
    title,
    styles: ['newsroom-people.css'],
    main: html`<h1>${title}</h1>
<div class="done" role="status"><p><strong>This newsroom sends no email, so give ${name} this link yourself.</strong></p>
<p>${about} It is shown only once.</p>
<p class="secret"><code>${linkUrl(kind, siteSnapshot().publication, secret)}</code></p></div>
<p class="hint">Send it over a private channel: the first person who opens it gets the account. To send such links by email, set <code>SMTP_URL</code>.</p>
${back}`,
  });
}

/** The header of our emails; null when no mail is sent. */
export function siteForMail(c: Context): SiteInfo | null {
  return c.var.config.mail ? siteSnapshot().publication : null;
}
