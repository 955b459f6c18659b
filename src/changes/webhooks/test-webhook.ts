import { type Actor, requireChief } from '#core/actor.ts';
import { runInChild } from '#runtime/child-process.ts';
import type { Deps } from '#runtime/deps.ts';
import { isHeld } from '#runtime/jobs/jobs.ts';
import { writeJournal } from '#runtime/journal.ts';
import { asReady, getRow } from './integration-record.ts';
import { testMessage } from './messages.ts';
import { insertDelivery, SENDS } from './record-delivery.ts';
import type { SendJob, SendOutcome, SendPart } from './send-child.ts';
import { CHILD_ENDED, CHILD_LIMITS, SEND_CHILD, type SendingSite, toSendLane } from './send-lanes.ts';

/**
 * Sends a test message now and returns what became of it. When it is taken, changes that wait for their next try are sent at once.
 * @throws forbidden, not_found
 */
export async function testWebhook(deps: Deps, actor: Actor, site: SendingSite, id: string): Promise<SendOutcome> {
  requireChief(actor, 'test a webhook');
  const row = await getRow(deps.db.read, id);
  const message = testMessage(deps, row, site.baseUrl);
  const job: SendJob = { lanes: [toSendLane(row.address, [message], site)], milliseconds: 1000 };
  let outcome = CHILD_ENDED;
  await runInChild<SendJob, true, SendPart>(SEND_CHILD, job, CHILD_LIMITS, (part) => {
    outcome = part.outcome ?? outcome;
  });
  await deps.db.write(async (tx) => {
    await insertDelivery(deps, tx, id, { message, outcome });
    if (outcome.trouble === null && !(await isHeld(deps, tx, { kind: SENDS, key: id })))
      await tx.updateTable('integration').set(asReady(deps)).where('id', '=', id).execute();
    await writeJournal(deps, tx, actor, {
      act: 'webhook.tested',
      subject: { kind: 'webhook', id },
      detail: { host: new URL(row.address).host, status: outcome.status },
    });
  });
  return outcome;
}
