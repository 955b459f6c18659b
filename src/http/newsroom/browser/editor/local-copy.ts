import type { Copy, UnfinishedCopy } from '../../../../article/model/copy.ts';
import { sameCopy } from './field-values.ts';
import type { EditorPage } from './page.ts';
import type { ServerCopy } from './server.ts';

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
export type BaseRevision = { revision: number; copy: UnfinishedCopy };
/** What the typing stands on: the revision, and the server's copy by its number. */
export type SyncPoint = { base: BaseRevision; number: number; known: UnfinishedCopy; posts: string[] };
export type LeftoverEntry = { key: string; local: LocalCopy };

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
    leftOver: async (): Promise<LeftoverEntry[]> => {
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

/** What the editor begins with. */
export type InitialCopy = {
  shown: UnfinishedCopy;
  footing: SyncPoint;
  /** Whether what is shown was kept by this browser, and the server does not have it. */
  isKeptHere: boolean;
  /** What the server holds that was typed elsewhere since this browser kept its copy; null where nothing was. */
  elsewhere: ServerCopy | null;
  /** Further texts that this browser kept. */
  more: LeftoverEntry[];
};

/** Chooses between the server's copy and what this browser kept of a window that is gone. */
export async function chooseInitialCopy(
  page: EditorPage,
  local: ReturnType<typeof openLocalCopy>,
): Promise<InitialCopy> {
  const { server } = page;
  const left = await local.leftOver();
  const news = left.filter(({ local: { copy } }) => !sameCopy(copy, server.copy));
  for (const { key } of left.filter((one) => !news.includes(one))) local.drop(key);
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
  const { base, number = -1, known = base.copy, posts = [] } = local;
  const isOwn = posts.includes(server.postId);
  if (number !== server.number && !isOwn) return { base, number, known, posts };
  // posts of the window that is gone may still be on their way: their ids stay known
  return { base: isOwn && server.isTyped ? server.base : base, number: server.number, known: server.copy, posts };
}
