import type { Database } from '../db/database.ts';

/** The few things every verb is given. */
export type Press = {
  db: Database;
  /** The only clock: milliseconds since 1970, UTC. */
  clock: () => number;
  /** A random uuid. */
  newId: () => string;
  /** The server's key for what is too short to be hashed alone, such as user codes. */
  key: Uint8Array;
};

/** The press's time as it is stored and told: UTC, ISO 8601, milliseconds. */
export function now(press: Press): string {
  return new Date(press.clock()).toISOString();
}

/** The press's time `seconds` from now (or ago, when negative). */
export function inSeconds(press: Press, seconds: number): string {
  return new Date(press.clock() + seconds * 1000).toISOString();
}
