import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TakeShot } from './shots.ts';

/** Milliseconds a browser has for a page. */
const PATIENCE = 60_000;
/** Pixels across and down. */
const SIZE = '1440,4000';

/** Takes screenshots of our own pages with the Chromium at `program`, each in a browser of its own with nothing kept. */
export function takeShots(program: string, baseUrl: string): TakeShot {
  return async (path) => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-shot-'));
    const file = join(folder, 'shot.png');
    const flags = [
      '--headless=new',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--no-first-run',
      `--user-data-dir=${join(folder, 'profile')}`,
      `--window-size=${SIZE}`,
      `--screenshot=${file}`,
      // A browser that runs as root has no sandbox; it opens our own pages only, which run no script.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ];
    try {
      await promisify(execFile)(program, [...flags, baseUrl + path], { timeout: PATIENCE, killSignal: 'SIGKILL' });
      return await readFile(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
