import { dirname, join } from 'node:path';
import { openSnapshot } from '#db/connection/snapshot.ts';
import type { Database, Tx } from '#db/database.ts';
import { type PageSource, writeStatic } from '#export/site/start.ts';
import { declared } from '#http/declared.ts';
import type { Deps } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { ExportSink } from './export-sink.ts';
import { type ExportOrder, type ExportProgress, type ExportResult, writeExport } from './write-export.ts';

export type ExportRun = {
  order: ExportOrder;
  sink: ExportSink;
  /** A folder for a file that is removed at the end. */
  spoolFolder: string;
  /** Whether readers wait for this process. */
  isServing?: boolean;
  progress?: ExportProgress;
};

/** Exports the site as it is now. A server may keep writing: everything is read from one moment of the database. */
export async function runExport(deps: Deps, source: PageSource, run: ExportRun): Promise<ExportResult> {
  const { databaseUrl } = source.config;
  const { publication } = siteSnapshot();
  if (run.order.site) {
    for (const load of declared().beforeExport) await (await load()).beforeExport(deps, publication);
  }
  const snapshot = await openSnapshot(databaseUrl);
  try {
    const { tx } = snapshot;
    const still = { ...deps, db: databaseAt(deps.db, tx) };
    const spool = join(run.spoolFolder, `.export-pages-${process.pid}-${deps.newId()}`);
    const progress = run.progress ?? (() => {});
    return await writeExport(
      {
        tx,
        files: deps.files,
        publication,
        writeSite: (redirects, add) =>
          writeStatic(still, source, {
            redirects,
            add,
            spool,
            isServing: run.isServing ?? false,
            progress: (done, known) => progress(done, known, 'addresses of the site'),
          }),
      },
      run.order,
      run.sink,
      progress,
    );
  } catch (error) {
    await run.sink.abandon().catch(() => {});
    throw error;
  } finally {
    await snapshot.close();
  }
}

/** The folder for the spool of an export to `path`: the one that the export itself is written to. */
export function spoolFolderOf(path: string): string {
  return dirname(path);
}

/** A database that stays at one moment, for reading only. */
function databaseAt(db: Database, tx: Tx): Database {
  return {
    ...db,
    read: tx,
    readPublished: async (work) => ({ value: await work(tx), isLastKnown: false }),
    readCached: (_key, read) => read(tx),
    write: async () => {
      throw new Error('a page of an export tried to write');
    },
    watch: () => () => {},
    close: async () => {},
  };
}
