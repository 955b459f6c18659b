import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isRunning, nameProcess } from '#runtime/process-name.ts';

/** Milliseconds between two tries to take the lock, and between two renewals of it. */
const TRY_EVERY = 2000;
/** Renewals that a process may miss before it counts as dead, when nothing else is known about it. */
const MOST_MISSED = 7;

type LockLog = {
  info: (fields: Record<string, unknown>, message: string) => void;
  warn: (fields: Record<string, unknown>, message: string) => void;
};

export type SingleProcess = {
  /** Whether this process does the work now. */
  isActive: () => boolean;
  /** Ends the work, and releases the lock. */
  stop: () => Promise<void>;
};

/**
 * Runs `work` in one of the processes that share `folder`: in this process now, or when the process with the lock has ended.
 * The lock file identifies its process by more than the process id and is renewed, so that nobody waits for the lock of a
 * killed process or of a machine that was restarted.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share one lock and its timer
export function runInSingleProcess(
  folder: string,
  work: () => () => Promise<void>,
  log: LockLog,
  tryEvery = TRY_EVERY,
): SingleProcess {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755); // a web server reads the files
  const file = join(folder, '.printer');
  const me = nameProcess(process.pid);
  let end: (() => Promise<void>) | null = null;
  let renewals = 0;
  let seen = { holder: '', renewed: 0, tries: 0 };
  const trying = setInterval(check, tryEvery).unref();
  check();

  function check(): void {
    try {
      if (end) renew(end);
      else take();
    } catch (error) {
      log.warn({ error: String(error) }, 'the lock in EXPORT_DIR cannot be used; it is tried again');
    }
  }

  function renew(endWork: () => Promise<void>): void {
    if (read(file) === me) {
      renewals++;
      utimesSync(file, renewals, renewals); // any change counts, because the clocks of two machines may differ
      return;
    }
    end = null;
    log.warn({}, 'another process has taken the lock in EXPORT_DIR; this one no longer exports the site there');
    void endWork().catch(() => {});
  }

  function take(): void {
    const holder = read(file);
    if (holder !== null && !isDead(holder)) return;
    if (holder !== null && !remove(holder)) return;
    const mine = `${file}.${process.pid}`;
    writeFileSync(mine, me);
    try {
      linkSync(mine, file); // fails when another process was faster
    } catch {
      return;
    } finally {
      rmSync(mine, { force: true });
    }
    if (holder !== null)
      log.warn(
        {},
        'the process that exported the site to EXPORT_DIR ended without releasing its lock; this one takes over',
      );
    end = work();
  }

  function isDead(holder: string): boolean {
    const known = isRunning(holder);
    if (known !== null && holder !== seen.holder && known)
      log.info({}, 'another process exports the site to EXPORT_DIR');
    if (known !== null) {
      seen = { holder, renewed: 0, tries: 0 };
      return !known;
    }
    const { mtimeMs } = statSync(file);
    if (holder !== seen.holder || mtimeMs !== seen.renewed) {
      if (holder !== seen.holder)
        log.warn(
          {},
          'a process on another machine, or an ended process, has the lock in EXPORT_DIR; this one waits for it',
        );
      seen = { holder, renewed: mtimeMs, tries: 0 };
      return false;
    }
    return ++seen.tries >= MOST_MISSED;
  }

  /** Moves the lock of a dead process away; false when another process has taken it meanwhile. */
  function remove(holder: string): boolean {
    const aside = `${file}.${process.pid}.dead`;
    renameSync(file, aside);
    const isTheOne = read(aside) === holder;
    if (!isTheOne) linkSync(aside, file);
    rmSync(aside, { force: true });
    return isTheOne;
  }

  return {
    isActive: () => end !== null,
    stop: async () => {
      clearInterval(trying);
      if (!end) return;
      await end();
      if (read(file) === me) rmSync(file, { force: true });
    },
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
