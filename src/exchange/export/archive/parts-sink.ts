import { createHash } from 'node:crypto';
import type { Files } from '#runtime/files/files.ts';
import type { ExportSink } from './export-sink.ts';
import { streamZip } from './zip-stream.ts';

/** Bytes of one part: the store takes a file as a whole. */
const PART = 8 * 1024 * 1024;

export type PartsSink = ExportSink & { result: () => { parts: number; bytes: number; hash: string } };

/** A ZIP file in parts in the file store, so that every server of the site can hand it out. */
export function openPartsSink(
  files: Files,
  nameOf: (number: number) => string,
  remove: () => Promise<void>,
): PartsSink {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(PART);
  let filled = 0;
  let parts = 0;
  let bytes = 0;

  async function store(): Promise<void> {
    if (filled === 0) return;
    await files.put(nameOf(parts + 1), part.subarray(0, filled));
    parts += 1;
    bytes += filled;
    filled = 0;
  }

  const zip = streamZip(async (written) => {
    hash.update(written);
    for (let rest = written; rest.byteLength > 0; ) {
      const next = rest.subarray(0, PART - filled);
      part.set(next, filled);
      filled += next.byteLength;
      rest = rest.subarray(next.byteLength);
      if (filled === PART) await store();
    }
  });
  return {
    add: zip.add,
    finish: async () => {
      await zip.finish();
      await store();
    },
    abandon: remove,
    result: () => ({ parts, bytes, hash: hash.digest('hex') }),
  };
}
