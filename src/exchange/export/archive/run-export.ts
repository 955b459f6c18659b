import { openSnapshot } from '#db/connection/snapshot.ts';
import type { Deps } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { ExportSink } from './export-sink.ts';
import { type ExportOrder, type ExportProgress, type ExportResult, writeExport } from './write-export.ts';

export type ExportRun = { order: ExportOrder; sink: ExportSink; progress?: ExportProgress };

/** Exports the site as it is now. A server may keep writing: everything is read from one moment of the database. */
export async function runExport(
  { files }: Pick<Deps, 'files'>,
  databaseUrl: string,
  { order, sink, progress }: ExportRun,
): Promise<ExportResult> {
  const { publication } = siteSnapshot();
  const snapshot = await openSnapshot(databaseUrl);
  try {
    return await writeExport({ tx: snapshot.tx, files, publication }, order, sink, progress);
  } finally {
    await snapshot.close();
  }
}
