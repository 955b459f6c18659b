import type { CachedResponse } from './cached-response.ts';
import type { Coding } from './encode.ts';

// The ready-printed copies, by path, form and coding, held under a budget of bytes; what was read longest ago leaves
// first. Nothing here knows a server, the framework or the database: two thin writers send what is found.

/** What a path holds one of for each form; `only` where it has but one. */
export type ShelfForm = 'html' | 'markdown' | 'json' | 'only';
/** How the copy at a path is chosen: there is only one, or by the page rule, either by the query too; or by the rule at `/api` (decision 0001). */
export type Choice = 'only' | 'query' | 'page' | 'page query' | 'api';

type Held = { printed: CachedResponse; shelf: Shelf; slot: string; about: readonly string[]; readAt: number };
type Shelf = { path: string; choice: Choice; slots: Map<string, Held> };

export type CacheKey = { path: string; choice: Choice; form: ShelfForm; coding: Coding };

/** A stand that holds at most `budget` bytes. */
export function createStore(budget: number) {
  const shelves = new Map<string, Shelf>();
  const held = new Set<Held>();
  let bytes = 0;
  let version = 0;
  let tick = 0;

  return {
    /** How the form at `path` is chosen; null when nothing of it is held. */
    choiceAt: (path: string): Choice | null => shelves.get(path)?.choice ?? null,

    /** The copy held; null when it has to be printed. */
    find: (path: string, form: ShelfForm, coding: Coding): CachedResponse | null => {
      const found = shelves.get(path)?.slots.get(SLOT[form][coding]);
      if (!found) return null;
      found.readAt = ++tick;
      return found.printed;
    },

    /** Holds a copy until something it is about is published, unless that happened since `since` already. */
    keep: (
      { path, choice, form, coding }: CacheKey,
      printed: CachedResponse,
      about: readonly string[],
      since: number,
    ): void => {
      if (since !== version || printed.bytes > budget / 8) return;
      const shelf = shelves.get(path) ?? { path, choice, slots: new Map() };
      const slot = SLOT[form][coding];
      release(shelf.slots.get(slot));
      shelves.set(path, shelf);
      const entry = { printed, shelf, slot, about, readAt: ++tick };
      shelf.slots.set(slot, entry);
      held.add(entry);
      bytes += printed.bytes;
      if (bytes > budget) makeRoom();
    },

    /** Drops every copy about one of `changed`; all of them where it is not known what changed. */
    drop: (changed: readonly string[] | 'all'): void => {
      version++;
      const names = new Set(changed);
      for (const entry of held) if (changed === 'all' || entry.about.some((name) => names.has(name))) release(entry);
    },

    /** Grows with every drop: what was printed before is not to be kept after. */
    version: (): number => version,

    size: (): { bytes: number; copies: number } => ({ bytes, copies: held.size }),
  };

  /** Frees a tenth of the budget at once, so that sorting is rare. */
  function makeRoom(): void {
    for (const entry of [...held].sort((one, other) => one.readAt - other.readAt)) {
      if (bytes <= budget * 0.9) return;
      release(entry);
    }
  }

  function release(entry: Held | undefined): void {
    if (!entry || !held.delete(entry)) return;
    bytes -= entry.printed.bytes;
    entry.shelf.slots.delete(entry.slot);
    if (entry.shelf.slots.size === 0) shelves.delete(entry.shelf.path);
  }
}

export type CacheStore = ReturnType<typeof createStore>;

const slotsOf = (form: ShelfForm) => ({ identity: form, gzip: `${form} gzip`, br: `${form} br`, zstd: `${form} zstd` });

/** The slot of each form and coding, spelt once. */
const SLOT: Record<ShelfForm, Record<Coding, string>> = {
  html: slotsOf('html'),
  markdown: slotsOf('markdown'),
  json: slotsOf('json'),
  only: slotsOf('only'),
};
