import type { Config, MailServer } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import {
  type ClaimedEmail,
  claimEmail,
  deleteOldEmails,
  type Email,
  finishEmail,
  giveUpAllEmails,
  postponeEmail,
} from './outbox.ts';

/** Returns the final text of an email; null when it must no longer be sent. */
type Complete = (deps: Deps, email: Email) => Promise<string | null>;
/** The file of an email's attachment, by the name in the outbox. */
export type ReadAttachment = (deps: Deps, name: string) => Promise<Attachment>;
export type Attachment = { filename: string; contentType: string; content: Buffer };
type Warn = { warn: (fields: Record<string, unknown>, message: string) => void };

/** Seconds to wait after each try; the last value repeats. */
const WAITS = [60, 300, 900, 3600, 4 * 3600];
/** An undelivered email is given up after this many seconds. */
const GIVE_UP_AFTER = 24 * 3600;
/** The most emails in one round. */
const MOST = 50;

/**
 * Sends the due emails. One process at a time claims each. If that process dies during the delivery, the email is sent again with
 * the same Message-ID. When the mail server does not answer, the rest waits for the next round.
 */
export async function sendMail(
  deps: Deps,
  { mail }: Config,
  log: Warn,
  {
    complete = async (_, { text }) => text,
    attach = noAttachment,
  }: { complete?: Complete; attach?: ReadAttachment } = {},
): Promise<void> {
  await deleteOldEmails(deps);
  if (!mail) return giveUpAllEmails(deps, 'No mail server is set (SMTP_URL).');
  const { publication } = deps.site.newest;
  const sender = { name: publication.name, host: new URL(publication.baseUrl).hostname };
  for (let n = 0; n < MOST; n++) {
    const email = await claimEmail(deps);
    if (!email) return;
    const text = await complete(deps, email);
    if (text === null) {
      await finishEmail(deps, email, 'Its link was used, replaced or expired before it could be sent.');
      continue;
    }
    const attachments = await readAttachments(deps, email, attach);
    if (attachments === null) {
      await recordDelivery(deps, email, { state: 'later', trouble: 'Its attachment could not be read.' }, log);
      continue;
    }
    const replyTo = replyAddress(email, publication.adDesk);
    const delivery = await deliver(mail, sender, { ...email, text, attachments, ...(replyTo && { replyTo }) });
    await recordDelivery(deps, email, delivery, log);
    if (delivery.state === 'later') return;
  }
}

/** Where answers go: an advertiser answers to the ad desk. Null for the address of the sender. */
function replyAddress({ about, orderId }: Email, adDesk: string): string | null {
  return orderId === undefined || about.endsWith('.desk') ? null : adDesk;
}

/** The attachments of an email; null when a file cannot be read now. Other emails do not wait for it. */
async function readAttachments(
  deps: Deps,
  { attachment }: Email,
  attach: ReadAttachment,
): Promise<Attachment[] | null> {
  if (attachment === undefined) return [];
  try {
    return [await attach(deps, attachment)];
  } catch {
    return null;
  }
}

async function noAttachment(_: Deps, name: string): Promise<Attachment> {
  throw new Error(`No reader for the attachment ${name}`);
}

async function recordDelivery(deps: Deps, email: ClaimedEmail, delivery: Delivery, log: Warn): Promise<void> {
  if (delivery.state === 'sent') return finishEmail(deps, email, null);
  const wait = WAITS[Math.min(email.tries, WAITS.length) - 1] ?? GIVE_UP_AFTER;
  const isOver = deps.clock() + wait * 1000 > Date.parse(email.queuedAt) + GIVE_UP_AFTER * 1000;
  if (delivery.state === 'later' && !isOver) return postponeEmail(deps, email, wait, delivery.trouble);
  await finishEmail(deps, email, delivery.trouble);
  log.warn(
    { code: email.about, error: delivery.trouble },
    'an email could not be delivered and is not tried again; the outbox in the newsroom shows it',
  );
}

/** An email for the mail server. `id` makes its Message-ID, so a repeated delivery is the same email. */
export type OutgoingEmail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  queuedAt: string;
  attachments?: Attachment[];
  replyTo?: string;
};
/** The result: sent, refused permanently, or to be tried again later. `trouble` contains no address. */
export type Delivery = { state: 'sent' } | { state: 'refused' | 'later'; trouble: string };

type Sender = { name: string; host: string };

/** The type of the plain part of an email that has an HTML part: a line that ends with a space continues (RFC 3676). */
const FLOWED = 'text/plain; charset=utf-8; format=flowed';

/** Milliseconds for each step of a delivery, and for the whole delivery. */
const STEP_TIMEOUT = 10_000;
const DELIVERY_TIMEOUT = 30_000;

/** Sends one email to the mail server (RFC 5321), over a new connection. */
async function deliver(server: MailServer, { name, host }: Sender, email: OutgoingEmail): Promise<Delivery> {
  const { createTransport } = await import('nodemailer'); // imported here: a server without mail never loads it
  const transport = createTransport({
    url: server.url,
    connectionTimeout: STEP_TIMEOUT,
    greetingTimeout: STEP_TIMEOUT,
    dnsTimeout: STEP_TIMEOUT,
    socketTimeout: STEP_TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: server.needsTls,
    tls: { rejectUnauthorized: server.needsTls },
  });
  const sending = transport.sendMail({
    from: { name, address: server.from },
    to: { name: '', address: email.to },
    ...(email.replyTo !== undefined && { replyTo: email.replyTo }),
    subject: email.subject.replace(/\s+/g, ' '),
    ...bodyOf(email),
    ...(email.attachments?.length && { attachments: email.attachments }),
    messageId: `<${email.id}@${host}>`,
    date: new Date(email.queuedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return Promise.race([sending.then(accepted, failureOf), late()]).finally(() => transport.close());
}

/** Plain text alone; or plain text and HTML, encoded so that no server removes the spaces at the end of its lines. */
function bodyOf({ text, html }: OutgoingEmail) {
  if (html === undefined) return { text };
  const part = (contentType: string, content: string) => ({
    contentType,
    content,
    contentTransferEncoding: 'quoted-printable',
  });
  return { alternatives: [part(FLOWED, text), part('text/html; charset=utf-8', html)] };
}

function accepted(): Delivery {
  return { state: 'sent' };
}

/** Drops the text of the server's answer: it often repeats the recipient's address. */
function failureOf(error: unknown): Delivery {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  const reply = responseCode > 0 ? ` (${responseCode})` : '';
  if (code === 'EAUTH' || LOGIN_REJECTED.has(responseCode))
    return { state: 'later', trouble: `The mail server rejected the login${reply}. Check SMTP_URL.` };
  if (code === 'ETLS') return { state: 'later', trouble: 'The mail server offers no trusted TLS connection.' };
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode >= 500 || responseCode === 0))
    return { state: 'refused', trouble: `The mail server refused the email${reply}.` };
  if (responseCode >= 400) return { state: 'later', trouble: `The mail server postponed the email${reply}.` };
  return { state: 'later', trouble: 'The mail server could not be reached, or did not answer.' };
}

/** Reply codes that reject our login, not the email. */
export const LOGIN_REJECTED = new Set([530, 534, 535, 538]);

function late(): Promise<Delivery> {
  return new Promise((resolve) => {
    setTimeout(
      () => resolve({ state: 'later', trouble: 'The mail server did not answer in time.' }),
      DELIVERY_TIMEOUT,
    ).unref();
  });
}
