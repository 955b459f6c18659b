import type { CreateJobs } from '#http/capability.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Series } from '#runtime/metric-families.ts';
import { readMailboxSometimes } from './bounces/read-mailbox.ts';
import { deleteOldBounces } from './bounces/record-bounce.ts';
import { checkDnsSometimes } from './domain/check-dns.ts';
import { hasDkimKey } from './domain/dkim-key.ts';
import { createBriefSender } from './sending/brief-sender.ts';
import { askImported } from './subscribers/ask-imported.ts';
import { deleteOldCounts } from './subscribers/email-limits.ts';
import { deleteUnconfirmed } from './subscribers/erase.ts';
import { countSubscribers } from './subscribers/list-subscribers.ts';

export const createJobs: CreateJobs = (deps, { config, log }) => [
  {
    name: 'update subscribers',
    waitsAfterRestore: true,
    run: async () => {
      if (config.mail) await askImported(deps, deps.site.newest.publication);
      await deleteUnconfirmed(deps);
      await deleteOldCounts(deps);
      await deleteOldBounces(deps);
    },
    read: () => subscribersByState(deps),
  },
  {
    name: 'check the mail domain',
    run: async () => {
      if (config.mail && (await hasDkimKey(deps.db.read))) await checkDnsSometimes(deps, config.mailDomain);
    },
  },
  {
    name: 'read reports about deliveries',
    run: async () => {
      const { bounces, brief } = config;
      if (bounces.mailbox === null || brief.bounceHost === null) return;
      const trouble = await readMailboxSometimes(deps, bounces.mailbox, brief.bounceHost);
      if (trouble) log.warn({ error: trouble }, 'reports about deliveries could not be read; tried again in 5 minutes');
    },
  },
  createBriefSender(deps, config, log),
];

async function subscribersByState({ db }: Deps): Promise<Series> {
  try {
    const counts = Object.entries(await db.readCached('subscribers by state', countSubscribers));
    return Object.fromEntries(counts.map(([state, n]) => [`plumbline_brief_subscribers{state="${state}"}`, n]));
  } catch {
    return {}; // the database is away
  }
}
