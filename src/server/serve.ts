import cluster from 'node:cluster';
import type { RequestListener, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { addFirstChief, createFirstChiefLink } from '../accounts/first-chief.ts';
import { compileFinder } from '../article/figures/find-figures.ts';
import { createResponseCache, type ResponseCache } from '../cache/response-cache.ts';
import { atPort, type Config } from '../config.ts';
import { Failure } from '../core/failure.ts';
import { isDbError } from '../db/connection/db-errors.ts';
import { openServerDatabase } from '../db/connection/open.ts';
import { fallbackPath, missingDatabaseAdvice, openFallback } from '../fallback/last-state.ts';
import { withFallback } from '../fallback/read-fallback.ts';
import type { Log } from '../http/kit/context.ts';
import { createLimits } from '../http/kit/limits.ts';
import { streamsOf } from '../http/newsroom/kit/streams.ts';
import { openLog } from '../metrics/log.ts';
import { countWrites, createMetrics } from '../metrics/process-metrics.ts';
import { addressOf, serveMetrics } from '../metrics/prometheus.ts';
import { createRequestMetrics } from '../metrics/request-metrics.ts';
import { createDeps, openFiles } from '../runtime/create-deps.ts';
import type { Deps } from '../runtime/deps.ts';
import { announceProcess, LAUNCHER_ENDED } from './cluster/announce-process.ts';
import { listenToLeader, sendToLeader, waitForGo } from './cluster/messages.ts';
import { sharedCounters } from './cluster/shared-limits.ts';
import { createDrain } from './drain.ts';
import { checkForwarding } from './forwarding.ts';
import { guardRequests } from './guard.ts';
import { createHttpServer } from './http-server.ts';
import { startJobs } from './jobs.ts';
import { createListener, fetchOwnPages } from './listener.ts';
import { runInSingleProcess, type SingleProcess } from './single-process.ts';

/** Opens the house and serves until a signal, the process that leads this one, or a defect stops it. */
export async function startServer(asked: Config): Promise<void> {
  const { log, read: readLog } = openLog(asked.logLevel, cluster.isWorker);
  const kept = await openServerDatabase(asked.databaseUrl, log, () => missingDatabaseAdvice(asked.dataDir));
  const edition = await openFallback(fallbackPath(asked.dataDir), kept, log);
  const writes = countWrites(withFallback(kept, edition));
  const deps = await createDeps(writes.db, openFiles(asked), asked.policy);
  compileFinder();
  const server = createHttpServer(asked);
  const drain = createDrain(server);
  await listen(server, asked);
  const address = server.address();
  const config = atPort(asked, typeof address === 'object' && address ? address.port : asked.port);
  const answers = createRequestMetrics(log);
  const cache = createResponseCache(deps, config.cacheBytes);
  const limits = createLimits(config.rateLimits, sharedCounters(deps.db));
  const listener = createListener(deps, config, log, answers, limits, cache);
  const isLed = cluster.isWorker;
  const opens = !isLed || cluster.worker?.id === 1;
  const { whenOpen, setOpen } = holdUntilOpen(opens);
  server.on(
    'request',
    drain.watch(whenOpen(guardRequests(config, deps.newId, checkForwarding(config, log, listener)))),
  );

  const printing = config.exportDir ? await keepPrinted(deps, config, log, config.exportDir) : null;
  const readPrinting = () => (printing ? { plumbline_export_processes: Number(printing.isActive()) } : {});
  const readGauges =
    config.metrics && createMetrics({ deps, cache, counted: [answers.read, writes.read, readLog, readPrinting] });
  if (config.metrics && readGauges && !isLed) {
    const gauges = await serveMetrics(config.metrics, readGauges);
    log.info({ address: addressOf(gauges) }, 'the figures are told at /metrics of this address');
  }

  let endRounds = async () => {};
  let stoppedAt = 0;
  /** Lets everybody finish, closes the database after the last of them, and ends; asked for once more, ends at once. */
  async function stop(signal: string, code = 0): Promise<void> {
    if (stoppedAt > 0 && performance.now() - stoppedAt > ONE_AND_THE_SAME) process.exit(1);
    if (stoppedAt > 0) return;
    stoppedAt = performance.now();
    log.info({ signal }, 'stopping: open requests are finished');
    streamsOf(deps).close();
    await drain.stop();
    if (isLed && readGauges)
      await sendToLeader({ plumbline: 'figures', question: null, series: await readGauges().catch(() => ({})) });
    if (isLed) await waitForGo();
    cache.close();
    await Promise.race([deps.callLog.flush(), new Promise((late) => setTimeout(late, LONGEST_CLOSE))]);
    await Promise.race([endRounds(), new Promise((late) => setTimeout(late, LONGEST_CLOSE))]);
    await Promise.race([printing?.stop(), new Promise((late) => setTimeout(late, LONGEST_CLOSE))]);
    await Promise.race([deps.db.close(), new Promise((late) => setTimeout(late, LONGEST_CLOSE))]);
    removePid();
    process.exit(code);
  }
  function die(error: unknown): void {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'this is a defect; the process ends');
    if (stoppedAt === 0) void stop('defect', 1);
  }
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
  if (!isLed) for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal));
  process.on('SIGTERM', () => void stop('SIGTERM'));
  const removePid = isLed ? () => {} : announceProcess(asked.dataDir, log, () => void stop(LAUNCHER_ENDED));

  if (opens) await openInTime(deps, config, cache);
  setOpen();
  if (stoppedAt === 0) endRounds = startJobs(deps, config, log, fetchOwnPages(deps, config, log, limits, cache)).stop;
  if (!isLed) return;
  // A terminal sends these to the whole family; the process that leads decides for all.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => {});
  listenToLeader(async (message) => {
    if (message.plumbline === 'stop') return stop('stop');
    if (message.plumbline === 'tell figures')
      await sendToLeader({
        plumbline: 'figures',
        question: message.question,
        series: (await readGauges?.().catch(() => ({}))) ?? {},
      });
  });
  await sendToLeader({ plumbline: 'ready' });
}

/** Milliseconds in which a second signal is the first one, come by another way: a terminal's and that of npm's own. */
const ONE_AND_THE_SAME = 100;
/** Longest anybody waits at the door while the house is opened, in milliseconds. */
const LONGEST_HELD = 2000;
/** Longest the database is waited for at the end, in milliseconds. */
const LONGEST_CLOSE = 1000;

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken; set PORT to another one.`) : error),
    );
    server.listen(port, host, resolve);
  });
}

/** Lets whoever comes before the house is open wait at the door: on a first start they would find half an edition. */
function holdUntilOpen(opens: boolean): { whenOpen: (next: RequestListener) => RequestListener; setOpen: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOpen = !opens;
  const setOpen = () => {
    isOpen = true;
    resolve();
  };
  if (opens) setTimeout(setOpen, LONGEST_HELD).unref();
  return {
    whenOpen: (next) => (incoming, outgoing) => {
      if (isOpen) return next(incoming, outgoing);
      void promise.then(() => next(incoming, outgoing));
    },
    setOpen,
  };
}

/** Opens the house now, or as soon as its database is there; readers are served meanwhile. */
async function openInTime(deps: Deps, config: Config, cache: ResponseCache): Promise<void> {
  try {
    await openBesideOthers(deps, config, cache);
  } catch (error) {
    if (!isDbError(error)) throw error;
    const { name, baseUrl } = config.publication;
    console.log(`${name} is open for reading at ${baseUrl}/. Its database is away; the log says why.`);
    const stop = deps.db.watch(() => {
      stop();
      void openInTime(deps, config, cache);
    });
  }
}

/**
 * Opens the house; where another process opens the same one at this moment, of two that add the same thing the later one is
 * refused, and begins again: what is there by then is left alone.
 */
async function openBesideOthers(deps: Deps, config: Config, cache: ResponseCache): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await open(deps, config, cache);
    } catch (error) {
      const isRace = error instanceof Failure && !isDbError(error) && error.kind !== 'validation_failed';
      if (!isRace || tries === MOST_OPENINGS) throw error;
      await wait(PAUSE_BETWEEN_OPENINGS);
    }
  }
}

/** How often an opening is begun that another process interferes with, and the milliseconds between. */
const MOST_OPENINGS = 40;
const PAUSE_BETWEEN_OPENINGS = 250;

/** Prints the edition on disk and keeps it up, in one of the processes that share the folder. */
async function keepPrinted(deps: Deps, config: Config, log: Log, folder: string): Promise<SingleProcess> {
  const { startExport } = await import('../export/start.ts');
  return runInSingleProcess(folder, () => startExport(deps, config, log, folder).stop, log);
}

/** Prepares an empty house and says where everything is: once, by whichever process is the first. */
async function open(deps: Deps, config: Config, cache: ResponseCache): Promise<void> {
  const base = config.publication.baseUrl;
  if (config.firstEditor) await addFirstChief(deps, config.firstEditor);
  if (config.sampleEdition) {
    cache.setFilling(true);
    const { seedArticles } = await import('../seed/seed.ts');
    await seedArticles(deps).finally(() => cache.setFilling(false));
  }
  const link = await createFirstChiefLink(deps);
  const say = [
    `${config.publication.name} is open.`,
    `  Read it           ${base}/`,
    `  As an agent       ${base}/llms.txt`,
    `  API reference     ${base}/api`,
    `  MCP               ${base}/api/mcp`,
    `  Newsroom          ${base}/newsroom`,
    link
      ? `There is no chief editor yet. Make yourself one, once, within a day:\n  ${base}/newsroom/welcome/${link}`
      : `Sign in at ${base}/newsroom/sign-in.`,
  ];
  console.log(say.join('\n'));
}
