import { posix } from 'node:path';
import type { ImportSource } from '#import/import-item.ts';
import { listPaths } from './read-text.ts';

// Finds the pictures that lie inside a ZIP or a folder: Ghost's content/images, Hugo's static, the media of an export.

/** Finds the file of a picture: its address as it is written in the file `from` of the source; null when it does not lie there. */
export type FindFile = (address: string, from: string, siteUrl: string | null) => string | null;

/** Folders of site builders whose content is at the top of the site. */
const AT_TOP = /^(?:static|public|assets|content)$/;
/** Files of one name that are compared with an address. */
const MOST_SAME = 200;
const GHOST_URL = /^__GHOST_URL__(?=\/)/;
/** Ghost makes smaller sizes of a picture in folders beside it. */
const GHOST_SIZE = /\/size\/w\d+(?:h\d+)?(?=\/)/;

export async function indexFiles(source: ImportSource): Promise<FindFile> {
  const paths = new Set(await listPaths(source));
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = posix.basename(path);
    const same = byName.get(name);
    if (!same) byName.set(name, [path]);
    else if (same.length < MOST_SAME) same.push(path);
  }
  return (address, from, siteUrl) => {
    const path = ownPath(address.trim(), siteUrl);
    if (path === null) return null;
    const beside = path.startsWith('/') ? null : posix.join(posix.dirname(from), path);
    if (beside !== null && paths.has(beside)) return beside;
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
    return chooseFile(parts, byName.get(parts.at(-1) ?? '') ?? []);
  };
}

/** The path of an address of the site itself, decoded and without its query; null for an address of another site. */
function ownPath(address: string, siteUrl: string | null): string | null {
  const given = address.replace(GHOST_URL, '');
  const site = siteUrl === null ? null : URL.parse(siteUrl);
  const url = URL.parse(given);
  if (given === '' || given.startsWith('#') || (url !== null && !/^https?:$/.test(url.protocol))) return null;
  if (given.startsWith('//') || (url !== null && site !== null && bareHost(url) !== bareHost(site))) return null;
  const path = decodePath((url?.pathname ?? given).replace(/[?#].*$/s, '')).replace(GHOST_SIZE, '');
  const folder = site?.pathname.replace(/\/$/, '') ?? '';
  return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length) : path;
}

/** The host without `www.`, which leads to the same site. */
export function bareHost({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Decodes the percent signs of a path; a path with a wrong one stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The one file whose path ends with the whole path of the address, or the other way round. Of several, the one at the top of the site;
 * where that leaves a choice, none: a wrong picture is worse than a missing one.
 */
function chooseFile(parts: readonly string[], paths: readonly string[]): string | null {
  const matches = paths
    .map((path) => ({ path, own: path.split('/') }))
    .filter(({ own }) => {
      const shared = countShared(parts, own);
      return shared === parts.length || (shared === own.length && shared > 1);
    });
  if (matches.length < 2) return matches[0]?.path ?? null;
  const atTop = matches.filter(({ own }) => own.slice(0, -parts.length).every((part) => AT_TOP.test(part)));
  return atTop.length === 1 ? (atTop[0]?.path ?? null) : null;
}

/** How many parts at the end of both paths are the same. */
function countShared(parts: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < Math.min(parts.length, other.length) && parts.at(-1 - shared) === other.at(-1 - shared)) shared++;
  return shared;
}
