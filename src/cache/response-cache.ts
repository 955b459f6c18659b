import type { Deps } from '../runtime/deps.ts';
import { followLog } from '../runtime/follow-log.ts';
import type { CachedResponse } from './cached-response.ts';
import { preferredCoding } from './encode.ts';
import { formAt } from './negotiate.ts';
import { type CacheKey, createStore } from './store.ts';

/** What a reader asks for, as far as copies differ by it; the path as it came, with its query. */
export type CacheLookup = { path: string; accept: string | null; acceptEncoding: string | null };

export type ResponseCache = {
  /** The copy a reader wants; null when it has to be printed, or when a commit has not been looked at yet. */
  find: (wanted: CacheLookup) => CachedResponse | null;
  /** Waits until what was committed before is known here, and tells which state of the edition is printed from now. */
  catchUp: () => Promise<number>;
  /** Lets one reader print at a time; the others wait and then look again. Returns null for whoever is to print. */
  wait: (wanted: CacheLookup) => Promise<void> | null;
  /** Ends the turn of whoever printed. */
  done: (wanted: CacheLookup) => void;
  keep: (place: CacheKey, printed: CachedResponse, about: readonly string[], since: number) => void;
  /** While the first edition is put in, nothing is kept here, nor by anybody else: half of it would be read for a day. */
  setFilling: (isFilling: boolean) => void;
  isFilling: () => boolean;
  size: () => { bytes: number; copies: number };
  /** How often a copy was found, and how often not. */
  counts: { found: number; missed: number };
  close: () => void;
};

/** Opens the newsstand of a process, which holds at most `budget` bytes and follows the publication log. */
export function createResponseCache(deps: Deps, budget: number): ResponseCache {
  const stand = createStore(budget);
  const printing = new Map<string, { done: () => void; turn: Promise<void> }>();
  const counts = { found: 0, missed: 0 };
  let isFilling = false;
  const log = followLog(deps, (lines) => {
    if (lines === 'all') return stand.drop('all');
    const changed = lines.flatMap(({ articleId, desk, placed }) =>
      placed ? [`placed:${placed}`] : ['edition', `article:${articleId}`, `desk:${desk}`],
    );
    stand.drop([...new Set(changed)]);
  });

  return {
    find: ({ path, accept, acceptEncoding }) => {
      if (log.isBehind()) return null;
      const cut = path.indexOf('?');
      const plain = cut === -1 ? path : path.slice(0, cut);
      const choice = stand.choiceAt(plain);
      const isChosen = choice !== null && (cut === -1 || !choice.endsWith('query'));
      const found = isChosen ? stand.find(plain, formAt(choice, accept), preferredCoding(acceptEncoding)) : null;
      if (found) counts.found++;
      else counts.missed++;
      return found;
    },
    catchUp: async () => {
      if (log.isBehind()) await log.catchUp();
      return stand.version();
    },
    wait: (wanted) => {
      const key = keyOf(wanted);
      const known = printing.get(key);
      if (known) return known.turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      printing.set(key, { turn: promise, done: resolve });
      return null;
    },
    done: (wanted) => {
      const key = keyOf(wanted);
      printing.get(key)?.done();
      printing.delete(key);
    },
    keep: (...given) => {
      if (!isFilling) stand.keep(...given);
    },
    setFilling: (now) => {
      isFilling = now;
    },
    isFilling: () => isFilling,
    size: stand.size,
    counts,
    close: log.stop,
  };
}

function keyOf({ path, accept, acceptEncoding }: CacheLookup): string {
  return `${path}\n${accept ?? ''}\n${acceptEncoding ?? ''}`;
}
