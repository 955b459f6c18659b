import { SYSTEM } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type JobKind, type Lease, renew } from '#runtime/jobs/jobs.ts';
import { writeJournal } from '#runtime/journal.ts';
import { queueMail } from '#runtime/mail/outbox.ts';
import { asReady, type IntegrationRow, type OffReason } from './integration-record.ts';
import type { Message } from './messages.ts';
import { GIVE_UP_AFTER, waitAfter } from './retry.ts';
import type { SendOutcome } from './send-child.ts';

/** Sending to an address: one job for each, by its id. Its time is longer than a child lives. */
export const SENDS: JobKind = { name: 'send to other site', seconds: 60 };

/** Tries of an address that are kept. */
export const KEPT = 100;

/** What the emails about an address say of the site; null when no mail is sent. */
export type MailedSite = { name: string; baseUrl: string } | null;

/** An address and the job of sending to it, which this process took. */
export type HeldAddress = { row: IntegrationRow; lease: Lease };

/**
 * Records a delivered message and moves the pointer of its address behind it. False when another process has the address: then the
 * pointer stays.
 */
export async function recordSuccess(
  deps: Deps,
  held: HeldAddress,
  message: Message,
  outcome: SendOutcome,
): Promise<boolean> {
  return deps.db.write(async (tx) => {
    await insertDelivery(deps, tx, held.row.id, { message, outcome });
    return movePointer(deps, tx, held, message.upTo ?? held.row.after_seq);
  });
}

/** Moves the pointer of an address, if this process holds it. Changes `row`. */
export async function movePointer(deps: Deps, tx: Tx, { row, lease }: HeldAddress, upTo: number): Promise<boolean> {
  if (!(await renew(deps, tx, lease))) return false;
  const next = { after_seq: upTo, ...asReady(deps) };
  await tx.updateTable('integration').where('id', '=', row.id).set(next).execute();
  Object.assign(row, next);
  return true;
}

/**
 * Records a failed try and when the next one is. An address that answers 410, or took nothing for five days, is switched off, and
 * the chiefs get an email.
 */
export async function recordFailure(
  deps: Deps,
  { row, lease }: HeldAddress,
  { message, outcome, site }: { message: Message; outcome: SendOutcome; site: MailedSite },
): Promise<void> {
  await deps.db.write(async (tx) => {
    await insertDelivery(deps, tx, row.id, { message, outcome });
    if (!(await renew(deps, tx, lease))) return;
    const tries = row.tries + 1;
    const since = row.failing_since ?? now(deps);
    const because = reasonToStop(deps, outcome, since);
    const { numUpdatedRows } = await tx
      .updateTable('integration')
      .where('id', '=', row.id)
      .where('off_at', 'is', null)
      .set({
        tries,
        failing_since: since,
        trouble: outcome.trouble,
        due_at: inSeconds(deps, waitAfter(tries, randomPart(deps))),
        ...(because && { off_at: now(deps), off_because: because }),
      })
      .executeTakeFirst();
    if (because === null || numUpdatedRows !== 1n) return;
    const { host } = new URL(row.address);
    await writeJournal(deps, tx, SYSTEM, {
      act: 'webhook.switched_off',
      subject: { kind: 'webhook', id: row.id },
      detail: { host, because },
    });
    if (site) await emailChiefs(deps, tx, site, { id: row.id, host, because, trouble: outcome.trouble ?? '' });
  });
}

/** A random number from 0 to 1. */
function randomPart(deps: Deps): number {
  return Number.parseInt(deps.newId().slice(0, 8), 16) / 2 ** 32;
}

function reasonToStop(deps: Deps, { status }: SendOutcome, since: string): OffReason | null {
  if (status === 410) return 'gone';
  return since <= inSeconds(deps, -GIVE_UP_AFTER) ? 'failed' : null;
}

/** Keeps a try, and removes the oldest. */
export async function insertDelivery(
  deps: Deps,
  tx: Tx,
  id: string,
  { message, outcome }: { message: Message; outcome: SendOutcome },
): Promise<void> {
  const { id: message_id, upTo, type } = message;
  const { took, status, trouble, answer } = outcome;
  await tx
    .insertInto('integration_delivery')
    .values({
      integration_id: id,
      message_id,
      change_seq: upTo,
      type,
      at: now(deps),
      took,
      status,
      trouble,
      answer,
    })
    .execute();
  await tx
    .deleteFrom('integration_delivery')
    .where('integration_id', '=', id)
    .where('seq', '<=', (eb) =>
      eb
        .selectFrom('integration_delivery as kept')
        .select('kept.seq')
        .where('kept.integration_id', '=', id)
        .orderBy('kept.seq', 'desc')
        .limit(1)
        .offset(KEPT),
    )
    .execute();
}

type Stopped = { id: string; host: string; because: OffReason; trouble: string };

const REASONS: Record<OffReason, string> = {
  chief: 'A chief switched it off.',
  gone: 'It answers 410: it wants no more messages.',
  failed: 'No message could be delivered to it for five days.',
};

async function emailChiefs(
  deps: Deps,
  tx: Tx,
  { name, baseUrl }: NonNullable<MailedSite>,
  { id, host, because, trouble }: Stopped,
): Promise<void> {
  const chiefs = await tx
    .selectFrom('editor')
    .select('email')
    .where('role', '=', 'chief')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .execute();
  const text = [
    `${name} sends no more messages about changes to ${host}.`,
    `${REASONS[because]} The last try: ${trouble}`,
    'Nothing is lost: when you switch it on again, it gets every change that it did not get.',
    `${baseUrl}/newsroom/integrations/${id}\n`,
  ].join('\n\n');
  for (const { email } of chiefs)
    await queueMail(deps, tx, { about: 'webhook off', to: email, subject: `Webhook disabled: ${host}`, text });
}
