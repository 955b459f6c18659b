import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { CAPABILITIES } from '#app.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import { databaseFile, openServerDatabase } from '#db/connection/open.ts';
import type { BackgroundJob } from '#http/capability.ts';
import { isOtherName } from '#http/client-address.ts';
import type { Log } from '#http/context.ts';
import type { Services } from '#http/services.ts';
import { atPort, type Config } from '#runtime/config/config.ts';
import { createDeps, openFiles, pictureStoreOf, timeNow } from '#runtime/create-deps.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Series } from '#runtime/metric-families.ts';
import { enterSite } from '#runtime/site-snapshot.ts';
import { announce, openLog, type ServerLog } from '#server/metrics/log.ts';
import { countWrites, createMetrics } from '#server/metrics/process-metrics.ts';
import { addressOf, serveMetrics } from '#server/metrics/prometheus.ts';
import { createRequestMetrics, type RequestMetrics } from '#server/metrics/request-metrics.ts';
import { closeServices, createServices } from '#server/services.ts';
import { placeSite, refreshSite } from '#site/live-site.ts';
import { createDrain } from './drain.ts';
import { createEventStreams } from './event-streams.ts';
import { serveFastPath } from './fast-path.ts';
import { holdRequests, prepareSite } from './first-start.ts';
import { checkForwarding, createForwardingCheck, guardRequests } from './guard.ts';
import { createHttpServer } from './http-server.ts';
import { createListener } from './listener.ts';
import { sharedCounters } from './shared-limits.ts';

// The first readers ask for these pages. Everything else is loaded at the first request that needs it.
import '#reading/api/public-api.ts';
import '#reading/pages/article.ts';
import '#reading/pages/front.ts';
import '#reading/pages/health.ts';
import '#reading/pages/static.ts';

/** Milliseconds in which a second signal counts as the first one: a terminal and npm both send it. */
const SAME_SIGNAL = 100;
/** Milliseconds in which a started server answers its first readers and does nothing else that takes long. */
const FIRST_SECOND = 1000;
/** Longest wait for each part at the end, in milliseconds. */
const LONGEST_CLOSE = 1000;

type ReadMetrics = () => Promise<Series>;

/** Starts the server, and serves until a signal or a defect stops it. */
export async function startServer(settings: Config): Promise<void> {
  const serverLog = openLog(settings.logLevel);
  const { log } = serverLog;
  const { deps, readWrites } = await openDeps(settings, log);
  enterSite(deps.site); // requests take snapshots of it, and jobs and followers of the log read the newest one
  const server = createHttpServer(settings);
  const drain = createDrain(server);
  const config = await openAddress(server, settings, deps);
  const services = createServices(deps, config, sharedCounters(deps.db));
  const requests = createRequestMetrics(log);
  const listener = createListener(deps, config, log, { services, requests });
  const { hold, release } = holdRequests();
  const check = createForwardingCheck(config, log);
  server.on('request', drain.watch(hold(guardRequests(config, deps.newId, checkForwarding(check, listener)))));
  let isReady = false;
  const streams = { deps, config, feed: services.changeFeed, requests, isReady: () => isReady };
  serveFastPath(server, {
    cache: services.cache,
    clock: deps.clock,
    requests,
    check,
    streams: createEventStreams(streams),
    isOther: (host) => isOtherName(config, host),
    isOpen: () => !drain.hasBegun(),
  });

  let jobs: readonly BackgroundJob[] = [];
  const readLater = async () => {
    const own = await Promise.all(jobs.map(({ read }) => read?.() ?? {}));
    return Object.assign({}, ...own);
  };
  const counted = { requests, readWrites, readLog: serverLog.read, readLater };
  const readMetrics = config.metrics && collectMetrics(deps, services, counted);
  if (readMetrics) await openMetrics(config, readMetrics, log);

  let stopJobs = async () => {};
  const stop = createStop(log, settings, async () => {
    services.streams.close();
    services.changeFeed.close();
    const jobsEnded = Promise.all(jobs.map(({ stop }) => stop?.()));
    await drain.stop();
    closeServices(services);
    await inTime(deps.callLog.flush());
    await jobsEnded;
    await inTime(stopJobs());
    await inTime(deps.db.close());
  });
  handleSignals(stop, log);

  await prepareSite(deps, config, services.cache);
  release();
  isReady = true;
  setTimeout(async () => {
    const { startJobs, createJobs, compileFinder } = await loadLater();
    if (stop.hasBegun()) return;
    jobs = createJobs(deps, { config, log });
    stopJobs = startJobs(deps, config, log, jobs).stop;
    void compileFinder();
  }, FIRST_SECOND).unref();
}

/** Loads the code that no reader waits for. */
async function loadLater() {
  const [{ loadJobs, startJobs }, { compileFinder }] = await Promise.all([
    import('./jobs.ts'),
    import('#evidence/figures/find-figures.ts'),
  ]);
  return { startJobs, createJobs: await loadJobs(), compileFinder };
}

/** Opens the database, and counts its writes. */
async function openDeps(settings: Config, log: Log): Promise<{ deps: Deps; readWrites: () => Series }> {
  const { databaseUrl, directUrl, upgradeBackups } = settings;
  const say = (message: string) => log.info({}, message);
  const { backUpBeforeUpgrade: backUp } = CAPABILITIES.find((capability) => capability.backUpBeforeUpgrade) ?? {};
  const opened = await openServerDatabase(databaseUrl, log, {
    directUrl,
    pictureStore: await pictureStoreOf(settings),
    refused: (reason) => {
      console.error(reason instanceof Error ? reason.message : reason);
      process.exit(1);
    },
    ...(backUp && { backUp: backUp(databaseUrl, { folder: upgradeBackups, now: timeNow, say }) }),
  });
  const { db, read } = countWrites(opened);
  const deps = await createDeps(db, openFiles(settings), settings.policy, settings.siteKey);
  placeSite(deps.site, settings);
  await refreshSite(deps, settings).catch((error: unknown) => {
    if (!isDbError(error)) throw error; // the response cache reads them when the database can be reached
  });
  return { deps, readWrites: read };
}

/** Listens, and gives the site its address: its port is known now. */
async function openAddress(server: Server, settings: Config, { site }: Deps): Promise<Config> {
  const config = atPort(settings, await listen(server, settings));
  placeSite(site, config);
  return config;
}

/** Resolves with the port, which the system chooses for `PORT=0`. */
function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken; set PORT to another one.`) : error),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

type Counted = {
  requests: RequestMetrics;
  readWrites: () => Series;
  readLog: ServerLog['read'];
  readLater: () => Promise<Series>;
};

function collectMetrics(deps: Deps, services: Services, counted: Counted): ReadMetrics {
  const { requests, readWrites, readLog, readLater } = counted;
  return createMetrics({ deps, services, counted: [requests.read, readWrites, readLog, readLater] });
}

async function openMetrics({ metrics }: Config, read: ReadMetrics, log: Log): Promise<void> {
  if (!metrics) return;
  const server = await serveMetrics(metrics, read);
  log.info({ address: addressOf(server) }, 'metrics are at /metrics of this address');
}

function whereDataIs({ databaseUrl, dataDir }: Config): string {
  const folder = resolve(dataDir);
  return databaseFile(databaseUrl) === null
    ? `Stopped. The data are in PostgreSQL, and files in ${folder}.`
    : `Stopped. The whole site is in ${folder}; the next start continues with it.`;
}

type Stop = {
  /** Stops after the open requests; a second call ends the process at once. */
  begin: (signal: string, code?: number) => Promise<void>;
  hasBegun: () => boolean;
};

function createStop(log: Log, settings: Config, close: () => Promise<void>): Stop {
  let begunAt = 0;
  return {
    begin: async (signal, code = 0) => {
      if (begunAt > 0 && performance.now() - begunAt > SAME_SIGNAL) process.exit(1);
      if (begunAt > 0) return;
      begunAt = performance.now();
      log.info({ signal }, 'stopping: open requests are finished');
      await close();
      announce(whereDataIs(settings));
      process.exit(code);
    },
    hasBegun: () => begunAt > 0,
  };
}

function handleSignals(stop: Stop, log: Log): void {
  const end = (error: unknown) => {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'this is a defect; the process ends');
    if (!stop.hasBegun()) void stop.begin('defect', 1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop.begin(signal));
}

/** Waits for the end of a part, but not for long. */
async function inTime(work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, new Promise((late) => setTimeout(late, LONGEST_CLOSE))]);
}
