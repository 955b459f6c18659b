import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openFolderSink } from '#exchange/export/archive/export-sink.ts';
import { runExport } from '#exchange/export/archive/run-export.ts';
import type { ExportOrder } from '#exchange/export/archive/write-export.ts';
import { freshFolder } from '../fresh-folder.ts';
import type { After, TestSite } from '../site.ts';

export const PLAIN: ExportOrder = { private: false, since: null };

/** Exports a site to a new folder, and returns the folder. */
export async function exportFolder(t: After, site: TestSite, order: Partial<ExportOrder> = {}): Promise<string> {
  const folder = join(freshFolder(t), 'out');
  const sink = await openFolderSink(folder);
  await runExport(site.deps, site.config.databaseUrl, { order: { ...PLAIN, ...order }, sink });
  return folder;
}

/** The files of a folder with their SHA-256, by path. */
export function hashesIn(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = all.filter((path) => statSync(join(folder, path)).isFile());
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex');
  return Object.fromEntries(own.sort().map((path) => [path, hash(path)]));
}

export function readJson(folder: string, path: string) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}
