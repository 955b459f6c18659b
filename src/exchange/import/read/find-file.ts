import { posix } from 'node:path';
import type { ImportSource } from '#exchange/import/import-item.ts';
import { listPaths } from './read-text.ts';

// Finds the pictures that lie inside a ZIP or a folder: Ghost's content/images, Hugo's static, the media of an export.

/** Finds the file of a picture: its address as it is written in the file `from` of the source; null when it does not lie there. */
export type FindFile = (address: string, from: string, siteUrl: string | null) => string | null;

/** Folders of site builders whose content is at the top of the site. */
const AT_TOP = /^(?:static|public|assets|content)$/;
/** Forms of files of one name that are compared with an address. */
const MOST_SAME = 1000;
const GHOST_URL = /^__GHOST_URL__(?=\/)/;
/** Ghost makes smaller sizes of a picture in folders beside it. */
const GHOST_SIZE = /\/size\/w(\d+)(?:h\d+)?(?:\/format\/[a-z]{3,4})?(?=\/)/;
/** WordPress keeps every size of a picture here, so that any size in a text names the picture. */
const UPLOADS = /(?:^|\/)uploads\//;

/** A file by what its path has in common with the addresses of all its sizes. */
type Form = {
  path: string;
  /** The folders, in one form of Unicode and in small letters; the last part is the name without a size. */
  parts: string[];
  /** The name as it is written; empty where a folder of Ghost says the size. */
  name: string;
  /** The sign of a picture that was edited in WordPress. */
  edit: string;
  /** How large it is among the sizes of the picture. */
  rank: number;
};

export async function indexFiles(source: ImportSource): Promise<FindFile> {
  const byName = new Map<string, Form[]>();
  for (const path of await listPaths(source)) {
    const form = formOf(path);
    const name = form.parts.at(-1) ?? '';
    const same = byName.get(name);
    if (!same) byName.set(name, [form]);
    else if (same.length < MOST_SAME) same.push(form);
  }
  return (address, from, siteUrl) => {
    const path = ownPath(address.trim(), siteUrl);
    if (path === null) return null;
    const wanted = formOf(
      path
        .split('/')
        .filter((part) => !/^\.{0,2}$/.test(part))
        .join('/'),
    );
    const forms = byName.get(wanted.parts.at(-1) ?? '') ?? [];
    const beside = path.startsWith('/') ? null : formOf(posix.join(posix.dirname(from), path)).parts.join('/');
    const there = forms.filter(({ parts }) => parts.join('/') === beside);
    return chooseForm(wanted, there.length > 0 ? there : chooseFolder(wanted.parts, forms));
  };
}

const WHOLE = 1e12;

function formOf(given: string): Form {
  const path = decodePath(given).normalize('NFC');
  const width = GHOST_SIZE.exec(path)?.[1];
  const parts = path.replace(GHOST_SIZE, '').split('/');
  const name = parts.pop() ?? '';
  const [, bare = name, marks = '', ending = ''] =
    /^(.+?)((?:-(?:scaled|rotated|e\d{10,14}|\d{1,5}x\d{1,5}))+)(\.[a-z]{3,4})$/i.exec(name) ?? [];
  const [, wide, high] = /-(\d+)x(\d+)$/.exec(marks) ?? [];
  return {
    path: given,
    parts: [...parts, bare + ending].map((part) => part.toLowerCase()),
    name: width === undefined ? name : '',
    edit: /-e\d+/.exec(marks)?.[0] ?? '',
    rank: width
      ? Number(width)
      : wide
        ? Number(wide) * Number(high)
        : /-(?:scaled|rotated)/i.test(marks)
          ? WHOLE
          : 2 * WHOLE,
  };
}

/** The file at the address; of the sizes that a program made, the largest, of the same edited picture where it is there. */
function chooseForm(wanted: Form, forms: readonly Form[]): string | null {
  const exact = forms.find(({ name }) => name === wanted.name);
  if (exact && !UPLOADS.test(exact.path)) return exact.path;
  const order = ({ name, edit, rank }: Form) => [edit === wanted.edit ? 1 : 0, rank, name === wanted.name ? 1 : 0];
  const sorted = forms.toSorted((a, b) => {
    const [first, second] = [order(a), order(b)];
    return first.map((value, at) => (second[at] ?? 0) - value).find((difference) => difference !== 0) ?? 0;
  });
  return sorted[0]?.path ?? null;
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
 * The files in the one folder whose path ends with the whole path of the address, or the other way round. Of several folders, the one at
 * the top of the site; where that leaves a choice, none: a wrong picture is worse than a missing one.
 */
function chooseFolder(parts: readonly string[], forms: readonly Form[]): Form[] {
  const matches = forms.filter((form) => {
    const shared = countShared(parts, form.parts);
    return shared === parts.length || (shared === form.parts.length && shared > 1);
  });
  const folders = Map.groupBy(matches, (form) => form.parts.join('/'));
  if (folders.size < 2) return matches;
  const atTop = [...folders.values()].filter(([form]) =>
    form?.parts.slice(0, -parts.length).every((part) => AT_TOP.test(part)),
  );
  return atTop.length === 1 ? (atTop[0] ?? []) : [];
}

/** How many parts at the end of both paths are the same. */
function countShared(parts: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < Math.min(parts.length, other.length) && parts.at(-1 - shared) === other.at(-1 - shared)) shared++;
  return shared;
}
