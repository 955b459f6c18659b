import type { MailServer } from '../config.ts';

/** A letter as it is handed in. `id` makes its Message-ID: however often it is handed in, it is the same letter. */
export type OutgoingEmail = { id: string; to: string; subject: string; text: string; queuedAt: string };
/** What became of it: taken, refused for good, or to be tried again. `trouble` names no address. */
export type Delivery = { state: 'sent' } | { state: 'refused' | 'later'; trouble: string };

type Sender = { name: string; host: string };

/** Milliseconds that each step of a delivery may take, and all of them together. */
const STEP = 10_000;
const LONGEST = 30_000;

/** Hands one letter to the mail server (RFC 5321), over a connection of its own. */
export async function deliver(server: MailServer, { name, host }: Sender, letter: OutgoingEmail): Promise<Delivery> {
  const { createTransport } = await import('nodemailer'); // only here: a house that sends no mail never loads it
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
    to: { name: '', address: letter.to },
    subject: letter.subject.replace(/\s+/g, ' '),
    text: letter.text,
    messageId: `<${letter.id}@${host}>`,
    date: new Date(letter.queuedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return Promise.race([sending.then(accepted, failureOf), late()]).finally(() => transport.close());
}

function accepted(): Delivery {
  return { state: 'sent' };
}

/** What the server said is not kept: it likes to repeat whom the letter is for. */
function failureOf(error: unknown): Delivery {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  const told = responseCode > 0 ? ` (${responseCode})` : '';
  if (code === 'EAUTH' || NO_LEAVE.has(responseCode))
    return { state: 'later', trouble: `The mail server does not let us in${told}; look at SMTP_URL.` };
  if (code === 'ETLS') return { state: 'later', trouble: 'The mail server offers no TLS that can be trusted.' };
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode >= 500 || responseCode === 0))
    return { state: 'refused', trouble: `The mail server refused the letter${told}.` };
  if (responseCode >= 400) return { state: 'later', trouble: `The mail server put the letter off${told}.` };
  return { state: 'later', trouble: 'The mail server could not be reached, or did not answer.' };
}

/** Answers by which a server refuses us, not the letter. */
const NO_LEAVE = new Set([530, 534, 535, 538]);

function late(): Promise<Delivery> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ state: 'later', trouble: 'The mail server did not answer in time.' }), LONGEST).unref();
  });
}
