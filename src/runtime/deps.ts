import type { Database } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import type { CallLog } from './call-log.ts';

/** Whether a check of the gate stops a publication. */
export type GateLevel = 'block' | 'warn';

/** What the house has set for itself that verbs hold to. */
export type Policy = {
  /** How many people have to agree on a publication: with `two`, another editor approves the revision first. */
  reviewBy: 'one' | 'two';
  /** At which level a check of the gate stands here, by its code, where it is not the usual one. */
  gateLevels?: Readonly<Record<string, GateLevel>>;
  /** The name the magazine is read at: its own pages are no source of a number. */
  ownHost?: string;
  /** The language articles are in, as a tag, `de-AT`. */
  language?: string;
  /** Bytes of text that one grant may store in one day, where it is not the usual bound. */
  textPerDay?: number;
};

/** The few things every verb is given. */
export type Deps = {
  db: Database;
  /** The only clock: milliseconds since 1970, UTC. */
  clock: () => number;
  /** A random uuid. */
  newId: () => string;
  /** The server's key for what is too short to be hashed alone, such as user codes. */
  key: Uint8Array;
  files: Files;
  policy: Policy;
  /** What agents called. Flush it before the database closes. */
  callLog: CallLog;
};

/** The press's time as it is stored and told: UTC, ISO 8601, milliseconds. */
export function now(deps: Deps): string {
  return new Date(deps.clock()).toISOString();
}

/** The press's time `seconds` from now (or ago, when negative). */
export function inSeconds(deps: Deps, seconds: number): string {
  return new Date(deps.clock() + seconds * 1000).toISOString();
}
