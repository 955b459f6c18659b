import type { Selectable } from 'kysely';
import type { Tx } from '#db/database.ts';
import { lockSubscribers } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { type EmailAddress, readEmailAddress } from './email-address.ts';
import { countEmail, mayEmail } from './email-limits.ts';
import { type BriefSite, emailAlreadySubscribed, emailSubscriberLink } from './emails.ts';
import { ALL_WANTS, recordState, suppressionOf } from './subscriber.ts';
import { hashToken, tokenOf } from './tokens.ts';

export type SubscriberRecord = Selectable<Tables['subscriber']>;

/** Where a request comes from, and whether its network sent only few in the last hour. */
export type Asker = { address: string; isOneOfFew: boolean };

/**
 * Asks the owner of an address to confirm a subscription. It returns nothing: the caller must not tell whether the address is
 * known, suppressed or over a limit. A confirmed subscriber gets the address of their preferences, and a suppressed address
 * gets no email; both count like the others.
 * @throws validation_failed when the text is no email address
 */
export async function askForBrief(deps: Deps, site: BriefSite, typed: string, from: Asker): Promise<void> {
  const address = readEmailAddress(typed);
  const share = from.isOneOfFew ? 'all' : 'half';
  if (!(await mayEmail(deps, deps.db.read, { purpose: 'confirm', address, share }))) return; // most floods end here, without a write
  await deps.db.write(async (tx) => {
    await lockSubscribers(deps.db.kind, tx);
    if (!(await mayEmail(deps, tx, { purpose: 'confirm', address, share }))) return;
    await countEmail(deps, tx, 'confirm', address);
    const suppressed = await suppressionOf(deps, tx, address);
    if (suppressed !== null && suppressed !== 'unsubscribed') return;
    const known = await findByKey(tx, address.key);
    if (known?.state === 'suppressed') return;
    if (known?.state === 'confirmed') {
      await emailAlreadySubscribed(deps, tx, site, { id: known.id, address: known.address ?? '' });
      return;
    }
    const asked = known
      ? await askAgain(deps, tx, known, from.address)
      : await addPending(deps, tx, address, from.address);
    await emailSubscriberLink(deps, tx, site, { ...asked, act: 'confirm' });
  });
}

export async function findByKey(tx: Tx, key: string): Promise<SubscriberRecord | undefined> {
  return tx.selectFrom('subscriber').selectAll().where('address_key', '=', key).executeTakeFirst();
}

/** The email goes to the stored address: two spellings of one key are one mailbox at nearly all providers, but not at each. */
async function askAgain(deps: Deps, tx: Tx, { id, address }: SubscriberRecord, from: string) {
  await tx
    .updateTable('subscriber')
    .set({ asked_at: now(deps), asked_from: from })
    .where('id', '=', id)
    .execute();
  return { id, address: address ?? '' };
}

async function addPending(deps: Deps, tx: Tx, { address, key }: EmailAddress, from: string) {
  const id = deps.newId();
  const at = now(deps);
  await tx
    .insertInto('subscriber')
    .values({
      id,
      address,
      address_key: key,
      token_hash: hashToken(tokenOf(deps, id)),
      origin: 'form',
      state: 'pending',
      reason: 'asked_form',
      wants: JSON.stringify(ALL_WANTS),
      created_at: at,
      asked_at: at,
      asked_from: from,
    })
    .execute();
  await recordState(deps, tx, { id, was: null, state: 'pending', reason: 'asked_form' });
  return { id, address };
}
