import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';

// The watermark is a small file next to the database file. It has the number of the last acknowledged journal entry and,
// after a proper close, the state of the database file. With it a start notices what SQLite cannot notice: that the file, or
// the end of its write-ahead log, is older than the acknowledged writes.

export type Watermark = { journal: number; closed: string | null };

/** Bytes of the file, which is overwritten in place. */
const LENGTH = 200;

const watermarkPath = (path: string) => `${path}-mark`;

/** The watermark of the database file at `path`; null when there is no readable one. */
export function readWatermark(path: string): Watermark | null {
  try {
    const read = JSON.parse(readFileSync(watermarkPath(path), 'utf8'));
    return typeof read?.journal === 'number' ? { journal: read.journal, closed: read.closed ?? null } : null;
  } catch {
    return null;
  }
}

/** Whether there is a watermark, and so a database existed here. */
export function hasWatermark(path: string): boolean {
  return existsSync(watermarkPath(path));
}

/** Removes the watermark, before an older or a new database takes the place of the file. */
export function removeWatermark(path: string): void {
  rmSync(watermarkPath(path), { force: true });
}

/**
 * Opens the watermark for writing. Without `creates`, it is written only when it exists. An error while writing is ignored:
 * the write is already committed.
 */
export function openWatermark(
  path: string,
  creates: boolean,
): { write: (watermark: Watermark) => void; close: () => void } {
  let file: number | null = null;
  return {
    write: (watermark) => {
      try {
        if (!creates && !hasWatermark(path)) return;
        file ??= openSync(watermarkPath(path), hasWatermark(path) ? 'r+' : 'w');
        writeSync(file, JSON.stringify(watermark).padEnd(LENGTH), 0);
      } catch {
        // The next commit writes it.
      }
    },
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** A text that identifies the state of a closed file; null while its write-ahead log is not empty. */
export function fileState(path: string): string | null {
  const [file, log] = [path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false }));
  return file && !log?.size ? `${file.ino}:${file.size}:${file.mtimeMs}` : null;
}
