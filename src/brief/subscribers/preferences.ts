import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { slug } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockSubscribers } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { readEmailAddress } from './email-address.ts';
import { countEmail, mayEmail } from './email-limits.ts';
import { type BriefSite, emailSubscriberLink } from './emails.ts';
import type { SubscriberRecord } from './subscribe.ts';
import { readWants, STATE_REASONS, type StateReason, type SubscriberState, type Wants } from './subscriber.ts';
import { findByToken } from './unsubscribe.ts';

export const preferencesSchema = z.strictObject({
  weekly: z.boolean(),
  sections: z.array(slug).max(20),
  plainText: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export type PreferencesView = Preferences & { state: SubscriberState; address: string };

const WITH_PREFERENCES = ['confirmed', 'unsubscribed', 'suppressed'];

/** A subscriber's preferences by token. @throws not_found */
export async function readPreferences(deps: Deps, token: string): Promise<PreferencesView> {
  const row = await requireOwner(deps.db.read, token);
  const { sections, plainText } = readWants(row.wants);
  const state = row.state as SubscriberState;
  return { state, address: row.address ?? '', weekly: row.weekly === 1, sections, plainText };
}

/** Changes a confirmed subscriber's preferences. @throws not_found, forbidden when the subscription has ended */
export async function changePreferences(
  deps: Deps,
  token: string,
  { weekly, sections, plainText }: Preferences,
): Promise<void> {
  const { id, state } = await requireOwner(deps.db.read, token);
  if (state !== 'confirmed')
    throw new Failure('forbidden', 'This subscription has ended.', { hint: 'Subscribe again to change what you get.' });
  const wants: Wants = { sections, plainText };
  await deps.db.write((tx) =>
    tx
      .updateTable('subscriber')
      .set({ weekly: weekly ? 1 : 0, wants: JSON.stringify(wants) })
      .where('id', '=', id)
      .where('state', '=', 'confirmed')
      .execute(),
  );
}

/**
 * Emails the subscriber a fresh link that erases the address: the reader of a forwarded email has the token, but not the
 * mailbox. Over the limits it does nothing.
 * @throws not_found
 */
export async function askToErase(deps: Deps, site: BriefSite, token: string): Promise<void> {
  await deps.db.write(async (tx) => {
    await lockSubscribers(deps.db.kind, tx);
    const { id, address } = await requireOwner(tx, token);
    const to = readEmailAddress(address ?? '');
    if (!(await mayEmail(deps, tx, { purpose: 'erase', address: to }))) return;
    await countEmail(deps, tx, 'erase', to);
    await emailSubscriberLink(deps, tx, site, { id, address: to.address, act: 'erase' });
  });
}

/** Everything that is stored about the owner of a token, for them (GDPR, articles 15 and 20). @throws not_found */
export async function exportOwnData(deps: Deps, token: string): Promise<Record<string, unknown>> {
  const row = await requireOwner(deps.db.read, token);
  const history = await deps.db.read
    .selectFrom('subscriber_event')
    .select(['at', 'state', 'reason', 'note'])
    .where('subscriber_id', '=', row.id)
    .orderBy('seq')
    .execute();
  return {
    address: row.address,
    state: row.state,
    reason: STATE_REASONS[row.reason as StateReason],
    note: row.note,
    wants: { weekly: row.weekly === 1, ...readWants(row.wants) },
    origin: row.origin,
    consent: row.consent,
    createdAt: row.created_at,
    askedAt: row.asked_at,
    askedFrom: row.asked_from,
    confirmedAt: row.confirmed_at,
    unsubscribedAt: row.unsubscribed_at,
    history,
  };
}

async function requireOwner(tx: Tx, token: string): Promise<SubscriberRecord> {
  const row = await findByToken(tx, token, WITH_PREFERENCES);
  if (row) return row;
  throw new Failure('not_found', 'This link belongs to no subscriber.', {
    hint: 'Use the link in the latest brief, or subscribe again.',
  });
}
