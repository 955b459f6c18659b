import { statSync } from 'node:fs';
import { Failure } from '../../core/failure.ts';
import { quickCheck } from './quick-check.ts';
import { readMark, stateOf } from './watermark.ts';

/**
 * Looks whether the database file at `path` may be trusted, before it is opened: it is there (`missing` says what to do
 * where it must be), it is whole, and no older than what was acknowledged. A file that was closed in order and not touched
 * since is not read through; one found unsound, not again until it changes.
 * @throws Failure `db_unavailable` that says in plain words what is wrong and what to do, for the log
 */
export function openInspection(path: string, missing: () => string | null): () => Promise<void> {
  let unsound: { state: string; why: Failure } | null = null;

  return async () => {
    if (sizeOf(path) === 0) {
      const why = missing();
      if (why !== null) throw refusal(`There is no database at ${path}. ${why}`);
      return;
    }
    const closed = readMark(path)?.closed ?? null;
    if (closed !== null && closed === stateOf(path)) return;
    const state = lookOf(path);
    if (unsound?.state === state) throw unsound.why;
    const why = await findFault(path);
    unsound = why && { state: lookOf(path), why };
    if (why) throw why;
  };
}

async function findFault(path: string): Promise<Failure | null> {
  const { wrong, journal } = await quickCheck(path);
  if (wrong !== null) {
    return refusal(
      `${path} is damaged (${wrong}). Put a backup in its place, its -wal and -shm removed; no restart is needed.`,
    );
  }
  const promised = readMark(path)?.journal ?? 0;
  if (journal >= promised) return null;
  return refusal(
    `${path} is older than what was acknowledged: its journal ends with line ${journal}, line ${promised} was acknowledged. Put the right file in its place, with its -wal; or, if this one is a backup put here on purpose, delete ${path}-mark.`,
  );
}

/** Whether anything about the file has changed since it was looked at. */
function lookOf(path: string): string {
  return ['', '-wal', '-mark']
    .map((end) => statSync(path + end, { throwIfNoEntry: false }))
    .map((stat) => `${stat?.ino}:${stat?.size}:${stat?.mtimeMs}`)
    .join(' ');
}

/** The size of a file in bytes; 0 where there is none. SQLite takes an empty file for a new database. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function refusal(why: string): Failure {
  return new Failure('db_unavailable', why);
}
