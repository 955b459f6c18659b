import type { CachedResponse, Coding } from './encode.ts';
import type { FormChoice, StoredForm } from './public-response.ts';

// The memory of the response cache: responses by path, form and coding, under a budget of bytes. The least recently read are removed first.
// It depends on neither the server nor the framework nor the database.

type Entry = { response: CachedResponse; place: PathEntry; slot: string; about: readonly string[]; readAt: number };
/** The responses at one path, and how the form is chosen there. */
export type PathEntry = { path: string; choice: FormChoice; slots: Map<string, Entry> };

export type CacheKey = { path: string; choice: FormChoice; form: StoredForm; coding: Coding };

/** Creates a store of at most `budget` bytes. */
export function createStore(budget: number) {
  const paths = new Map<string, PathEntry>();
  const entries = new Set<Entry>();
  let bytes = 0;
  let version = 0;
  let tick = 0;

  return {
    /** What the store has for `path`; null when it has nothing. */
    at: (path: string): PathEntry | null => paths.get(path) ?? null,

    /** The stored response, or null. */
    find: (place: PathEntry, form: StoredForm, coding: Coding): CachedResponse | null => {
      const entry = place.slots.get(SLOT[form][coding]);
      if (!entry) return null;
      entry.readAt = ++tick;
      return entry.response;
    },

    /**
     * Stores a response until a publication changes what it is about. `since` is the version at which it was rendered: a
     * response older than the last removal is not stored.
     */
    put: (
      { path, choice, form, coding }: CacheKey,
      response: CachedResponse,
      about: readonly string[],
      since: number,
    ): void => {
      if (since !== version || response.bytes > budget / 8) return;
      const place = paths.get(path) ?? { path, choice, slots: new Map() };
      const slot = SLOT[form][coding];
      release(place.slots.get(slot));
      paths.set(path, place);
      const entry = { response, place, slot, about, readAt: ++tick };
      place.slots.set(slot, entry);
      entries.add(entry);
      bytes += response.bytes;
      if (bytes > budget) makeRoom();
    },

    /** Removes every response about one of `changed`, or all of them. */
    remove: (changed: readonly string[] | 'all'): void => {
      version++;
      const names = new Set(changed);
      for (const entry of entries) if (changed === 'all' || entry.about.some((name) => names.has(name))) release(entry);
    },

    /** Grows with every removal. */
    version: (): number => version,

    size: (): { bytes: number; copies: number } => ({ bytes, copies: entries.size }),
  };

  /** Frees a tenth of the budget at once, so that the entries are seldom sorted. */
  function makeRoom(): void {
    for (const entry of [...entries].sort((candidate, other) => candidate.readAt - other.readAt)) {
      if (bytes <= budget * 0.9) return;
      release(entry);
    }
  }

  function release(entry: Entry | undefined): void {
    if (!entry || !entries.delete(entry)) return;
    bytes -= entry.response.bytes;
    entry.place.slots.delete(entry.slot);
    if (entry.place.slots.size === 0) paths.delete(entry.place.path);
  }
}

const slotsOf = (form: StoredForm) => ({
  identity: form,
  gzip: `${form} gzip`,
  br: `${form} br`,
  zstd: `${form} zstd`,
});

/** The slot name of each form and coding, made once. */
const SLOT: Record<StoredForm, Record<Coding, string>> = {
  html: slotsOf('html'),
  markdown: slotsOf('markdown'),
  json: slotsOf('json'),
  only: slotsOf('only'),
};
