import type { Config } from '../config.ts';
import type { Deps } from '../runtime/deps.ts';
import { type Delivery, deliver } from './deliver.ts';
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
type Warn = { warn: (fields: Record<string, unknown>, message: string) => void };

/** Seconds to wait after each try; the last value repeats. */
const WAITS = [60, 300, 900, 3600, 4 * 3600];
/** An undelivered email is given up after this many seconds. */
const LONGEST = 24 * 3600;
/** The most emails in one round. */
const MOST = 50;

/**
 * Sends the due emails. One process at a time claims each. If that process dies during the delivery, the email is sent again with
 * the same Message-ID. When the mail server does not answer, the rest waits for the next round.
 */
export async function sendMail(
  deps: Deps,
  { mail, publication }: Config,
  log: Warn,
  complete: Complete = async (_, { text }) => text,
): Promise<void> {
  await deleteOldEmails(deps);
  if (!mail) return giveUpAllEmails(deps, 'No mail server is set (SMTP_URL).');
  const sender = { name: publication.name, host: new URL(publication.baseUrl).hostname };
  for (let n = 0; n < MOST; n++) {
    const email = await claimEmail(deps);
    if (!email) return;
    const text = await complete(deps, email);
    if (text === null) {
      await finishEmail(deps, email, 'Its link was used, replaced or expired before it could be sent.');
      continue;
    }
    const delivery = await deliver(mail, sender, { ...email, text });
    await recordDelivery(deps, email, delivery, log);
    if (delivery.state === 'later') return;
  }
}

async function recordDelivery(deps: Deps, email: ClaimedEmail, delivery: Delivery, log: Warn): Promise<void> {
  if (delivery.state === 'sent') return finishEmail(deps, email, null);
  const wait = WAITS[Math.min(email.tries, WAITS.length) - 1] ?? LONGEST;
  const isOver = deps.clock() + wait * 1000 > Date.parse(email.queuedAt) + LONGEST * 1000;
  if (delivery.state === 'later' && !isOver) return postponeEmail(deps, email, wait, delivery.trouble);
  await finishEmail(deps, email, delivery.trouble);
  log.warn(
    { code: email.about, error: delivery.trouble },
    'an email was given up; the outbox of the newsroom shows it',
  );
}
