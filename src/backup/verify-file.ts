import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSnapshot, type Snapshot } from '#db/connection/snapshot.ts';
import { appliedMigrations, knownMigrations, whyTooOld } from '#db/schema/migrate.ts';
import type { Progress } from '#runtime/command-line/progress.ts';
import { type Inspection, inspectData } from './inspect.ts';

/**
 * Opens a database and reads all of it.
 * @throws Error when it is damaged, or a newer release wrote it
 */
export async function requireValid(url: string, progress: Progress): Promise<Inspection> {
  const snapshot = await openSnapshot(url);
  try {
    await requireKnownTables(snapshot);
    const inspection = await inspectData(snapshot, progress);
    if (inspection.wrong.length > 0) throw new Error(`It is damaged: ${inspection.wrong.join('; ')}.`);
    return inspection;
  } finally {
    await snapshot.close();
  }
}

/** Whether the tables are those of this release. @throws Error when they are of another program, of a newer release, or from before 1.0.0 */
export async function requireKnownTables({ tx }: Snapshot): Promise<{ isCurrent: boolean }> {
  const taken = await appliedMigrations(tx).catch(() => {
    throw new Error('This is not a Plumbline database.');
  });
  const tooOld = whyTooOld(taken);
  if (tooOld !== null) throw new Error(tooOld);
  const known = knownMigrations();
  const newer = taken.filter((step) => !known.includes(step));
  if (newer.length === 0) return { isCurrent: taken.length === known.length };
  throw new Error(`A newer release wrote this (${newer.join(', ')}); use that release.`);
}

/** SHA-256 of a file, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part);
  return hash.digest('hex');
}

/** Waits until a file and its folder entry are on the disk. */
export function syncToDisk(path: string): void {
  for (const target of [path, dirname(path)]) {
    const file = openSync(target, 'r');
    fsyncSync(file);
    closeSync(file);
  }
}
