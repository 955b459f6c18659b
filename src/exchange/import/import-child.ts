import { setPriority } from 'node:os';
import { isDbError, reasonOf } from '#db/connection/db-errors.ts';
import { openDatabase } from '#db/connection/open.ts';
import { declare } from '#http/declared.ts';
import { matchRoutes } from '#http/own-paths.ts';
import { createDeps, openFiles } from '#runtime/create-deps.ts';
import { enterSite } from '#runtime/site-snapshot.ts';
import { watchProcess } from '#runtime/watchdog.ts';
import { placeSite, refreshSite } from '#site/live-site.ts';
import type { ImportEnd, ImportJob } from './import-process.ts';
import { workOnRun } from './work-on-run.ts';

// The process that looks at one file or imports it. It ends after that, when its parent stops or ends, and beyond its limits.

const LOW_PRIORITY = 10;
/** Articles after which it tells its parent how many are done. */
const TELLS_EVERY = 100;

const stopping = new AbortController();
process.on('disconnect', () => stopping.abort());
process.on('SIGINT', () => {}); // Ctrl+C reaches the parent too, which stops this process after an article
process.on('message', (message: { job: ImportJob } | { stop: true }) => {
  if ('stop' in message) stopping.abort();
  else void work(message.job);
});

async function work({ limits, ...job }: ImportJob): Promise<void> {
  setPriority(LOW_PRIORITY);
  const { noteStep } = await watchProcess(limits);
  const onProgress = (done?: number) => {
    noteStep();
    if (done !== undefined && done % TELLS_EVERY === 0 && process.connected) process.send?.({ done });
  };
  const end = await readFile(job, onProgress).catch((error: unknown): ImportEnd => {
    if (isDbError(error)) return { why: reasonOf(error), defect: null };
    return { why: null, defect: error instanceof Error ? `${error.stack}` : String(error) };
  });
  if (process.connected) process.send?.(end, undefined, undefined, () => process.disconnect?.());
}

async function readFile(
  { settings, paths, ...job }: Omit<ImportJob, 'limits'>,
  onProgress: (done?: number) => void,
): Promise<ImportEnd> {
  declare({ paths });
  const { databaseUrl, directUrl } = settings;
  const db = await openDatabase(databaseUrl, { directUrl });
  try {
    const deps = await createDeps(db, openFiles(settings), settings.policy, settings.siteKey);
    placeSite(deps.site, settings);
    enterSite(deps.site);
    await refreshSite(deps, settings);
    const why = await workOnRun(deps, settings.publication.baseUrl, {
      ...job,
      signal: stopping.signal,
      onProgress,
      isRoute: matchRoutes(paths),
    });
    return { why, defect: null };
  } finally {
    await db.close();
  }
}
