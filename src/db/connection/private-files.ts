import { chmodSync, statSync } from 'node:fs';

/** Suffixes of the files that belong to a database file. */
const SUFFIXES = ['', '-wal', '-shm', '-journal', '-ballast', '-mark'];
const STICKY = 0o1000;

/**
 * Makes the data folder accessible to this user alone: an operator creates it with the default mode. A shared folder (with the
 * sticky bit, such as /tmp) and a folder of another user stay unchanged.
 */
export function restrictFolder(folder: string): void {
  const mode = modeOf(folder);
  if (mode !== null && (mode & STICKY) === 0) narrow(folder, mode, 0o700);
}

/** Makes an existing database file and its companion files accessible to this user alone. New files follow the umask. */
export function restrictDatabaseFiles(path: string): void {
  for (const end of SUFFIXES) {
    const mode = modeOf(path + end);
    if (mode !== null) narrow(path + end, mode, 0o600);
  }
}

function modeOf(path: string): number | null {
  try {
    return statSync(path).mode;
  } catch {
    return null;
  }
}

function narrow(path: string, mode: number, target: number): void {
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, target);
  } catch {
    // The file belongs to another user, who decides on its mode.
  }
}
