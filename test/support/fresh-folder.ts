import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { After } from './site.ts';

/** A folder that is removed after the test. */
export function freshFolder(t: After): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-folder-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
