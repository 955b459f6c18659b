import type { Copy, UnfinishedCopy } from '../../../../article/model/copy.ts';

// What this browser keeps of typing that the server does not have. Each window has an entry of its own, so that two windows
// never overwrite each other's; an entry whose window is gone is left over, and the next window takes it up.

/** What was typed, what it was typed upon, and what the server had then. */
export type LocalCopy = {
  base: { revision: number; copy: Copy | UnfinishedCopy };
  /** The working copy of the server that this was typed upon; entries of an older release have none. */
  number?: number;
  known?: UnfinishedCopy;
  /** The ids of posts of which no answer came yet. */
  posts?: string[];
  copy: UnfinishedCopy;
  at: string;
};
export type LeftOver = { key: string; local: LocalCopy };

/** The entries of one person and one article. */
export function openLocalCopy(editorId: string, articleId: string) {
  const prefix = `plumbline:typed:${editorId}:${articleId}`;
  const own = `${prefix}:${newId()}`;
  const aside = `plumbline:aside:${editorId}:${articleId}`;
  const former = isComingBack() ? read(sessionStorage, 'plumbline:window') : null;
  write(sessionStorage, 'plumbline:window', own);
  void navigator.locks?.request(own, () => new Promise(() => {})); // held until the window is gone

  return {
    /** The entries whose windows are gone, latest first. */
    leftOver: async (): Promise<LeftOver[]> => {
      const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
      return keysOf(localStorage)
        .filter((key) => key === prefix || key.startsWith(`${prefix}:`))
        .filter((key) => key !== own && (key === former || !open.includes(key)))
        .flatMap((key) => {
          const local = parse<LocalCopy>(read(localStorage, key));
          return local ? [{ key, local }] : [];
        })
        .sort((one, other) => (one.local.at < other.local.at ? 1 : -1));
    },
    /** Whether it could be kept: a browser may be full, or forbid it. */
    keep: (copy: LocalCopy): boolean => write(localStorage, own, JSON.stringify(copy)),
    drop: (key = own): void => remove(key),
    /** The text that the person replaced by the server's, until they throw it away. */
    readAside: (): { copy: UnfinishedCopy; at: string } | null => parse(read(localStorage, aside)),
    setAside: (copy: UnfinishedCopy): boolean =>
      write(localStorage, aside, JSON.stringify({ copy, at: new Date().toISOString() })),
    dropAside: (): void => remove(aside),
  };
}

/** An id that no other window has. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether this page was loaded by a reload, or by going back: the same window had it before. */
export function isComingBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

function keysOf(storage: Storage): string[] {
  try {
    return Object.keys(storage);
  } catch {
    return [];
  }
}

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function write(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing has nothing to drop
  }
}

function parse<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? 'null') as T | null;
  } catch {
    return null;
  }
}
