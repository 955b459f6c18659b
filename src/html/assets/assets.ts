import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

// The style sheets, icons and fonts of pages: the files of this folder, of fonts/ and of icons/. Style sheets include the files of parts/.
// A page links to a name that contains the hash of the content, so that browsers and caches keep the file for a year.

export type Asset = {
  /** `style.css`. */
  name: string;
  type: string;
  /** Text, or the bytes of a picture or a font. */
  body: string | Uint8Array;
  hash: string;
};

/** The media types of assets, by the ending of the file. */
export const ASSET_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

const FOLDERS = ['./', './fonts/', './icons/'].map((folder) => new URL(folder, import.meta.url));
const NAME = /^([a-z0-9-]+)(?:\.([0-9a-f]{12}))?\.([a-z0-9]+)$/;
/** The import of a file of parts/ at the start of a style sheet. The text of the file replaces it, so that a page loads one sheet. */
const PART = /^@import url\("\.\/(parts\/[a-z-]+\.css)"\);$/gm;
/** The address of another asset in a style sheet. */
const REFERENCE = /url\("?\/static\/([a-z0-9.-]+)"?\)/g;

/** The files by their names. A request never names a path on disk: only these are read. */
const FILES = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => ASSET_TYPES[NAME.exec(name)?.[3] ?? ''] !== undefined)
      .map((name) => [name, new URL(name, folder)]),
  ),
);

const assetCache = new Map<string, Asset>();

/** The address of an asset, with the hash of its content: `/static/style.0123456789ab.css`. */
export function assetPath(name: string): string {
  const { hash } = assetOf(name);
  return `/static/${name.replace(/\.(?=[a-z0-9]+$)/, `.${hash}.`)}`;
}

/** The asset that a file name asks for, and the hash that the name contains; null when there is no such asset. */
export function findAsset(file: string): { asset: Asset; askedHash: string | null } | null {
  const [, stem, askedHash = null, ending] = NAME.exec(file) ?? [];
  const name = `${stem}.${ending}`;
  return FILES.has(name) ? { asset: assetOf(name), askedHash } : null;
}

/** @throws Error when the folder has no such file */
function assetOf(name: string): Asset {
  const known = assetCache.get(name);
  if (known) return known;
  const [file, type] = [FILES.get(name), ASSET_TYPES[name.split('.').at(-1) ?? '']];
  if (!file || !type) throw new Error(`There is no asset ${name}.`);
  const bytes = readFileSync(file);
  const text = type.includes('charset') ? withAddresses(withParts(bytes.toString())) : null;
  const body = text === null ? bytes : name.endsWith('.css') ? minifyStyles(text) : text;
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const asset = { name, type, body, hash };
  assetCache.set(name, asset);
  return asset;
}

function withParts(text: string): string {
  return text.replace(PART, (_, part: string) => readFileSync(new URL(part, import.meta.url), 'utf8'));
}

/** A style sheet names other assets without their hash. */
function withAddresses(text: string): string {
  return text.replace(REFERENCE, (_, name: string) => `url("${assetPath(name)}")`);
}

/** It works because no string in our style sheets contains the start of a comment, a line break, or one of these signs before a space. */
function minifyStyles(text: string): string {
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/([\w-]): /g, '$1:')
    .replaceAll(';}', '}')
    .trim();
}
