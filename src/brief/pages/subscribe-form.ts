import { html } from 'hono/html';
import type { Publication } from '#config/config.ts';
import { HONEYPOT } from '#html/honeypot.ts';
import type { Html } from '#html/html.ts';

export type TypedSubscription = {
  /** The heading; null on the page whose heading it is already. */
  heading?: string | null;
  typed?: string;
  /** Why the form was refused. */
  problem?: string | null;
};

/**
 * The form that asks for the Field Brief. It is the same for every reader, so a cached page can hold it. A site that sends no email has
 * none; the page whose heading it is says so.
 */
export function renderSubscribeForm(
  { sendsEmail, name }: Pick<Publication, 'sendsEmail' | 'name'>,
  { heading = 'The Field Brief', typed = '', problem = null }: TypedSubscription = {},
): Html {
  if (!sendsEmail)
    return heading === null
      ? html`<p>${name} sends no email at present. Follow it <a href="/rss.xml">by its feed</a>, or read <a href="/latest">the latest stories</a>.</p>`
      : html``;
  const refused = problem === null ? '' : html`<p class="wrong" role="alert" id="subscribe-problem">${problem}</p>`;
  const form = html`<form method="post" action="/brief/subscribe">
<p><label for="subscribe-email">Email address</label>
<input id="subscribe-email" name="email" type="email" value="${typed}" maxlength="254" autocomplete="email" required${problem === null ? '' : html` aria-invalid="true"`} aria-describedby="${problem === null ? '' : 'subscribe-problem '}subscribe-hint"></p>
<p hidden><label for="subscribe-website">Leave this field empty</label><input id="subscribe-website" name="${HONEYPOT}" type="text" autocomplete="off" tabindex="-1"></p>
<p><button type="submit">Subscribe</button></p>
</form>
<p class="fact" id="subscribe-hint">One email a week: what was published, and every correction. We ask you to confirm by email. The emails do not track whether you open them or what you click.</p>`;
  if (heading === null) return html`<div class="subscribe">${refused}${form}</div>`;
  return html`<section class="subscribe hang" aria-labelledby="subscribe-title">
<h2 class="label" id="subscribe-title">${heading}</h2>
<div>${refused}${form}</div>
</section>`;
}
