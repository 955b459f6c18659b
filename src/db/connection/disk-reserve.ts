import { existsSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageFull } from './db-errors.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes of the reserve, which is removed when the disk is full: SQLite needs space even to delete. */
const RESERVE = 64 * MEGABYTE;
/**
 * Writes are refused while fewer bytes are free, so that reads and repairs still work. On a small disk the limit is a
 * hundredth of the disk.
 */
const LEAST_FREE = 128 * MEGABYTE;
const SMALL_DISK = 2048 * MEGABYTE;
const LEAST_PART = 0.01;
/** The reserve is written only while this many bytes are free, and never on a small disk. */
const AMPLE = 1024 * MEGABYTE;

/** Milliseconds between two checks of the free space, and between two checks that the reserve exists. */
const CHECK_EVERY = 1000;
const WRITE_EVERY = 30_000;

export type DiskReserve = {
  /** @throws Failure `storage_full` while there is too little space to write safely */
  requireRoom: () => void;
  /** Removes the reserve when fewer bytes are free than it holds: the disk is full. */
  release: () => void;
  close: () => void;
};

/**
 * Reserves disk space for the database at `path` with a 64 MB file in its folder. Every `writeEvery` milliseconds the file is
 * written again when it is missing. A small disk has no reserve.
 */
export function keepDiskReserve(path: string, writeEvery = WRITE_EVERY): DiskReserve {
  const file = `${path}-ballast`;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isTight = false;
  const writing = setInterval(() => void write(), writeEvery).unref();

  async function write(): Promise<void> {
    if (existsSync(file) || !roomAt(path).isAmple) return;
    try {
      const handle = await open(file, 'wx');
      try {
        const part = Buffer.alloc(MEGABYTE);
        for (let written = 0; written < RESERVE; written += part.length) await handle.write(part);
      } finally {
        await handle.close(); // a handle that is garbage-collected unclosed ends the process
      }
    } catch {
      await rm(file, { force: true }).catch(() => {});
    }
  }

  return {
    requireRoom: () => {
      if (performance.now() - checkedAt > CHECK_EVERY) {
        checkedAt = performance.now();
        isTight = roomAt(path).isTight;
      }
      if (isTight) throw storageFull();
    },
    release: () => {
      if (roomAt(path).isFull) rmSync(file, { force: true });
    },
    close: () => clearInterval(writing),
  };
}

/** The free space on the disk of the database. When the system cannot tell, writes continue and no reserve is written. */
function roomAt(path: string): { isFull: boolean; isTight: boolean; isAmple: boolean } {
  try {
    const { bsize, blocks, bavail } = statfsSync(dirname(path));
    const [whole, free] = [blocks * bsize, bavail * bsize];
    const isSmall = whole < SMALL_DISK;
    return {
      isFull: free < RESERVE,
      isTight: free < (isSmall ? whole * LEAST_PART : LEAST_FREE),
      isAmple: !isSmall && free >= AMPLE,
    };
  } catch {
    return { isFull: true, isTight: false, isAmple: false };
  }
}
