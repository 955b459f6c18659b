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
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let parts = 0;
  let bytes = 0;

  async function store(): Promise<void> {
    if (waitingBytes === 0) return;
    const part = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await files.put(nameOf(parts + 1), part);
    parts += 1;
  }

  const zip = streamZip(async (piece) => {
    hash.update(piece);
    bytes += piece.byteLength;
    waiting.push(piece);
    waitingBytes += piece.byteLength;
    if (waitingBytes >= PART) await store();
  });
  return {
    add: zip.add,
    finish: async () => {
      await zip.finish();
      await store();
    },
    abandon: async () => {
      await zip.stop();
      await remove();
    },
    result: () => ({ parts, bytes, hash: hash.digest('hex') }),
  };
}
