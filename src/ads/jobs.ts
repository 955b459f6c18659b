import type { CreateJobs } from '#http/capability.ts';
import { sendDueReminders } from './orders/reminders.ts';
import { updateRuns } from './runs/update-runs.ts';

export const createJobs: CreateJobs = (deps, { config }) => [
  {
    name: 'remind advertisers',
    waitsAfterRestore: true,
    run: async () => {
      const { mail, reminderDays } = config;
      if (mail) await sendDueReminders(deps, deps.site.newest.publication, reminderDays);
    },
  },
  {
    name: 'update ad runs',
    waitsAfterRestore: true,
    run: () => updateRuns(deps, deps.site.newest.publication),
  },
];
