import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type ExportSink, partialName, requireFree, syncFolder } from './export-sink.ts';

/** Every entry has the same time, the first that ZIP knows, in local time as ZIP has it: the same content gives the same bytes. */
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };
/** Files that are compressed already. */
const COMPRESSED = /\.(?:avif|webp|jpg|png|ico|woff2|tgz)$/;

/** A ZIP file that appears whole: it is written under another name beside its place, and then renamed. */
export async function openZipSink(file: string): Promise<ExportSink> {
  await requireFree(file);
  const partial = await partialName(file);
  const handle = await open(partial, 'wx', 0o600);
  const zip = streamZip(async (part) => {
    await handle.writeFile(part);
  });
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
      zip.stop();
      await handle.close();
      await rm(partial, { force: true });
    },
  };
}

export type ZipStream = {
  add: ExportSink['add'];
  /** Resolves when the last byte is written. */
  finish: () => Promise<void>;
  stop: () => void;
};

/** Makes a ZIP file and gives its bytes to `write`, one part at a time; the next file waits for `write`. */
export function streamZip(write: (part: Uint8Array) => Promise<void>): ZipStream {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const written = pipeline(output, async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) await write(part);
  });
  written.catch(() => {}); // the code that waits for an entry or for the end gets the error
  const failed = new Promise<never>((_, reject) => {
    written.catch(reject);
    zip.on('error', reject);
  });
  failed.catch(() => {});
  return {
    add: (path, bytes) => {
      const taken = new Promise<void>((resolve) => {
        const options = { ...ENTRY, size: bytes.byteLength, compress: !COMPRESSED.test(path) };
        zip.addReadStreamLazy(path, options, (give) => {
          const stream = Readable.from([bytes]);
          stream.once('close', resolve);
          give(null, stream);
        });
      });
      return Promise.race([taken, failed]);
    },
    finish: () => {
      zip.end();
      return Promise.race([written, failed]);
    },
    stop: () => void output.destroy(),
  };
}
