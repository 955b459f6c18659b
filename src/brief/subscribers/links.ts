import { randomBytes } from 'node:crypto';
import { hashSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type Email, SECRET_HERE } from '#runtime/mail/outbox.ts';

// Links in emails to subscribers. Their addresses only show a button: programs that open every link of an email change nothing.

export type LinkAct = 'confirm' | 'erase';

/** Seconds that a link works. */
const WORKS_FOR = 48 * 3600;

/** 128 random bits. */
function newLinkSecret(): string {
  return randomBytes(16).toString('hex');
}

/** Makes a link and returns the hash of its secret, for `queueMail`; an earlier link for the same act ends. */
export async function createSubscriberLink(
  deps: Deps,
  tx: Tx,
  subscriberId: string,
  purpose: LinkAct,
): Promise<string> {
  await endSubscriberLinks(tx, subscriberId, purpose);
  const linkHash = hashSecret(newLinkSecret());
  await tx
    .insertInto('subscriber_link')
    .values({
      link_hash: linkHash,
      subscriber_id: subscriberId,
      purpose,
      created_at: now(deps),
      expires_at: inSeconds(deps, WORKS_FOR),
    })
    .execute();
  return linkHash;
}

/**
 * Returns the text of an email with a fresh secret in its link. Null when the link was used, replaced or has expired. A second
 * attempt to send makes a second secret, and both work.
 */
export async function addLinkSecret(deps: Deps, { text, linkHash }: Email): Promise<string | null> {
  if (linkHash === undefined) return text;
  const secret = newLinkSecret();
  const isThere = await deps.db.write(async (tx) => {
    const link = await validLinks(deps, tx).where('link_hash', '=', linkHash).executeTakeFirst();
    if (!link) return false;
    await tx
      .insertInto('subscriber_link')
      .values({ ...link, link_hash: hashSecret(secret) })
      .execute();
    return true;
  });
  return isThere ? text.replace(SECRET_HERE, () => secret) : null;
}

export type FoundLink = { subscriberId: string; purpose: LinkAct };

/** What the link with this secret does; null when the link does not exist or has ended. */
export async function findSubscriberLink(deps: Deps, tx: Tx, secret: string): Promise<FoundLink | null> {
  const link = await validLinks(deps, tx).where('link_hash', '=', hashSecret(secret)).executeTakeFirst();
  return link ? { subscriberId: link.subscriber_id, purpose: link.purpose as LinkAct } : null;
}

export async function endSubscriberLinks(tx: Tx, subscriberId: string, purpose?: LinkAct): Promise<void> {
  let query = tx.deleteFrom('subscriber_link').where('subscriber_id', '=', subscriberId);
  if (purpose) query = query.where('purpose', '=', purpose);
  await query.execute();
}

function validLinks(deps: Deps, tx: Tx) {
  return tx.selectFrom('subscriber_link').selectAll().where('expires_at', '>', now(deps));
}
