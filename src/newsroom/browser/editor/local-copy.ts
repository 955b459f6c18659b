import type { Copy, UnfinishedCopy } from '#article/copy.ts';
import { readFromDisk, writeToDisk } from './disk-copy.ts';
import { sameCopy } from './field-values.ts';
import type { EditorPage } from './page.ts';
import type { ServerCopy } from './server.ts';

// The text in local storage that the server does not have yet. Each window has its own entry, so that windows never overwrite
// each other. The entry of a closed window is a leftover, which the next window opens.

/** The typed text, the revision it is based on, and the server's copy at that time. */
export type LocalCopy = {
  base: { revision: number; copy: Copy | UnfinishedCopy };
  /** The number of the server's working copy that this is based on. */
  number: number;
  known: UnfinishedCopy;
  /** Ids of posts that were not answered yet. */
  posts: string[];
  copy: UnfinishedCopy;
  at: string;
};
export type BaseRevision = { revision: number; copy: UnfinishedCopy };
/** What the text is based on: the revision, the server's copy with its number, and the ids of unanswered posts. */
export type SyncPoint = { base: BaseRevision; number: number; known: UnfinishedCopy; posts: string[] };
export type LeftoverEntry = { key: string; local: LocalCopy };

/** The entries of one person and one article. */
export function openLocalCopy(editorId: string, articleId: string) {
  const prefix = `plumbline:typed:${editorId}:${articleId}`;
  const own = `${prefix}:${newId()}`;
  const aside = `plumbline:aside:${editorId}:${articleId}`;
  const former = isComingBack() ? read(sessionStorage, 'plumbline:window') : null;
  write(sessionStorage, 'plumbline:window', own);
  void navigator.locks?.request(own, () => new Promise(() => {})); // held until the window is closed

  return {
    /** The entries of closed windows, latest first. */
    leftOver: async (): Promise<LeftoverEntry[]> => {
      const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
      const onDisk = await readFromDisk(prefix);
      return [...new Set([...keysOf(localStorage), ...onDisk.keys()])]
        .filter((key) => key.startsWith(`${prefix}:`))
        .filter((key) => key !== own && (key === former || !open.includes(key)))
        .flatMap((key) => {
          const copies = [read(localStorage, key), onDisk.get(key) ?? null].map((text) => parse<LocalCopy>(text));
          const [local] = copies.filter((copy) => copy !== null).sort(byLatest);
          return local ? [{ key, local }] : [];
        })
        .sort((entry, other) => byLatest(entry.local, other.local));
    },
    /** Returns whether the text could be stored: storage may be full or disabled. */
    keep: (copy: LocalCopy): boolean => {
      const text = JSON.stringify(copy);
      void writeToDisk(own, text);
      return write(localStorage, own, text);
    },
    drop: (key = own): void => {
      void writeToDisk(key, null);
      remove(key);
    },
    /** The text that the member replaced by the server's copy, until they discard it. */
    readAside: (): { copy: UnfinishedCopy; at: string } | null => parse(read(localStorage, aside)),
    setAside: (copy: UnfinishedCopy): boolean =>
      write(localStorage, aside, JSON.stringify({ copy, at: new Date().toISOString() })),
    dropAside: (): void => remove(aside),
  };
}

/** A random id. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the same window had this page before: it was loaded by a reload or by going back. */
export function isComingBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

function byLatest(copy: LocalCopy, other: LocalCopy): number {
  return copy.at < other.at ? 1 : -1;
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
    // without storage there is nothing to remove
  }
}

function parse<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** The text with which the editor starts. */
export type InitialCopy = {
  shown: UnfinishedCopy;
  footing: SyncPoint;
  /** Whether the shown text comes from this browser and the server does not have it. */
  isKeptHere: boolean;
  /** The server's copy, if it was typed elsewhere since this browser stored its text; else null. */
  elsewhere: ServerCopy | null;
  /** Other texts stored in this browser. */
  more: LeftoverEntry[];
};

/** Chooses between the server's copy and the text of a closed window in this browser. */
export async function chooseInitialCopy(
  page: EditorPage,
  local: ReturnType<typeof openLocalCopy>,
): Promise<InitialCopy> {
  const { server } = page;
  const left = await local.leftOver();
  const news = left.filter(({ local: { copy } }) => !sameCopy(copy, server.copy));
  for (const { key } of left.filter((entry) => !news.includes(entry))) local.drop(key);
  const [latest, ...more] = news;
  const plain: SyncPoint = { base: server.base, number: server.number, known: server.copy, posts: [] };
  if (!latest) return { shown: server.copy, footing: plain, isKeptHere: false, elsewhere: null, more };
  const footing = footingOf(latest.local, server);
  local.keep({ ...footing, copy: latest.local.copy, at: latest.local.at });
  local.drop(latest.key);
  const isBehind = footing.number !== server.number;
  return { shown: latest.local.copy, footing, isKeptHere: true, elsewhere: isBehind ? server : null, more };
}

function footingOf(local: LocalCopy, server: ServerCopy): SyncPoint {
  const { base, number, known, posts } = local;
  const isOwn = posts.includes(server.postId);
  if (number !== server.number && !isOwn) return { base, number, known, posts };
  // posts of the closed window may still arrive, so their ids are remembered
  return { base: isOwn && server.isTyped ? server.base : base, number: server.number, known: server.copy, posts };
}
