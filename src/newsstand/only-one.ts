import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two tries to take over from a process that ended. */
const TRY_EVERY = 2000;

/**
 * Starts `work` in one process of those that share `folder`: in this one now, or when the one that has it ended.
 * Returns how to stop, which ends the work and leaves the folder to another.
 */
export function onlyOne(folder: string, work: () => () => Promise<void>): () => Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, '.printer');
  let end: (() => Promise<void>) | null = null;
  const trying = setInterval(take, TRY_EVERY).unref();
  take();

  function take(): void {
    if (end || isAlive(readHolder(file))) return;
    const mine = `${file}.${process.pid}`;
    rmSync(file, { force: true });
    writeFileSync(mine, String(process.pid));
    try {
      linkSync(mine, file); // fails where another one was as quick
    } catch {
      return;
    } finally {
      rmSync(mine, { force: true });
    }
    end = work();
  }

  return async () => {
    clearInterval(trying);
    if (!end) return;
    await end();
    if (readHolder(file) === process.pid) rmSync(file, { force: true });
  };
}

function readHolder(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
