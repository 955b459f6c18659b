import type { Database } from '#db/database.ts';
import type { Files } from '#runtime/files/files.ts';
import type { CallLog } from './call-log.ts';
import type { SiteHolder } from './site-snapshot.ts';

/** Whether a failed gate check blocks a publication or only warns. */
export type GateLevel = 'block' | 'warn';

/** Settings that acts apply. */
export type Policy = {
  /** How many people have to agree on a publication. With `two`, another editor approves the revision first. */
  reviewBy: 'one' | 'two';
  /** Levels of gate checks, by code, where they differ from the default. */
  gateLevels?: Readonly<Record<string, GateLevel>>;
  /** Kinds of wording that are not looked up: quotations, names. */
  unchecked?: readonly ('quotation' | 'name')[];
  /** The host name of the site: its own pages cannot be the source of a figure. */
  ownHost?: string;
  /** Most bytes of text that one grant may store in one day, where it differs from the default. */
  textPerDay?: number;
  /** KiB of memory that the hash of a password takes, where it differs from the default: tests take little. */
  hashMemory?: number;
};

/** The dependencies of every act. */
export type Deps = {
  db: Database;
  /** The only clock: milliseconds since 1970, UTC. */
  clock: () => number;
  /** A random uuid. */
  newId: () => string;
  /** The key for hashes: HMACs of secrets that are too short for a plain hash, such as user codes, and of links in emails. */
  key: Uint8Array;
  /** The key that encrypts data that the server must read again. */
  sealKey: Uint8Array;
  /** Reads both keys again, after `keys rotate site`. If they cannot be opened, the present keys stay. */
  rereadKeys: () => Promise<void>;
  files: Files;
  policy: Policy;
  /** The newest state of the site: settings, sections and its own pages. */
  site: SiteHolder;
  /** The calls of agents. Flush it before the database closes. */
  callLog: CallLog;
};

/** The current time as it is stored and sent: UTC, ISO 8601, milliseconds. */
export function now(deps: Pick<Deps, 'clock'>): string {
  const time = deps.clock();
  if (time !== lastTime) [lastTime, lastWritten] = [time, new Date(time).toISOString()];
  return lastWritten;
}

/** A cache of the last time that `now` wrote: a busy process asks several times in a millisecond. */
let lastTime = Number.NaN;
let lastWritten = '';

/** The time `seconds` from now, or ago when negative. */
export function inSeconds(deps: Deps, seconds: number): string {
  return new Date(deps.clock() + seconds * 1000).toISOString();
}
