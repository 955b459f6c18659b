import { closeSync, existsSync, linkSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ENDS = ['', '-wal', '-shm', '-journal'];

/**
 * Makes an empty file beside `path`, into which a backup is written. If the process is killed, this file stays and `path` does not
 * exist; the next backup to `path` removes the file.
 * @throws Error when there is a file at `path`
 */
export function startFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) throw existsAlready(path);
  removeLeftovers(path);
  const partial = `${path}.partial-${process.pid}`;
  closeSync(openSync(partial, 'wx', 0o600)); // SQLite keeps the mode of an existing file
  return partial;
}

/** Gives the written file its name. @throws Error when another backup took the name meanwhile */
export function finishFile(partial: string, path: string): void {
  try {
    linkSync(partial, path); // unlike a rename, it never replaces a file
    rmSync(partial);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw existsAlready(path);
    if (existsSync(path)) throw error;
    renameSync(partial, path); // a disk without hard links
  }
}

export function removePartial(partial: string): void {
  for (const end of ENDS) rmSync(partial + end, { force: true });
}

/** Removes the files that killed backups to `path` left. */
function removeLeftovers(path: string): void {
  const start = `${basename(path)}.partial-`;
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(start)
      ? /^(\d+)(?:-wal|-shm|-journal)?$/.exec(name.slice(start.length))?.[1]
      : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}

/** Whether another process has this id; a file with the id of this one is of a killed process. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function existsAlready(path: string): Error {
  return new Error(`${path} exists already; a backup never overwrites a file.`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
