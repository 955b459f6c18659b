import type { HoldCopy } from '#http/declared.ts';
import { makeJobsWait } from '#runtime/jobs/restored.ts';
import { giveUpWaiting } from '#runtime/mail/outbox.ts';

/** Gives up the emails that a copy of the data would send, and makes its jobs wait for a chief. */
export const holdCopy: HoldCopy = async (deps, tx, { because }) => {
  await makeJobsWait(tx, because);
  const emails = await giveUpWaiting(deps, tx, because);
  return [
    ...(emails > 0
      ? [
          `${emails} ${emails === 1 ? 'email that waited is' : 'emails that waited are'} not sent: see Outbox in the newsroom.`,
        ]
      : []),
    'Ads, reminders, requests to confirm, emails to the team and webhooks wait until a chief releases them at /newsroom/export/restored.',
  ];
};
