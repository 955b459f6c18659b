import { hmacSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import type { EmailAddress } from './email-address.ts';
import { hashAddress } from './subscriber.ts';

// How many emails people can make the site send to an address that is not theirs. The counts are in the database, so that all
// processes share them and a restart does not reset them. `RATE_LIMITS=off` leaves them on.

/** What an email asks: to confirm a subscription, to confirm that the address be erased, or to confirm an imported address. */
export type EmailPurpose = 'confirm' | 'erase' | 'import';

const HOUR = 3600;
const DAY = 24 * HOUR;
const PER_ADDRESS = [
  { most: 1, seconds: DAY },
  { most: 3, seconds: 30 * DAY },
];
const PER_DOMAIN = { most: 20, seconds: HOUR };
/** Of each purpose, so that an import takes no place of readers. */
export const PER_SITE = { most: 200, seconds: HOUR };

/** Providers with so many readers that a limit for the domain would stop readers who have nothing to do with each other. */
const LARGE_PROVIDERS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com me.com mac.com
  proton.me protonmail.com fastmail.com zoho.com mail.com gmx.com gmx.de gmx.net gmx.at web.de t-online.de orange.fr free.fr
  libero.it comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com yandex.ru mail.ru qq.com 163.com naver.com`.split(
    /\s+/,
  ),
);

/** The share of the site's hourly limit that a caller may use: a network that asks often leaves half to the others. */
export type EmailShare = 'all' | 'half';

/** Whether an email of this purpose may go to this address now. */
export async function mayEmail(
  deps: Deps,
  tx: Tx,
  { purpose, address, share = 'all' }: { purpose: EmailPurpose; address: EmailAddress; share?: EmailShare },
): Promise<boolean> {
  const kept = share === 'half' ? 0.5 : 0;
  const sent = (seconds: number) =>
    tx
      .selectFrom('subscriber_email')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('at', '>', inSeconds(deps, -seconds));
  for (const { most, seconds } of PER_ADDRESS) {
    const row = await sent(seconds)
      .where('address_hmac', '=', hashAddress(deps, address))
      .where('purpose', purpose === 'erase' ? '=' : '!=', 'erase')
      .executeTakeFirst();
    if (Number(row?.n) >= most) return false;
  }
  if ((await leftForSite(deps, tx, purpose)) <= kept * PER_SITE.most) return false;
  if (purpose === 'import' || LARGE_PROVIDERS.has(address.domain)) return true;
  const ofDomain = await sent(PER_DOMAIN.seconds)
    .where('domain_hmac', '=', hashDomain(deps, address))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return Number(ofDomain?.n) < (1 - kept) * PER_DOMAIN.most;
}

/** How many emails of this purpose the site may still send now. */
export async function leftForSite(deps: Deps, tx: Tx, purpose: EmailPurpose): Promise<number> {
  const row = await tx
    .selectFrom('subscriber_email')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('purpose', '=', purpose)
    .where('at', '>', inSeconds(deps, -PER_SITE.seconds))
    .executeTakeFirst();
  return PER_SITE.most - Number(row?.n);
}

/** Counts an email. */
export async function countEmail(deps: Deps, tx: Tx, purpose: EmailPurpose, address: EmailAddress): Promise<void> {
  await tx
    .insertInto('subscriber_email')
    .values({
      id: deps.newId(),
      address_hmac: hashAddress(deps, address),
      domain_hmac: hashDomain(deps, address),
      purpose,
      at: now(deps),
    })
    .execute();
}

/** Deletes counts that no limit needs any more. */
export async function deleteOldCounts(deps: Deps): Promise<void> {
  const long = inSeconds(deps, -30 * DAY);
  const old = await deps.db.read
    .selectFrom('subscriber_email')
    .select('id')
    .where('at', '<', long)
    .limit(1)
    .executeTakeFirst();
  if (old) await deps.db.write((tx) => tx.deleteFrom('subscriber_email').where('at', '<', long).execute());
}

/** A private domain names its owner, so it is stored as a hash too. */
function hashDomain(deps: Deps, { domain }: EmailAddress): string {
  return hmacSecret(deps.key, `subscriber domain ${domain}`);
}
