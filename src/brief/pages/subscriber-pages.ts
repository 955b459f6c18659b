import { html } from 'hono/html';
import { openSections } from '#article/section.ts';
import type { ArchivedBrief } from '#brief/issues/archive.ts';
import type { PreferencesView } from '#brief/subscribers/preferences.ts';
import { type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { BRIEF_SUMMARY } from './brief-pages.ts';
import { renderSubscribeForm, type TypedSubscription } from './subscribe-form.ts';

const DESCRIPTION = 'The Field Brief: one email a week.';

function subscriberPage(publication: Publication, title: string, main: Html): Promise<string> {
  return pageHtml(publication, { title, description: DESCRIPTION, main: html`<h1>${title}</h1>\n${main}` });
}

const SUBSCRIBE_TITLE = 'Subscribe to the Field Brief';

/** The latest brief, and how many readers got it where they are many. */
export type LatestBrief = ArchivedBrief & { readers: number | null };

/** `/brief/subscribe`: what the brief is, the latest one as a sample, and the form. */
export function subscribeHtml(publication: Publication, latest: LatestBrief | null): Promise<string> {
  const title = SUBSCRIBE_TITLE;
  const form = renderSubscribeForm(publication, { heading: null });
  const sample = latest
    ? html`\n<p>The latest one: <a href="/brief/${latest.day}">${latest.subject}</a>, <time datetime="${latest.day}">${longDate(latest.day)}</time>${latest.readers === null ? '' : `, went to ${latest.readers.toLocaleString('en')} readers`}.</p>`
    : '';
  return pageHtml(publication, {
    title,
    description: BRIEF_SUMMARY,
    canonical: `${publication.baseUrl}/brief/subscribe`,
    main: html`<h1>${title}</h1>\n<p class="dek">${BRIEF_SUMMARY}</p>${sample}\n${form}`,
  });
}

/** The form again, with what is wrong. */
export function refusedSubscribeHtml(
  publication: Publication,
  refused: Pick<TypedSubscription, 'typed' | 'problem'>,
): Promise<string> {
  return subscriberPage(publication, SUBSCRIBE_TITLE, renderSubscribeForm(publication, { ...refused, heading: null }));
}

/** The answer to every subscription: it does not tell whether the address is known. */
export function askedHtml(publication: Publication): Promise<string> {
  return subscriberPage(
    publication,
    'Check your email',
    html`<p>If this address can get the Field Brief, an email with a link is on its way. Open the link within two days and press the button. Until then we send you no brief.</p>
<p class="note">No email after 15 minutes? Look in your spam folder. We send at most one such email a day and three a month to an address, and take at most five requests in ten minutes from one connection. <a href="/brief/subscribe">Try another address</a>.</p>`,
  );
}

/** What a link of an email does, with the button that does it. */
export function linkHtml(publication: Publication, act: 'confirm' | 'erase', secret: string): Promise<string> {
  const [title, words, button] = LINK_WORDS[act];
  return subscriberPage(
    publication,
    title,
    html`<p>${words}</p>
<form class="subscribe" method="post" action="/brief/confirm/${secret}"><p><button type="submit">${button}</button></p></form>`,
  );
}

const LINK_WORDS = {
  confirm: [
    'Confirm your subscription',
    'Press the button to get the Field Brief, one email a week. Every email has a link to unsubscribe.',
    'Confirm',
  ],
  erase: [
    'Erase your address',
    'Press the button, and we erase your address and everything stored with it. You get no more email from us. We keep a keyed hash of the address, from which nobody can read it, so that no list can add it again without you.',
    'Erase my address',
  ],
} as const;

/** After the button of a link. */
export function linkDoneHtml(publication: Publication, act: 'confirm' | 'erase'): Promise<string> {
  return act === 'confirm'
    ? subscriberPage(
        publication,
        'You are subscribed',
        html`<p>You get the next Field Brief by email. Until then, <a href="/">read the magazine</a>.</p>`,
      )
    : subscriberPage(publication, 'Your address is erased', html`<p>You get no more email from us.</p>`);
}

/** The button for people; mail programs send the same POST. */
export function unsubscribeHtml(publication: Publication, token: string): Promise<string> {
  return subscriberPage(
    publication,
    'Unsubscribe',
    html`<p>Press the button, and we stop sending you the Field Brief.</p>
<form class="subscribe" method="post" action="/brief/unsubscribe/${token}"><p><button type="submit">Unsubscribe</button></p></form>
<p class="note">Rather fewer emails? <a href="/brief/preferences/${token}">Change what you get</a>.</p>`,
  );
}

/** The answer to every POST with a well-formed token. */
export function unsubscribedHtml(publication: Publication): Promise<string> {
  return subscriberPage(
    publication,
    'You are unsubscribed',
    html`<p>We have stopped sending you the Field Brief.</p>
<p class="note">Pressed by mistake? <a href="/brief/subscribe">Subscribe again</a>.</p>`,
  );
}

export type PreferencesPage = { token: string; view: PreferencesView; notice: 'saved' | 'erase asked' | null };

const NOTICES = {
  saved: 'Saved.',
  'erase asked':
    'We send a link to this address, unless it got one today already. The link opens a page with a button that erases the address.',
};

export function preferencesHtml(publication: Publication, { token, view, notice }: PreferencesPage): Promise<string> {
  const path = `/brief/preferences/${token}`;
  return subscriberPage(
    publication,
    'What you get',
    html`${notice ? html`<p class="wrong" role="status">${NOTICES[notice]}</p>` : ''}
<p class="dek">For ${masked(view.address)}.</p>
${view.state === 'confirmed' ? wishes(path, view) : html`<p>This subscription has ended: you get no email. <a href="/brief/subscribe">Subscribe again</a>.</p>`}
<section aria-labelledby="data-title">
<h2 id="data-title">Your data</h2>
<p><a href="${path}/export">What we store about you</a>, as JSON.</p>
<form class="subscribe" method="post" action="${path}/erase">
<p>To erase your address, we email you a new link: people to whom you forwarded a brief could open this page too.</p>
<p><button type="submit">Email me a link to erase it</button></p>
</form>
${view.state === 'confirmed' ? html`<form class="subscribe" method="post" action="/brief/unsubscribe/${token}"><p><button type="submit">Unsubscribe</button></p></form>` : ''}
</section>`,
  );
}

function wishes(path: string, { weekly, sections, plainText }: PreferencesView): Html {
  const box = (name: string, value: string, isOn: boolean, label: string) =>
    html`<p class="choice"><input type="checkbox" id="${name}-${value}" name="${name}" value="${value}"${isOn ? html` checked` : ''}> <label for="${name}-${value}">${label}</label></p>`;
  return html`<form class="subscribe wishes" method="post" action="${path}">
${box('weekly', 'on', weekly, 'Send me the Field Brief each week')}
<fieldset><legend>Only these sections (choose none to get all)</legend>
${openSections().map(({ slug, name }) => box('sections', slug, sections.includes(slug), name))}</fieldset>
${box('plainText', 'on', plainText, 'Plain text only')}
<p><button type="submit">Save</button></p>
</form>`;
}

/** An address of which somebody who got a forwarded email learns little: `d…@example.com`. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** A refusal: what is wrong and what to do next. */
export function subscriberRefusedHtml(
  publication: Publication,
  { error, hint }: { error: string; hint: string },
): Promise<string> {
  return subscriberPage(
    publication,
    'That did not work',
    html`<p class="wrong" role="alert"><strong>${error}</strong> ${hint}</p>
<p><a href="/brief/subscribe">Subscribe to the Field Brief</a></p>`,
  );
}
