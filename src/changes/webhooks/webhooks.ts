import * as z from 'zod';
import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError, lockJournal } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { forget } from '#runtime/jobs/jobs.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { asReady, getRow, type IntegrationRow } from './integration-record.ts';
import { SENDS } from './record-delivery.ts';
import { MOST_SECRETS, newSignKey, newWebhookSecret, rotatedSecrets, sealSecret, validSecrets } from './signature.ts';
import { LONGEST_ADDRESS, readWebhookAddress } from './webhook-address.ts';

// What chiefs do with webhooks. A secret is returned once, and stored encrypted.

/** The most webhooks of a site. */
export const MOST_WEBHOOKS = 50;

export const webhookSchema = z.strictObject({
  address: text({ min: 1, max: LONGEST_ADDRESS }),
  note: text({ min: 0, max: 200 }),
  /** Whether messages are also signed with an Ed25519 key. */
  hasKey: z.boolean(),
});
export type WebhookText = z.infer<typeof webhookSchema>;

/** The site whose webhooks these are. */
export type WebhookSite = { baseUrl: string };

/**
 * Adds a webhook, which gets every change from now on.
 * @throws forbidden, validation_failed for an address that is not public https, already_exists
 */
export async function addWebhook(
  deps: Deps,
  actor: Actor,
  { baseUrl }: WebhookSite,
  { address, note, hasKey }: WebhookText,
): Promise<{ id: string; secret: string }> {
  requireChief(actor, 'add a webhook');
  const url = readWebhookAddress(address, new URL(baseUrl).hostname);
  const [id, secret] = [deps.newId(), newWebhookSecret()];
  const row = {
    id,
    address: url,
    base_url: baseUrl,
    note,
    created_at: now(deps),
    ...asReady(deps),
    secrets: JSON.stringify([sealSecret(deps, id, secret)]),
    sign_key: hasKey ? newSignKey(deps, id) : null,
    off_at: null,
    off_because: null,
  };
  await deps.db.write(async (tx) => {
    await requireRoom(tx);
    const after_seq = await lastSeq({ read: tx }, 'publication_log');
    await tx
      .insertInto('integration')
      .values({ ...row, after_seq })
      .execute()
      .catch(refuseSecond);
    await noteAct(deps, tx, actor, { act: 'webhook.added', id, address: url });
  });
  return { id, secret };
}

async function requireRoom(tx: Tx): Promise<void> {
  const { count } = await tx
    .selectFrom('integration')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_WEBHOOKS) return;
  throw new Failure('validation_failed', `A site has at most ${MOST_WEBHOOKS} webhooks.`, {
    hint: 'Remove one that is not needed any more.',
  });
}

function refuseSecond(error: unknown): never {
  if (!isUniqueError(error)) throw error;
  throw new Failure('already_exists', 'There is a webhook with this address.', {
    hint: 'Use that one, or give another address.',
  });
}

/**
 * Makes a new secret. The previous one also signs for 24 hours.
 * @throws forbidden, not_found, already_done when four secrets sign at the moment
 */
export async function rotateSecret(deps: Deps, actor: Actor, id: string): Promise<string> {
  const secret = newWebhookSecret();
  await changeWebhook(deps, actor, { id, act: 'webhook.rotated' }, (row) => {
    if (validSecrets(deps, row.secrets).length >= MOST_SECRETS)
      throw new Failure('already_done', 'The secret was rotated several times in the last 24 hours.', {
        hint: 'Wait until the oldest one ends, or add the webhook again.',
      });
    return { secrets: JSON.stringify(rotatedSecrets(deps, id, row.secrets, secret)) };
  });
  return secret;
}

/** Sends nothing more until it is switched on. @throws forbidden, not_found, already_done */
export async function switchOff(deps: Deps, actor: Actor, id: string): Promise<void> {
  await changeWebhook(deps, actor, { id, act: 'webhook.switched_off' }, (row) => {
    if (row.off_at !== null)
      throw new Failure('already_done', 'It is disabled already.', { hint: 'Nothing was changed.' });
    return { off_at: now(deps), off_because: 'chief' };
  });
}

/** Sends again, beginning with what was not delivered. @throws forbidden, not_found */
export async function switchOn(deps: Deps, actor: Actor, { baseUrl }: WebhookSite, id: string): Promise<void> {
  await changeWebhook(deps, actor, { id, act: 'webhook.switched_on' }, () => ({
    off_at: null,
    off_because: null,
    base_url: baseUrl,
    ...asReady(deps),
  }));
}

/** Removes a webhook with its secrets and its deliveries. @throws forbidden, not_found */
export async function removeWebhook(deps: Deps, actor: Actor, id: string): Promise<void> {
  await changeWebhook(deps, actor, { id, act: 'webhook.removed' }, async (_, tx) => {
    await tx.deleteFrom('integration').where('id', '=', id).execute();
    await tx.deleteFrom('integration_delivery').where('integration_id', '=', id).execute();
    await forget(tx, { kind: SENDS, key: id });
    return null;
  });
}

type Act = { id: string; act: JournalAct };
type Change = (row: IntegrationRow, tx: Tx) => Partial<IntegrationRow> | null | Promise<Partial<IntegrationRow> | null>;

async function changeWebhook(deps: Deps, actor: Actor, { id, act }: Act, change: Change): Promise<void> {
  requireChief(actor, 'change webhooks');
  await deps.db.write(async (tx) => {
    await lockJournal(deps.db.kind, tx); // of two changes at once, the second starts from the first
    const row = await getRow(tx, id);
    const next = await change(row, tx);
    if (next) await tx.updateTable('integration').set(next).where('id', '=', id).execute();
    await noteAct(deps, tx, actor, { id, act, address: row.address });
  });
}

/** The journal keeps the host alone: addresses of webhooks often hold a secret. */
async function noteAct(deps: Deps, tx: Tx, actor: Actor, { id, act, address }: Act & { address: string }) {
  const { host } = new URL(address);
  await writeJournal(deps, tx, actor, { act, subject: { kind: 'webhook', id }, detail: { host } });
}
