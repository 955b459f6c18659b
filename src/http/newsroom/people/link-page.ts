import { html } from 'hono/html';
import { type LinkEmail, linkUrl, type SiteInfo } from '../../../accounts/emails.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage } from '../kit/page.ts';

const WORDS: Record<'invitation' | 'reset', { title: string; good: string; does: string }> = {
  invitation: { title: 'Invited', good: 'three days', does: 'they choose a password with it and are signed in' },
  reset: { title: 'A link for a new password', good: 'half an hour', does: 'they choose a new password with it' },
};

/** What became of a one-time link a chief made: on its way by mail, or shown, once, to be handed over. */
export function linkPage(
  c: Context,
  kind: Exclude<LinkEmail, 'address'>,
  name: string,
  secret: string,
): Promise<Response> {
  const { title, good, does } = WORDS[kind];
  const back = html`<p><a href="/newsroom/masthead">Back to the masthead</a></p>`;
  const about = `It works once, within ${good}: ${does}.`;
  if (c.var.config.mail) {
    return newsroomPage(c, {
      title,
      main: html`<h1>${title}</h1>
<p class="done" role="status">A one-time link for ${name} is on its way by mail. ${about}</p>
<p class="hint">What becomes of the letter stands in the <a href="/newsroom/masthead/outbox">outbox</a>.</p>
${back}`,
    });
  }
  return newsroomPage(c, {
    title,
    styles: ['newsroom-people.css'],
    main: html`<h1>${title}</h1>
<div class="done" role="status"><p><strong>This newsroom sends no mail, so hand ${name} this link yourself.</strong></p>
<p>${about} It is shown here and now only.</p>
<p class="secret"><code>${linkUrl(kind, c.var.config.publication, secret)}</code></p></div>
<p class="hint">Hand it over in a way nobody else reads: whoever uses it first has it. For letters, set <code>SMTP_URL</code>.</p>
${back}`,
  });
}

/** The head of the house's letters; null where no mail is sent. */
export function siteForMail(c: Context): SiteInfo | null {
  return c.var.config.mail ? c.var.config.publication : null;
}
