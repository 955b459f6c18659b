import { changeJson } from '#changes/pages/changes-json.ts';
import type { BackgroundJob } from '#http/capability.ts';
import type { Log } from '#http/context.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { followCommits } from '#runtime/follow-log.ts';
import { createHolder } from '#runtime/jobs/jobs.ts';
import { readWait } from '#runtime/jobs/restored.ts';
import { measureLag } from './measure-lag.ts';
import { createIntegrationSender, type SenderSettings } from './sender.ts';

/** Milliseconds between a commit and the look for something to send: changes that come together are sent together. */
const PAUSE = 50;
/** Longest wait for messages that are on their way when the process stops, in milliseconds. */
const LONGEST_FINISH = 3000;

/** Sends each change to other sites, after the commit of its publication; each run sends what has to be tried again. */
export function startIntegrations(deps: Deps, config: Config, log: Log): BackgroundJob {
  const settings = senderSettings(deps, config);
  const counts = { delivered: 0, failed: 0 };
  const sender = createIntegrationSender(deps, {
    ...settings,
    me: createHolder(deps),
    again: () => follower.lookAgain(),
    warn: (fields, message) => log.warn(fields, message),
    count: (ended) => void counts[ended]++,
  });
  let hasEnded = false;
  const look = async () => {
    if (hasEnded || (await readWait(deps.db.read)) !== null) return;
    await sender.look();
  };
  const follower = followCommits(deps.db, look, PAUSE);
  return {
    name: 'send to other sites',
    run: look,
    read: async () => ({
      'plumbline_integration_deliveries_total{ended="delivered"}': counts.delivered,
      'plumbline_integration_deliveries_total{ended="failed"}': counts.failed,
      ...(await readLag(deps, settings.site.baseUrl).catch(() => ({}))),
    }),
    stop: async () => {
      hasEnded = true;
      await follower.stop();
      const late = new Promise<void>((over) => setTimeout(over, LONGEST_FINISH).unref());
      await Promise.race([sender.rest(), late]);
    },
  };
}

/** The metrics of all receivers. @throws when the database is away */
export async function readLag(deps: Deps, baseUrl: string): Promise<Record<string, number>> {
  const { states, lines, seconds } = await measureLag(deps, baseUrl);
  return {
    plumbline_integration_lag_lines: lines,
    plumbline_integration_lag_seconds: seconds,
    ...Object.fromEntries(
      Object.entries(states).map(([state, count]) => [`plumbline_integrations{state="${state}"}`, count]),
    ),
  };
}

/** What a sender knows of the site. */
export function senderSettings(
  deps: Pick<Deps, 'site'>,
  { publication, mail }: Config,
): Pick<SenderSettings, 'site' | 'printChange' | 'mailed'> {
  return {
    site: { baseUrl: publication.baseUrl },
    printChange: (change) => changeJson(deps.site.newest.publication, change),
    mailed: () => (mail ? deps.site.newest.publication : null),
  };
}
