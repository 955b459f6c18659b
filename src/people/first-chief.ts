import { type Member, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret, newSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { emailLink, type SiteInfo } from './emails.ts';
import { addMember, countChiefs, insertMember, type NewMember } from './members.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

const PURPOSE = 'first-chief';
/** Seconds the printed link works. */
const USABLE = 24 * 60 * 60;

/** Creates the first chief from the settings. Returns null when a chief exists. */
export async function addFirstChief(deps: Deps, given: { email: string; password: string }): Promise<Member | null> {
  if ((await countChiefs(deps.db.read)) > 0) return null;
  return addMember(deps, SYSTEM, {
    email: given.email.trim().toLowerCase(),
    password: given.password,
    name: 'Chief editor',
    role: 'chief',
  });
}

/** Returns the secret of a one-time link that creates the first chief; null when a chief exists. Ends an earlier link. */
export async function createFirstChiefLink(deps: Deps): Promise<string | null> {
  if ((await countChiefs(deps.db.read)) > 0) return null;
  return deps.db.write((tx) => insertLink(deps, tx, null));
}

/**
 * Emails the one-time link that creates the first chief to `to`. Sends none while an earlier link to this address works and its
 * email was not refused: a server may restart often. Returns false when a chief exists.
 */
export async function emailFirstChiefLink(deps: Deps, to: string, site: SiteInfo): Promise<boolean> {
  return deps.db.write(async (tx) => {
    if ((await countChiefs(tx)) > 0) return false;
    if (await isEmailed(deps, tx, to)) return true;
    await emailLink(deps, tx, { kind: 'welcome', to, secret: await insertLink(deps, tx, to), letterhead: site });
    return true;
  });
}

/** Makes the link, which ends an earlier one. `to` is the address that gets it by email. */
async function insertLink(deps: Deps, tx: Tx, to: string | null): Promise<string> {
  const secret = newSecret('');
  await tx.deleteFrom('one_time_link').where('purpose', '=', PURPOSE).execute();
  await tx
    .insertInto('one_time_link')
    .values({
      token_hash: hashSecret(secret),
      purpose: PURPOSE,
      created_at: now(deps),
      expires_at: inSeconds(deps, USABLE),
      used_at: null,
      detail: to,
    })
    .execute();
  return secret;
}

async function isEmailed(deps: Deps, tx: Tx, to: string): Promise<boolean> {
  const link = await tx
    .selectFrom('one_time_link')
    .select('token_hash')
    .where('purpose', '=', PURPOSE)
    .where('detail', '=', to)
    .where('expires_at', '>', now(deps))
    .executeTakeFirst();
  const email = await tx
    .selectFrom('outbox')
    .select('given_up_at')
    .where('about', '=', 'welcome')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link !== undefined && email !== undefined && email.given_up_at === null;
}

/** Whether the link still works. */
export async function isFirstChiefLink(deps: Deps, secret: string): Promise<boolean> {
  const row = await deps.db.read
    .selectFrom('one_time_link')
    .select('token_hash')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', PURPOSE)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now(deps))
    .executeTakeFirst();
  return row !== undefined && (await countChiefs(deps.db.read)) === 0;
}

/**
 * Creates the first chief by the one-time link. `storeMore` stores the other fields of the form, in the same transaction.
 * @throws not_found for a link that is unknown, used or expired; validation_failed
 */
export async function useFirstChiefLink(deps: Deps, secret: string, chief: Omit<NewMember, 'role'>): Promise<Member> {
  requireStrongPassword(chief.password);
  const passwordHash = await hashPassword(deps, chief.password);
  return deps.db.write(async (tx) => {
    const used = await tx
      .updateTable('one_time_link')
      .set({ used_at: now(deps) })
      .where('token_hash', '=', hashSecret(secret))
      .where('purpose', '=', PURPOSE)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now(deps))
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n || (await countChiefs(tx)) > 0) {
      throw new Failure('not_found', 'This link was used already or has expired.', {
        hint: 'Restart the server for a new link, or sign in.',
      });
    }
    return insertMember(deps, tx, SYSTEM, { editor: { ...chief, role: 'chief' }, passwordHash });
  });
}
