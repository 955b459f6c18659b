import { preferencesUrl, tokenOf } from '#brief/subscribers/tokens.ts';
import { SECRET_HERE } from '#runtime/mail/outbox.ts';
import { completeEmail } from '#server/emails.ts';
import { BASE, type TestSite } from '../site.ts';

// Subscribers of the Field Brief, by the steps that a reader does.

/** Settings of a site that sends email: no server listens there, so emails stay in the outbox. */
export const WITH_MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'brief@magazine.example' };

/** A form post of a reader from one of our own pages. */
export function readerForm(fields: Record<string, string> | string, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: BASE, ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  };
}

export function subscribe(site: TestSite, email: string, headers: Record<string, string> = {}): Promise<Response> {
  return site.fetch('/brief/subscribe', readerForm({ email }, headers));
}

/** The waiting emails, oldest first, with the text that the mail server would get now. */
export async function emailsOf(site: TestSite): Promise<{ about: string; to: string; text: string }[]> {
  const rows = await site.deps.db.read.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute();
  const emails = [];
  for (const { about, recipient, subject, text, link_hash } of rows) {
    const email = { about, to: recipient ?? '', subject, text: text ?? '' };
    const isOpen = link_hash !== null && text?.includes(SECRET_HERE);
    const whole = isOpen ? await completeEmail(site.deps, { ...email, linkHash: link_hash }) : text;
    emails.push({ ...email, text: whole ?? '' });
  }
  return emails;
}

export async function countEmails({ deps }: TestSite): Promise<number> {
  return (await deps.db.read.selectFrom('outbox').select('id').execute()).length;
}

/** The path of the link that still works in an email to an address. */
export async function linkTo(site: TestSite, address: string): Promise<string> {
  const links = (await emailsOf(site)).map(({ to, text }) => (to === address ? LINK.exec(text)?.[0] : undefined));
  return links.find((link) => link !== undefined) ?? '';
}

const LINK = /\/brief\/confirm\/[0-9a-f]{32}/;

/** Subscribes an address and confirms it. Returns the id and the two personal paths. */
export async function confirmedSubscriber(site: TestSite, email: string) {
  await subscribe(site, email);
  await site.fetch(await linkTo(site, email), { method: 'POST' });
  return subscriberOf(site, email);
}

export async function subscriberOf(site: TestSite, email: string) {
  const { deps } = site;
  const row = await deps.db.read
    .selectFrom('subscriber')
    .selectAll()
    .where('address', '=', email)
    .executeTakeFirstOrThrow();
  return {
    row,
    preferences: preferencesUrl(deps, '', row.id),
    unsubscribe: `/brief/unsubscribe/${tokenOf(deps, row.id)}`,
  };
}
