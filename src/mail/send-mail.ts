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

/** The text of an email as it is sent; null where it is to be sent no more. */
type Complete = (deps: Deps, letter: Email) => Promise<string | null>;
type Warn = { warn: (fields: Record<string, unknown>, message: string) => void };

/** Seconds to wait after each try; after the last of them, as long again. */
const WAITS = [60, 300, 900, 3600, 4 * 3600];
/** Seconds after which a letter nobody takes is given up. */
const LONGEST = 24 * 3600;
/** Letters handed in during one round. */
const MOST = 50;

/**
 * Hands in the letters that are due. Each is taken by one process at a time; one that was being handed in when its process
 * died is handed in again, under the same Message-ID. A server that does not answer is left alone until the next round.
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
    const letter = await claimEmail(deps);
    if (!letter) return;
    const text = await complete(deps, letter);
    if (text === null) {
      await finishEmail(deps, letter, 'Its link was used, replaced or too old when it was to be sent.');
      continue;
    }
    const delivery = await deliver(mail, sender, { ...letter, text });
    await recordDelivery(deps, letter, delivery, log);
    if (delivery.state === 'later') return;
  }
}

async function recordDelivery(deps: Deps, letter: ClaimedEmail, delivery: Delivery, log: Warn): Promise<void> {
  if (delivery.state === 'sent') return finishEmail(deps, letter, null);
  const wait = WAITS[Math.min(letter.tries, WAITS.length) - 1] ?? LONGEST;
  const isOver = deps.clock() + wait * 1000 > Date.parse(letter.queuedAt) + LONGEST * 1000;
  if (delivery.state === 'later' && !isOver) return postponeEmail(deps, letter, wait, delivery.trouble);
  await finishEmail(deps, letter, delivery.trouble);
  log.warn(
    { code: letter.about, error: delivery.trouble },
    'a letter was given up; the outbox of the newsroom shows it',
  );
}
