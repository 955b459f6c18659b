import { existsSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageFull } from './db-errors.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes kept aside, to be let go of when the disk is full: SQLite needs room even to delete. */
const BALLAST = 64 * MEGABYTE;
/**
 * Writes are refused while less is free, so that reading, and putting things in order, go on: of a small disk, where that
 * would leave nothing, a hundredth.
 */
const LEAST_FREE = 128 * MEGABYTE;
const SMALL_DISK = 2048 * MEGABYTE;
const LEAST_PART = 0.01;
/** The ballast is laid down only where so much is free, and never on a small disk. */
const AMPLE = 1024 * MEGABYTE;

/** Milliseconds between two looks at how much is free, and before the ballast is laid down for the first time. */
const LOOK_EVERY = 1000;
const LAY_EVERY = 30_000;

export type DiskReserve = {
  /** @throws Failure `storage_full` while there is too little room to write safely */
  requireRoom: () => void;
  /** Frees the ballast where less than it holds is left: for then the disk is full. */
  release: () => void;
  close: () => void;
};

/**
 * Keeps room on the disk of the database at `path`, with a file of 64 MB beside it, laid down every `layEvery` milliseconds
 * where it is missing. A small disk has none.
 */
export function keepDiskReserve(path: string, layEvery = LAY_EVERY): DiskReserve {
  const file = `${path}-ballast`;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isTight = false;
  const laying = setInterval(() => void lay(), layEvery).unref();

  async function lay(): Promise<void> {
    if (existsSync(file) || !roomAt(path).isAmple) return;
    try {
      const laid = await open(file, 'wx');
      try {
        const part = Buffer.alloc(MEGABYTE);
        for (let written = 0; written < BALLAST; written += part.length) await laid.write(part);
      } finally {
        await laid.close(); // a handle that is only collected as garbage ends the process
      }
    } catch {
      await rm(file, { force: true }).catch(() => {});
    }
  }

  return {
    requireRoom: () => {
      if (performance.now() - lookedAt > LOOK_EVERY) {
        lookedAt = performance.now();
        isTight = roomAt(path).isTight;
      }
      if (isTight) throw storageFull();
    },
    release: () => {
      if (roomAt(path).isFull) rmSync(file, { force: true });
    },
    close: () => clearInterval(laying),
  };
}

/** How much room there is where the database lies; what cannot be asked is neither. */
function roomAt(path: string): { isFull: boolean; isTight: boolean; isAmple: boolean } {
  try {
    const { bsize, blocks, bavail } = statfsSync(dirname(path));
    const [whole, free] = [blocks * bsize, bavail * bsize];
    const isSmall = whole < SMALL_DISK;
    return {
      isFull: free < BALLAST,
      isTight: free < (isSmall ? whole * LEAST_PART : LEAST_FREE),
      isAmple: !isSmall && free >= AMPLE,
    };
  } catch {
    return { isFull: true, isTight: false, isAmple: false };
  }
}
