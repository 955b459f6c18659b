import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ExportSink, partialName, requireFree, syncFolder } from './export-sink.ts';
import { streamZip } from './zip-stream.ts';

/** A ZIP file that appears whole: it is written under another name beside its place, and then renamed. */
export async function openZipSink(file: string): Promise<ExportSink> {
  await requireFree(file);
  const partial = await partialName(file);
  const handle = await open(partial, 'wx', 0o600);
  const zip = streamZip((bytes) => handle.writeFile(bytes));
  return {
    add: zip.add,
    finish: async () => {
      await zip.finish();
      await handle.sync();
      await handle.close();
      await rename(partial, file);
      await syncFolder(dirname(file));
    },
    abandon: async () => {
      await handle.close();
      await rm(partial, { force: true });
    },
  };
}
