import type { MailServer } from '../config.ts';

/** An email for the mail server. `id` makes its Message-ID, so a repeated delivery is the same email. */
export type OutgoingEmail = { id: string; to: string; subject: string; text: string; queuedAt: string };
/** The result: sent, refused for good, or to be tried again later. `trouble` contains no address. */
export type Delivery = { state: 'sent' } | { state: 'refused' | 'later'; trouble: string };

type Sender = { name: string; host: string };

/** Milliseconds for each step of a delivery, and for the whole delivery. */
const STEP = 10_000;
const LONGEST = 30_000;

/** Sends one email to the mail server (RFC 5321), over a new connection. */
export async function deliver(server: MailServer, { name, host }: Sender, email: OutgoingEmail): Promise<Delivery> {
  const { createTransport } = await import('nodemailer'); // imported here: a server without mail never loads it
  const transport = createTransport({
    url: server.url,
    connectionTimeout: STEP,
    greetingTimeout: STEP,
    dnsTimeout: STEP,
    socketTimeout: STEP,
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: server.needsTls,
    tls: { rejectUnauthorized: server.needsTls },
  });
  const sending = transport.sendMail({
    from: { name, address: server.from },
    to: { name: '', address: email.to },
    subject: email.subject.replace(/\s+/g, ' '),
    text: email.text,
    messageId: `<${email.id}@${host}>`,
    date: new Date(email.queuedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return Promise.race([sending.then(accepted, failureOf), late()]).finally(() => transport.close());
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
const LOGIN_REJECTED = new Set([530, 534, 535, 538]);

function late(): Promise<Delivery> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ state: 'later', trouble: 'The mail server did not answer in time.' }), LONGEST).unref();
  });
}
