import type { Database } from '#db/database.ts';

/** Milliseconds between two checks for a commit of another process to the same SQLite file; one takes some microseconds. */
const CHECK_EVERY = 50;

export type CommitWatch = { watch: Database['watch']; notify: () => void; close: () => Promise<void> };

/**
 * Notifies listeners of commits: `notify` for those of this process, and a changed `stamp` for those of others. A `stamp` that
 * throws counts as unchanged.
 */
export function watchSqlite(stamp: () => number): CommitWatch {
  const { watch, notify } = createListeners();
  let version = -1;
  const checking = setInterval(() => {
    const now = readStamp();
    if (now === null || now === version) return;
    version = now;
    notify();
  }, CHECK_EVERY).unref();

  function readStamp(): number | null {
    try {
      return stamp();
    } catch {
      return null;
    }
  }

  return { watch, notify, close: async () => clearInterval(checking) };
}

/** The listeners of commits. */
export function createListeners(): Pick<CommitWatch, 'watch' | 'notify'> {
  const listeners = new Set<() => void>();
  return {
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}
