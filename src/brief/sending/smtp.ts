import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '#runtime/config/config.ts';
import { LOGIN_REJECTED } from '#runtime/mail/send-mail.ts';

// One connection to the mail server, over which emails go one after another (RFC 5321).

/** Milliseconds to connect and to be greeted. */
const CONNECT_TIMEOUT = 15_000;
/** Milliseconds without an answer: some servers check an email for minutes before they accept it (RFC 5321, 4.5.3.2). */
const ANSWER_TIMEOUT = 5 * 60_000;

/**
 * What became of an email. `deferred`, `refused`: the mail server answered 4xx, 5xx. `unsent`: the connection failed before the
 * end was written. `uncertain`: it failed after that. `stopped`: the offer was not allowed. Codes hold no address.
 */
export type DeliveryOutcome =
  | { state: 'accepted' | 'deferred' | 'refused'; code: string }
  | { state: 'unsent' | 'uncertain' | 'stopped' };

export type OutgoingBrief = { from: string; to: string; message: Buffer };

export type MailConnection = {
  isOpen: () => boolean;
  /** Sends one email. Its end is written only when `offer` returned true. */
  send: (email: OutgoingBrief, offer: () => Promise<boolean>) => Promise<DeliveryOutcome>;
  close: () => void;
};

type SmtpError = { responseCode?: number | undefined; response?: string | undefined };

/** Connects and signs in. @throws Error that says what the mail server did */
export async function connectToMail(server: MailServer): Promise<MailConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const { auth, ...options } = parseConnectionUrl(server.url) as SMTPConnection.Options & { auth?: Login };
  const connection = new Connection({
    ...options,
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    dnsTimeout: CONNECT_TIMEOUT,
    socketTimeout: ANSWER_TIMEOUT,
    requireTLS: server.needsTls,
    tls: { rejectUnauthorized: server.needsTls },
  });
  const state = { isOpen: true };
  connection.on('error', () => {
    state.isOpen = false;
  });
  connection.on('end', () => {
    state.isOpen = false;
  });
  try {
    await connect(connection);
    if (auth) await call((done) => connection.login({ credentials: auth } as never, done));
  } catch (error) {
    connection.close();
    const { responseCode = 0 } = error as SmtpError; // its text may hold the login
    const reply = responseCode > 0 ? ` (${responseCode})` : '';
    throw new Error(`The mail server could not be reached, or refused the connection${reply}.`);
  }
  return {
    isOpen: () => state.isOpen,
    send: (email, offer) => send(connection, state, email, offer),
    close: () => {
      if (state.isOpen) connection.quit();
      state.isOpen = false;
      connection.close();
    },
  };
}

type Login = { user: string; pass: string };

function connect(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
}

function call(work: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
}

async function send(
  connection: SMTPConnection,
  state: { isOpen: boolean },
  { from, to, message }: OutgoingBrief,
  offer: () => Promise<boolean>,
): Promise<DeliveryOutcome> {
  const progress: Progress = { isOffered: false, isStopped: false };
  const error = await new Promise<SmtpError | null>((resolve) => {
    connection.send({ from, to }, streamOf(message, offer, progress), (failed) => resolve(failed ?? null));
  });
  const outcome = outcomeOf(error, progress);
  const mayGoOn = outcome.state === 'accepted' || outcome.state === 'refused' || outcome.state === 'deferred';
  if (state.isOpen && mayGoOn && (error === null || (await isReset(connection)))) return outcome;
  state.isOpen = false;
  connection.close();
  return outcome;
}

async function isReset(connection: SMTPConnection): Promise<boolean> {
  return call((done) => connection.reset(done)).then(
    () => true,
    () => false,
  );
}

type Progress = { isOffered: boolean; isStopped: boolean };

/** The email as a stream that ends, so that the final dot is written, only after `offer` allowed it. */
function streamOf(message: Buffer, offer: () => Promise<boolean>, progress: Progress): Readable {
  let isWritten = false;
  return new Readable({
    read() {
      if (!isWritten) {
        isWritten = true;
        this.push(message);
        return;
      }
      offer().then(
        (isAllowed) => {
          // A connection that failed meanwhile has destroyed the stream: the end is not written any more.
          progress.isOffered = isAllowed;
          progress.isStopped = !isAllowed;
          if (isAllowed) this.push(null);
          else this.destroy(new Error('stopped'));
        },
        (error: Error) => {
          progress.isStopped = true;
          this.destroy(error);
        },
      );
    },
  });
}

function outcomeOf(error: SmtpError | null, { isOffered, isStopped }: Progress): DeliveryOutcome {
  if (error === null) return { state: 'accepted', code: '250' };
  if (isStopped) return { state: 'stopped' };
  const { responseCode = 0, response = '' } = error;
  if (LOGIN_REJECTED.has(responseCode)) return { state: 'unsent' };
  if (responseCode < 400) return { state: isOffered ? 'uncertain' : 'unsent' };
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const code = enhanced ? `${responseCode} ${enhanced}` : `${responseCode}`;
  return { state: responseCode < 500 ? 'deferred' : 'refused', code };
}

/** Whether a refusal is about the sender, such as `550 5.7.1`: it says nothing about the subscriber's mailbox. */
export function isPolicyRefusal(code: string): boolean {
  return /^\d{3} 5\.7\./.test(code);
}
