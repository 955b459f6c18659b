import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';

// Beside the file of a database lies its mark: how far the journal had come with the last write that was acknowledged, and,
// where it was closed in order, the state it was left in. By it a start sees what SQLite cannot: that the file, or the end
// of its write-ahead log, is older than what somebody was promised.

export type Watermark = { journal: number; closed: string | null };

/** Bytes of a mark: it is overwritten in place. */
const LENGTH = 200;

const markOf = (path: string) => `${path}-mark`;

/** The mark beside the database file at `path`; null where there is none that can be read. */
export function readWatermark(path: string): Watermark | null {
  try {
    const mark = JSON.parse(readFileSync(markOf(path), 'utf8'));
    return typeof mark?.journal === 'number' ? { journal: mark.journal, closed: mark.closed ?? null } : null;
  } catch {
    return null;
  }
}

/** Whether there is a mark: then there was a database. */
export function hasWatermark(path: string): boolean {
  return existsSync(markOf(path));
}

/** Removes the mark: for whoever puts an older file in the place on purpose, or starts anew. */
export function removeWatermark(path: string): void {
  rmSync(markOf(path), { force: true });
}

/** Writes the mark, where there is one already or one is to be made. That it cannot be is no reason to refuse what was committed. */
export function openWatermark(path: string, isKept: boolean): { write: (mark: Watermark) => void; close: () => void } {
  let file: number | null = null;
  return {
    write: (mark) => {
      try {
        if (!isKept && !hasWatermark(path)) return;
        file ??= openSync(markOf(path), hasWatermark(path) ? 'r+' : 'w');
        writeSync(file, JSON.stringify(mark).padEnd(LENGTH), 0);
      } catch {
        // A later commit writes it.
      }
    },
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** A file's state on the disk, by which it is known again: not when its write-ahead log still holds something. */
export function fileState(path: string): string | null {
  const [file, log] = [path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false }));
  return file && !log?.size ? `${file.ino}:${file.size}:${file.mtimeMs}` : null;
}
