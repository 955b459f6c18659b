import type { FindWaiting } from '#http/declared.ts';
import { readWait } from '#runtime/jobs/restored.ts';

/** The work that waits since a restore, for chiefs. */
export const findWaiting: FindWaiting = async ({ db }, { role }) => {
  const because = role === 'chief' ? await readWait(db.read) : null;
  if (because === null) return [];
  return [
    {
      at: '/newsroom/export',
      title: 'Emails, ads and webhooks wait',
      facts: because,
      act: { text: 'Release them', path: '/newsroom/export/restored' },
    },
  ];
};
