import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openFolderSink } from '#export/archive/export-sink.ts';
import { runExport } from '#export/archive/run-export.ts';
import type { ExportOrder } from '#export/archive/write-export.ts';
import { createApp } from '#server/create-app.ts';
import { freshFolder } from '../fresh-folder.ts';
import { QUIET } from '../quiet.ts';
import type { After, TestSite } from '../site.ts';

export const PLAIN: ExportOrder = { site: false, private: false, since: null };

/** Exports a site to a new folder, and returns the folder. */
export async function exportFolder(t: After, site: TestSite, order: Partial<ExportOrder> = {}): Promise<string> {
  const around = freshFolder(t);
  const folder = join(around, 'out');
  const sink = await openFolderSink(folder);
  await runExport(
    site.deps,
    { config: site.config, log: QUIET, createApp },
    { order: { ...PLAIN, ...order }, sink, spoolFolder: around },
  );
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

/** The links of a static site to itself that lead to no file, with how many links there are. */
export function brokenLinks(folder: string, baseUrl: string): { links: number; broken: string[] } {
  const broken = new Set<string>();
  let links = 0;
  for (const file of globSync('**/*.html', { cwd: folder }) as string[]) {
    const page = readFileSync(join(folder, file), 'utf8');
    for (const [tag] of page.matchAll(/<(?:a|link|img|source|script)\b[^>]*>/g))
      for (const [, name, value = ''] of tag.matchAll(/\s(href|src|srcset)="([^"]*)"/g))
        for (const link of name === 'srcset'
          ? value.split(',').map((one) => one.trim().split(' ')[0] ?? '')
          : [value]) {
          if (
            link.startsWith(baseUrl) &&
            /^\/(?:brief\/subscribe|advertise\/(?:check|inquiry)|search\?|quote\?)/.test(link.slice(baseUrl.length))
          )
            continue; // the live site
          const path = link.startsWith(baseUrl) ? link.slice(baseUrl.length) || '/' : link;
          if (!/^\/(?!\/)/.test(path)) continue;
          links += 1;
          if (!hasFile(folder, path)) broken.add(`${file}: ${link}`);
        }
  }
  return { links, broken: [...broken] };
}

/** Whether a static server has something at this address. */
export function hasFile(folder: string, address: string): boolean {
  const path = join(folder, decodeURIComponent(new URL(address, 'http://site.invalid').pathname));
  return existsSync(join(path, 'index.html')) || (existsSync(path) && statSync(path).isFile());
}
