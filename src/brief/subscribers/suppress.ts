import * as z from 'zod';
import { type Actor, nameOf, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { noSubscriber } from './erase.ts';
import { reasonText } from './import-subscribers.ts';
import { endSubscriberLinks } from './links.ts';
import type { SubscriberRecord } from './subscribe.ts';
import {
  endSuppression,
  recordState,
  type StateReason,
  type SubscriberState,
  type SuppressionReason,
  suppressAddress,
} from './subscriber.ts';

/** Why an editor suppresses a subscriber. */
export const EDITORS_REASONS = ['asked', 'bounced', 'complained'] as const;

export const suppressSchema = z.strictObject({ reason: z.enum(EDITORS_REASONS), note: reasonText });
export type Suppression = z.infer<typeof suppressSchema>;

/** Suppresses a subscriber: no email goes to the address until it is undone. @throws forbidden, not_found, already_done */
export async function suppressSubscriber(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason, note }: Suppression,
): Promise<void> {
  requireChief(actor, 'suppress subscribers');
  await deps.db.write(async (tx) => {
    const row = await getSubscriberRow(tx, id);
    await suppressRow(deps, tx, row, { reason, note, by: nameOf(actor) });
    await writeJournal(deps, tx, actor, {
      act: 'subscriber.suppressed',
      subject: { kind: 'subscriber', id: row.id },
      detail: { kind: reason, because: note },
    });
  });
}

/** Suppresses a row in the transaction of its reason, for example of a bounce. @throws already_done */
export async function suppressRow(
  deps: Deps,
  tx: Tx,
  row: SubscriberRecord,
  {
    reason,
    note = null,
    by,
  }: { reason: Exclude<SuppressionReason, 'unsubscribed'>; note?: string | null; by?: string },
): Promise<void> {
  if (row.state === 'suppressed')
    throw new Failure('already_done', 'This subscriber is suppressed already.', { hint: 'Reload the page.' });
  await setState(tx, row, { state: 'suppressed', reason, note });
  await suppressAddress(deps, tx, { key: row.address_key ?? '' }, reason);
  await endSubscriberLinks(tx, row.id, 'confirm');
  const was = row.state as SubscriberState;
  await recordState(deps, tx, { id: row.id, was, state: 'suppressed', reason, note, ...(by && { by }) });
}

/** Undoes a suppression: the subscriber gets the state from before it. @throws forbidden, not_found, already_done */
export async function undoSuppression(deps: Deps, actor: Actor, id: string): Promise<void> {
  requireChief(actor, 'undo a suppression');
  await deps.db.write(async (tx) => {
    const row = await getSubscriberRow(tx, id);
    if (row.state !== 'suppressed')
      throw new Failure('already_done', 'This subscriber is not suppressed.', { hint: 'Reload the page.' });
    const last = await tx
      .selectFrom('subscriber_event')
      .select('was')
      .where('subscriber_id', '=', row.id)
      .where('state', '=', 'suppressed')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const state = (last?.was ?? 'unsubscribed') as SubscriberState;
    await setState(tx, row, { state, reason: 'undone', note: null });
    const key = { key: row.address_key ?? '' };
    await endSuppression(deps, tx, key);
    if (state === 'unsubscribed') await suppressAddress(deps, tx, key, 'unsubscribed');
    await recordState(deps, tx, { id: row.id, was: 'suppressed', state, reason: 'undone', by: nameOf(actor) });
    await writeJournal(deps, tx, actor, {
      act: 'subscriber.suppression_undone',
      subject: { kind: 'subscriber', id: row.id },
    });
  });
}

/** Changes the state of a row, unless another process changed it meanwhile. */
async function setState(
  tx: Tx,
  { id, state: was }: SubscriberRecord,
  set: { state: SubscriberState; reason: StateReason; note: string | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriber')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', was)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new Failure('already_done', 'The subscriber changed meanwhile.', { hint: 'Reload the page.' });
}

async function getSubscriberRow(tx: Tx, id: string): Promise<SubscriberRecord> {
  const row = await tx.selectFrom('subscriber').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
  if (!row || row.state === 'erased') throw noSubscriber();
  return row;
}
