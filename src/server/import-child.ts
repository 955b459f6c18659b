import { setPriority } from 'node:os';
import { isDbError, reasonOf } from '#db/connection/db-errors.ts';
import { openDatabase } from '#db/connection/open.ts';
import { workOnRun } from '#import/import-job.ts';
import { createDeps, openFiles } from '#runtime/create-deps.ts';
import { refreshSite } from '#site/live-site.ts';
import type { ImportEnd, ImportJob } from './import-process.ts';
import { isRoute } from './routes.ts';
import { watchProcess } from './watchdog.ts';

// The process that looks at one file or imports it. It ends after that, when its parent stops or ends, and beyond its limits.

const LOW_PRIORITY = 10;

const stopping = new AbortController();
process.on('disconnect', () => stopping.abort());
process.on('message', (message: { job: ImportJob } | { stop: true }) => {
  if ('stop' in message) stopping.abort();
  else void work(message.job);
});

async function work({ settings, limits, run, holder }: ImportJob): Promise<void> {
  setPriority(LOW_PRIORITY);
  const { noteStep } = await watchProcess(limits);
  const end = await readFile({ settings, run, holder }, noteStep).catch((error: unknown): ImportEnd => {
    if (isDbError(error)) return { why: reasonOf(error), defect: null };
    return { why: null, defect: error instanceof Error ? `${error.stack}` : String(error) };
  });
  if (process.connected) process.send?.(end, undefined, undefined, () => process.disconnect?.());
}

async function readFile(
  { settings, run, holder }: Omit<ImportJob, 'limits'>,
  onProgress: () => void,
): Promise<ImportEnd> {
  const { databaseUrl, directUrl, readUrl } = settings;
  const db = await openDatabase(databaseUrl, { directUrl, readUrl });
  try {
    const deps = await createDeps(db, openFiles(settings), { ...settings.policy, site: settings.publication });
    await refreshSite(deps, settings);
    const why = await workOnRun(deps, settings.publication.baseUrl, run, {
      ...{ signal: stopping.signal, holder, onProgress, isRoute },
    });
    return { why, defect: null };
  } finally {
    await db.close();
  }
}
