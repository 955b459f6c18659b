// A sender of messages in a process of its own, which a test kills: `sender-process.ts DATABASE_URL CONFIG`. Receivers are at
// ports of this machine, by the names in CONFIG.

import { senderSettings } from '#changes/webhooks/run-integrations.ts';
import { createIntegrationSender } from '#changes/webhooks/sender.ts';
import { openDatabase } from '#db/connection/open.ts';
import { readConfig } from '#runtime/config/config.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { followCommits } from '#runtime/follow-log.ts';
import { createHolder } from '#runtime/jobs/jobs.ts';
import { placeSite } from '#site/live-site.ts';

const [, , url = '', given = '{}'] = process.argv;
const { rehearsal, baseUrl } = JSON.parse(given);
const db = await openDatabase(url);
const config = readConfig({ BASE_URL: baseUrl });
const deps = await createDeps(db);
placeSite(deps.site, config);
const settings = senderSettings(deps, config);
const sender = createIntegrationSender(deps, {
  ...settings,
  site: { ...settings.site, rehearsal },
  me: createHolder(deps),
  again: () => follower.lookAgain(),
  warn: (fields, message) => console.error(message, fields),
});
const follower = followCommits(db, sender.look, 10);
setInterval(() => void follower.lookAgain(), 50);
