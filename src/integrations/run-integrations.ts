import { articleUrl } from '#article/addresses.ts';
import type { BackgroundJob } from '#capability.ts';
import { changeJson } from '#changes/pages/changes-json.ts';
import type { Change } from '#changes/public-changes.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#http/context.ts';
import type { Deps } from '#runtime/deps.ts';
import { followCommits } from '#runtime/follow-log.ts';
import { createHolder } from '#runtime/jobs/jobs.ts';
import { readWait } from '#runtime/jobs/restored.ts';
import type { IntegrationKind } from './integration-record.ts';
import { measureLag } from './measure-lag.ts';
import { createIntegrationSender, type SenderSettings } from './sender.ts';
import { addressesOf, indexNowBody, type Service, sectionsOf, storeServices, websubBody } from './services.ts';

/** Milliseconds between a commit and the look for something to send: changes that come together are sent together. */
const PAUSE = 50;
/** Longest wait for messages that are on their way when the process stops, in milliseconds. */
const LONGEST_FINISH = 3000;

/** Sends each change to other sites, after the commit of its publication; each run sends what has to be tried again. */
export function startIntegrations(deps: Deps, config: Config, log: Log): BackgroundJob {
  const settings = senderSettings(deps, config);
  const counts: Record<string, number> = {};
  for (const kind of settings.kinds)
    for (const ended of ['delivered', 'failed'] as const) counts[deliveries(kind, ended)] = 0;
  const sender = createIntegrationSender(deps, {
    ...settings,
    me: createHolder(deps),
    again: () => follower.lookAgain(),
    warn: (fields, message) => log.warn(fields, message),
    count: (kind, ended) => {
      counts[deliveries(kind, ended)] = (counts[deliveries(kind, ended)] ?? 0) + 1;
    },
  });
  let hasEnded = false;
  let hasStored = false;
  const look = async () => {
    if (hasEnded || (await readWait(deps.db.read)) !== null) return;
    if (!hasStored) await storeServices(deps, servicesOf(config), config.publication.baseUrl);
    hasStored = true;
    await sender.look();
  };
  const follower = followCommits(deps.db, look, PAUSE);
  return {
    name: 'send to other sites',
    run: look,
    read: async () => ({ ...counts, ...(await readLag(deps, settings).catch(() => ({}))) }),
    stop: async () => {
      hasEnded = true;
      await follower.stop();
      const late = new Promise<void>((over) => setTimeout(over, LONGEST_FINISH).unref());
      await Promise.race([sender.rest(), late]);
    },
  };
}

function deliveries(kind: IntegrationKind, ended: 'delivered' | 'failed'): string {
  return `plumbline_integration_deliveries_total{kind="${kind}",ended="${ended}"}`;
}

/** The metrics of all receivers. @throws when the database is away */
export async function readLag(
  deps: Deps,
  { kinds, site }: Pick<SenderSettings, 'kinds' | 'site'>,
): Promise<Record<string, number>> {
  const series: Record<string, number> = {};
  for (const { kind, states, lines, seconds } of await measureLag(deps, kinds, site.baseUrl)) {
    series[`plumbline_integration_lag_lines{kind="${kind}"}`] = lines;
    series[`plumbline_integration_lag_seconds{kind="${kind}"}`] = seconds;
    for (const [state, count] of Object.entries(states))
      series[`plumbline_integrations{kind="${kind}",state="${state}"}`] = count;
  }
  return series;
}

/** The services that the settings turn on. */
export function servicesOf({ publication, indexNow }: Config): Service[] {
  return [
    ...(publication.websubHub ? [{ kind: 'websub' as const, address: publication.websubHub }] : []),
    ...(indexNow ? [{ kind: 'indexnow' as const, address: indexNow.address }] : []),
  ];
}

/** What a sender knows of the site. */
export function senderSettings(
  deps: Pick<Deps, 'site'>,
  config: Config,
): Pick<SenderSettings, 'site' | 'kinds' | 'forms' | 'mailed'> {
  const { publication, mail } = config;
  return {
    site: { baseUrl: publication.baseUrl },
    kinds: ['webhook', ...servicesOf(config).map(({ kind }) => kind)],
    forms: {
      change: (change) => changeJson(deps.site.newest.publication, change),
      batch: (kind, changes) => (kind === 'websub' ? tellHub(config, changes) : tellSearchEngines(config, changes)),
    },
    mailed: () => (mail ? deps.site.newest.publication : null),
  };
}

const FEEDS = ['rss.xml', 'atom.xml', 'feed.json'];

function tellHub({ publication: { baseUrl } }: Config, changes: readonly Change[]) {
  const folders = ['', ...sectionsOf(changes).map((section) => `${section}/`)];
  const feeds = folders.flatMap((folder) => FEEDS.map((file) => `${baseUrl}/${folder}${file}`));
  return { type: 'application/x-www-form-urlencoded', body: websubBody(feeds) };
}

function tellSearchEngines({ publication, indexNow }: Config, changes: readonly Change[]) {
  if (!indexNow) return null;
  const addresses = addressesOf(changes).map((address) => articleUrl(publication, address));
  return { type: 'application/json', body: indexNowBody(publication.baseUrl, indexNow.key, addresses) };
}
