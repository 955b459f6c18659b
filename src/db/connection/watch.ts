import type { Database } from '../database.ts';

/** Milliseconds between two looks at whether another process committed to the same SQLite file. */
const LOOK_EVERY = 200;

export type CommitWatch = { watch: Database['watch']; tell: () => void; close: () => Promise<void> };

/**
 * Tells of commits by this process at once, and by others through `stamp`, which changes with them. A stamp that cannot be
 * had tells nothing.
 */
export function watchSqlite(stamp: () => number): CommitWatch {
  const { watch, tell } = createListeners();
  let version = -1;
  const looking = setInterval(() => {
    const now = look();
    if (now === null || now === version) return;
    version = now;
    tell();
  }, LOOK_EVERY).unref();

  function look(): number | null {
    try {
      return stamp();
    } catch {
      return null;
    }
  }

  return { watch, tell, close: async () => clearInterval(looking) };
}

/** Whom a commit is told to, and the telling. */
export function createListeners(): Pick<CommitWatch, 'watch' | 'tell'> {
  const told = new Set<() => void>();
  return {
    watch: (listener) => {
      told.add(listener);
      return () => void told.delete(listener);
    },
    tell: () => {
      for (const listener of told) listener();
    },
  };
}
