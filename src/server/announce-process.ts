import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#http/context.ts';

/** The reason in the log when the process that started the server has ended. */
export const LAUNCHER_ENDED = 'the process that started the server has ended';

/** The file with the id of the process that accepts signals. */
function pidFileOf(dataDir: string): string {
  return join(dataDir, 'plumbline.pid');
}

/**
 * Writes the id of this process to `plumbline.pid`, and calls `launcherEnded` when the script that started it has ended: without
 * its launcher the server would go on unnoticed. Returns the function that removes the file.
 */
export function announceProcess(dataDir: string, log: Log, launcherEnded: () => void): () => void {
  if (process.connected) process.once('disconnect', launcherEnded);
  else if (process.send) launcherEnded();
  const file = pidFileOf(dataDir);
  const own = `${process.pid}\n`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, own);
  } catch (error) {
    log.warn({ error: String(error) }, 'the file plumbline.pid cannot be written; find the process id in another way');
  }
  return () => {
    try {
      if (readFileSync(file, 'utf8') === own) rmSync(file);
    } catch {
      // The file is gone already, or was never written.
    }
  };
}
