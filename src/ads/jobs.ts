import type { CreateJobs } from '#capability.ts';
import { sendDueReminders } from './orders/reminders.ts';
import { takeScreenshots } from './runs/screenshots.ts';
import { chromiumScreenshots } from './runs/take-screenshot.ts';
import { updateRuns } from './runs/update-runs.ts';

export const createJobs: CreateJobs = (deps, { config, fetchOwnPage }) => [
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
    run: () => updateRuns(deps, deps.site.newest.publication, fetchOwnPage),
  },
  {
    name: 'take ad screenshots',
    run: async () => {
      const { chromium, publication } = config;
      if (chromium !== null) await takeScreenshots(deps, chromiumScreenshots(chromium, publication.baseUrl));
    },
  },
];
