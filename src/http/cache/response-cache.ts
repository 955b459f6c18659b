import type { Deps } from '#runtime/deps.ts';
import { followLog } from '#runtime/follow-log.ts';
import { type CachedResponse, preferredCoding } from './encode.ts';
import { formAt, isOldPost } from './negotiate.ts';
import { type CacheKey, createStore } from './store.ts';
import { changedNames, changesSite, type ListLinking } from './tags.ts';

/** The parts of a request that choose a response; the path as it was sent, with its query. */
export type CacheLookup = { path: string; accept: string | null; acceptEncoding: string | null };

export type ResponseCache = {
  /** The cached response. Null when the cache has none, or when the process has not yet read the log up to the last commit. */
  find: (lookup: CacheLookup) => CachedResponse | null;
  /** The same, but counts only a found response, for callers that look elsewhere after null. */
  findFirst: (lookup: CacheLookup) => CachedResponse | null;
  /** Reads the publication log up to the last commit. Returns the version of the cache, which `put` needs. */
  catchUp: () => Promise<number>;
  /**
   * Lets one request render a response that many ask for. Returns null to that request, which calls `done` afterwards; to
   * the others a promise that resolves then.
   */
  wait: (lookup: CacheLookup) => Promise<void> | null;
  done: (lookup: CacheLookup) => void;
  /** Stores a response; `since` is the version at which its rendering began. */
  put: (key: CacheKey, response: CachedResponse, about: readonly string[], since: number) => void;
  /** While the first articles are added, nothing is stored: readers would see half a site for up to a day. */
  setFilling: (isFilling: boolean) => void;
  isFilling: () => boolean;
  size: () => { bytes: number; copies: number };
  /** How many lookups found a response, and how many did not. */
  counts: { found: number; missed: number };
  close: () => void;
};

/**
 * Creates the response cache of a process: at most `budget` bytes, kept current by the publication log. `listLinking` finds the pages
 * that a changed article can be listed on (`next:…` in `about`); `readSite` reads the settings of the site again, before the
 * responses with the old ones are removed.
 */
export function createResponseCache(
  deps: Deps,
  budget: number,
  listLinking: ListLinking,
  readSite: () => Promise<void>,
): ResponseCache {
  const store = createStore(budget);
  const rendering = new Map<string, { done: () => void; turn: Promise<void> }>();
  const counts = { found: 0, missed: 0 };
  let isFilling = false;
  const log = followLog(deps, async (lines) => {
    if (lines === 'all' || changesSite(lines)) await readSite();
    store.remove(await changedNames(deps, lines, listLinking));
  });

  function readStore({ path, accept, acceptEncoding }: CacheLookup): CachedResponse | null {
    const cut = path.indexOf('?');
    const plain = cut === -1 ? path : path.slice(0, cut);
    const place = store.at(plain);
    const isOld = cut === 1 && isOldPost(path.slice(cut));
    // The route checks the parameters of the API.
    const isChecked = cut !== -1 && (place?.choice.endsWith('query') || path.startsWith('/api/'));
    if (place === null || isOld || isChecked) return null;
    return store.find(place, formAt(place.choice, accept), preferredCoding(acceptEncoding));
  }

  function findFirst(lookup: CacheLookup): CachedResponse | null {
    const response = log.isBehind() ? null : readStore(lookup);
    if (response) counts.found++;
    return response;
  }

  return {
    find: (lookup) => {
      const response = findFirst(lookup);
      if (!response && !log.isBehind()) counts.missed++;
      return response;
    },
    findFirst,
    catchUp: async () => {
      if (log.isBehind()) await log.catchUp();
      return store.version();
    },
    wait: (lookup) => {
      const key = keyOf(lookup);
      const known = rendering.get(key);
      if (known) return known.turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      rendering.set(key, { turn: promise, done: resolve });
      return null;
    },
    done: (lookup) => {
      const key = keyOf(lookup);
      rendering.get(key)?.done();
      rendering.delete(key);
    },
    put: (...entry) => {
      if (!isFilling) store.put(...entry);
    },
    setFilling: (now) => {
      isFilling = now;
    },
    isFilling: () => isFilling,
    size: store.size,
    counts,
    close: () => void log.stop(),
  };
}

function keyOf({ path, accept, acceptEncoding }: CacheLookup): string {
  return `${path}\n${accept ?? ''}\n${acceptEncoding ?? ''}`;
}
