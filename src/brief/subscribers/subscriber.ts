import { hmacSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import type { EmailAddress } from './email-address.ts';

export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'unsubscribed', 'suppressed', 'erased'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/** Why a subscriber has a state, in words for the newsroom. The keys are stored: never change one. */
export const STATE_REASONS = {
  asked_form: 'asked by the form, has not confirmed yet',
  imported: 'imported; waits for the confirmation email',
  asked_import: 'imported; has not confirmed yet',
  confirmed_link: 'confirmed by the link in an email',
  confirmed_vouched: 'imported as confirmed by a chief',
  unsubscribed: 'unsubscribed',
  opted_out: 'an imported list says that they opted out',
  bounced: 'emails to the address fail',
  complained: 'reported an email as spam',
  asked: 'asked for no more email',
  undone: 'the suppression was undone',
  erased: 'the address was erased',
} as const;
export type StateReason = keyof typeof STATE_REASONS;

/** What a subscriber wants in addition to the weekly brief. No section means all. */
export type Wants = { sections: string[]; plainText: boolean };
export const ALL_WANTS: Wants = { sections: [], plainText: false };

/** Why an address is suppressed. `unsubscribed` ends when its owner subscribes again; the others end by an editor's act. */
export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'asked'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The keyed hash of an address for tables that must not hold it. */
export function hashAddress(deps: Deps, { key }: Pick<EmailAddress, 'key'>): string {
  return hmacSecret(deps.key, `subscriber address ${key}`);
}

export function readWants(stored: string): Wants {
  return { ...ALL_WANTS, ...(JSON.parse(stored) as Partial<Wants>) };
}

export type StateChange = {
  id: string;
  /** Null for a new subscriber. */
  was: SubscriberState | null;
  state: SubscriberState;
  reason: StateReason;
  note?: string | null;
  /** The name of the editor who did it; absent for the subscriber and the server. */
  by?: string;
};

/** Records a change of state for the counts and the history. The caller writes the row itself in the same transaction. */
export async function recordState(deps: Deps, tx: Tx, change: StateChange): Promise<void> {
  const { id, was, state, reason, note = null, by = null } = change;
  await tx
    .insertInto('subscriber_event')
    .values({ subscriber_id: id, at: now(deps), was, state, reason, note, by_name: by })
    .execute();
}

/** Why an address is suppressed, or null. Sending asks this for each row at the moment it takes the row. */
export async function suppressionOf(
  deps: Deps,
  tx: Tx,
  address: Pick<EmailAddress, 'key'>,
): Promise<SuppressionReason | null> {
  const row = await tx
    .selectFrom('suppression')
    .select('reason')
    .where('address_hmac', '=', hashAddress(deps, address))
    .executeTakeFirst();
  return row ? (row.reason as SuppressionReason) : null;
}

/** Suppresses an address. An earlier reason stays, except that every other reason replaces `unsubscribed`. */
export async function suppressAddress(
  deps: Deps,
  tx: Tx,
  address: Pick<EmailAddress, 'key'>,
  reason: SuppressionReason,
): Promise<void> {
  await tx
    .insertInto('suppression')
    .values({ address_hmac: hashAddress(deps, address), reason, since: now(deps) })
    .onConflict((conflict) =>
      conflict.column('address_hmac').doUpdateSet({ reason }).where('suppression.reason', '=', 'unsubscribed'),
    )
    .execute();
}

/** Ends the suppression of an address; with `only`, when it has this reason. */
export async function endSuppression(
  deps: Deps,
  tx: Tx,
  address: Pick<EmailAddress, 'key'>,
  only?: SuppressionReason,
): Promise<void> {
  let query = tx.deleteFrom('suppression').where('address_hmac', '=', hashAddress(deps, address));
  if (only) query = query.where('reason', '=', only);
  await query.execute();
}
