import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two tries to take over, and between two renewals of a lock. */
const TRY_EVERY = 2000;
/** Renewals that a process of which nothing else is known may miss before it counts as dead. */
const MOST_MISSED = 7;

type Notes = {
  info: (fields: Record<string, unknown>, message: string) => void;
  warn: (fields: Record<string, unknown>, message: string) => void;
};

export type SingleProcess = {
  /** Whether the work is done in this process now. */
  isActive: () => boolean;
  /** Ends the work, and leaves the folder to another process. */
  stop: () => Promise<void>;
};

/**
 * Does `work` in one process of those that share `folder`: in this one now, or when the one that has the lock ends. The lock
 * names its process by more than a number, and is renewed: the lock of a process that was killed, or of one on a machine that
 * was restarted, keeps nobody waiting.
 */
export function runInSingleProcess(
  folder: string,
  work: () => () => Promise<void>,
  notes: Notes,
  tryEvery = TRY_EVERY,
): SingleProcess {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755); // a web server reads what is written there
  const file = join(folder, '.printer');
  const me = nameProcess(process.pid);
  let end: (() => Promise<void>) | null = null;
  let renewals = 0;
  let seen = { holder: '', renewed: 0, tries: 0 };
  const trying = setInterval(look, tryEvery).unref();
  look();

  function look(): void {
    try {
      if (end) renew(end);
      else take();
    } catch (error) {
      notes.warn({ error: String(error) }, 'the lock in EXPORT_DIR cannot be used; it is tried again');
    }
  }

  function renew(endWork: () => Promise<void>): void {
    if (read(file) === me) {
      renewals++;
      utimesSync(file, renewals, renewals); // any change counts: the clocks of two machines need not agree
      return;
    }
    end = null;
    notes.warn({}, 'another process has taken the lock in EXPORT_DIR; this one no longer writes the edition there');
    void endWork().catch(() => {});
  }

  function take(): void {
    const holder = read(file);
    if (holder !== null && !isDead(holder)) return;
    if (holder !== null && !remove(holder)) return;
    const mine = `${file}.${process.pid}`;
    writeFileSync(mine, me);
    try {
      linkSync(mine, file); // fails where another one was as quick
    } catch {
      return;
    } finally {
      rmSync(mine, { force: true });
    }
    if (holder !== null)
      notes.warn({}, 'the process that wrote the edition to EXPORT_DIR ended without its lock; this one takes over');
    end = work();
  }

  function isDead(holder: string): boolean {
    const known = isRunning(holder);
    if (known !== null && holder !== seen.holder && known)
      notes.info({}, 'another process writes the edition to EXPORT_DIR');
    if (known !== null) {
      seen = { holder, renewed: 0, tries: 0 };
      return !known;
    }
    const { mtimeMs } = statSync(file);
    if (holder !== seen.holder || mtimeMs !== seen.renewed) {
      if (holder !== seen.holder)
        notes.warn(
          {},
          'a process on another machine, or an ended one, has the lock in EXPORT_DIR; this one waits for it',
        );
      seen = { holder, renewed: mtimeMs, tries: 0 };
      return false;
    }
    return ++seen.tries >= MOST_MISSED;
  }

  /** Moves the lock of a dead process out of the way; false where it is another's by now. */
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

// Which process is meant by a number: after a restart of the machine, or in another container, the number is another's.

/** A process by its number, the start of its machine, its namespace of numbers, and its own start; unknown parts are `-`. */
export function nameProcess(pid: number): string {
  return [pid, bootId(), namespaceId(), startOf(pid) ?? '-'].join(' ');
}

/** Whether the process of that name runs; null where that cannot be known from here. */
export function isRunning(name: string): boolean | null {
  const [pid, boot, namespace, started] = name.trim().split(' ');
  const isOfHere = boot === bootId() && namespace === namespaceId() && boot !== '-' && namespace !== '-';
  if (isOfHere) return startOf(Number(pid)) === started;
  return Number(pid) === process.pid && boot === undefined ? false : null; // an earlier release wrote the number alone
}

function bootId(): string {
  return readOr('-', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function namespaceId(): string {
  return readOr('-', () => readlinkSync('/proc/self/ns/pid'));
}

/** When a process started, in ticks since the machine did (proc_pid_stat(5), field 22); null when there is none. */
function startOf(pid: number): string | null {
  const stat = readOr(null, () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null; // a name may hold blanks and parentheses
}

function readOr<T>(otherwise: T, read: () => string): string | T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
