import { existsSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageFull } from './trouble.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes kept aside, to be let go of when the disk is full: SQLite needs room even to delete. */
const BALLAST = 64 * MEGABYTE;
/** Writes are refused while less is free, so that reading, and putting things in order, go on. */
const LEAST_FREE = 128 * MEGABYTE;
/** The ballast is laid down again only where so much is free, and never on a disk smaller than this in all. */
const AMPLE = 1024 * MEGABYTE;
const SMALL_DISK = 2048 * MEGABYTE;

/** Milliseconds between two looks at how much is free, and before the ballast is laid down for the first time. */
const LOOK_EVERY = 1000;
const LAY_EVERY = 30_000;

export type Ballast = {
  /** @throws Failure `storage_full` while there is too little room to write safely */
  requireRoom: () => void;
  /** Frees the ballast, for the disk is full. */
  release: () => void;
  close: () => void;
};

/** Keeps room on the disk of the database at `path`, with a file of 64 MB beside it. A small disk is left as it is. */
export function keepBallast(path: string): Ballast {
  const file = `${path}-ballast`;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isTight = false;
  const laying = setInterval(() => void lay(), LAY_EVERY).unref();

  async function lay(): Promise<void> {
    if (existsSync(file) || roomAt(path).free < AMPLE) return;
    try {
      const laid = await open(file, 'wx');
      const part = Buffer.alloc(MEGABYTE);
      for (let written = 0; written < BALLAST; written += part.length) await laid.write(part);
      await laid.close();
    } catch {
      await rm(file, { force: true }).catch(() => {});
    }
  }

  return {
    requireRoom: () => {
      if (performance.now() - lookedAt > LOOK_EVERY) {
        lookedAt = performance.now();
        isTight = roomAt(path).free < LEAST_FREE;
      }
      if (isTight) throw storageFull();
    },
    release: () => rmSync(file, { force: true }),
    close: () => clearInterval(laying),
  };
}

/** Bytes free where the database lies; on a small disk, where these bounds would leave nothing, as if it were ample. */
function roomAt(path: string): { free: number } {
  try {
    const { bsize, blocks, bavail } = statfsSync(dirname(path));
    return { free: blocks * bsize < SMALL_DISK ? AMPLE - 1 : bavail * bsize };
  } catch {
    return { free: AMPLE - 1 };
  }
}
