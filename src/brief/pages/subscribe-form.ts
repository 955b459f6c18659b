import { html } from 'hono/html';
import type { PublishedBrief } from '#brief/issues/archive.ts';
import { HONEYPOT } from '#html/honeypot.ts';
import { direction, type Html, longDate } from '#html/html.ts';
import type { Publication } from '#runtime/config/config.ts';

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
  const form = html`${refused}${fieldsHtml({ typed, hasProblem: problem !== null })}
<p class="fact" id="subscribe-hint">${heading === null ? '' : 'What we published, and every correction, on Tuesdays. '}We send one email to confirm. Every brief has a link to stop.</p>`;
  if (heading === null) return html`<div class="subscribe">${form}</div>`;
  return html`<section class="subscribe hang" aria-labelledby="subscribe-title">
<h2 class="label" id="subscribe-title">${heading}</h2>
<div>${form}</div>
</section>`;
}

/** The same between the sections of the home page, beside the last brief. */
export function renderSignUp({ sendsEmail }: Publication, latest: PublishedBrief | null): Html | null {
  if (!sendsEmail) return null;
  return html`<section class="subscribe sign-up hang" aria-labelledby="subscribe-title">
<div><div><h2 id="subscribe-title">The Field Brief, on Tuesdays</h2>
<p id="subscribe-hint">What we published, and every correction. We ask you to confirm by email. It does not track whether you open it or what you click.</p>
${fieldsHtml({ typed: '', hasProblem: false })}</div>${latest ? lastBrief(latest) : ''}</div>
</section>
`;
}

/** How many stories of the last brief are named beside the form. */
const NAMED = 3;

function lastBrief({ day, subject, stories }: PublishedBrief): Html {
  return html`
<aside class="last-brief" aria-label="The last brief"><p class="fact"><time datetime="${day}">${longDate(day)}</time></p>
<h3><a href="/brief/${day}">${subject}</a></h3>
<ul>${stories.slice(0, NAMED).map(({ headline }) => html`<li${direction(headline)}>${headline}</li>`)}</ul></aside>`;
}

function fieldsHtml({ typed, hasProblem }: { typed: string; hasProblem: boolean }): Html {
  return html`<form method="post" action="/brief/subscribe">
<label for="subscribe-email">Your email</label>
<p class="line"><input id="subscribe-email" name="email" type="email" value="${typed}" maxlength="254" autocomplete="email" required${hasProblem ? html` aria-invalid="true"` : ''} aria-describedby="${hasProblem ? 'subscribe-problem ' : ''}subscribe-hint"><button type="submit">Send me the brief</button></p>
<p hidden><label for="subscribe-website">Leave this field empty</label><input id="subscribe-website" name="${HONEYPOT}" type="text" autocomplete="off" tabindex="-1"></p>
</form>`;
}
