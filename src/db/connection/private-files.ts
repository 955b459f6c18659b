import { chmodSync, statSync } from 'node:fs';

/** What SQLite and this project keep beside a database file. */
const BESIDE = ['', '-wal', '-shm', '-journal', '-ballast', '-mark'];
const STICKY = 0o1000;

/**
 * Lets nobody but this user into the folder of the data: earlier releases made it with the modes of the system. A folder that
 * is shared by design (the sticky bit, as of /tmp) stays as it is, and so does one of another user.
 */
export function restrictFolder(folder: string): void {
  const mode = modeOf(folder);
  if (mode !== null && (mode & STICKY) === 0) narrow(folder, mode, 0o700);
}

/** Makes a database file that is there readable by this user alone, and what lies beside it; what is new follows the umask. */
export function restrictDatabaseFiles(path: string): void {
  for (const end of BESIDE) {
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

function narrow(path: string, mode: number, wanted: number): void {
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, wanted);
  } catch {
    // It is another user's: whoever made it so decides who reads it.
  }
}
