import { Failure } from '#core/failure.ts';
import type { FoundSearch, ImportItem, ImportSource } from '#exchange/import/import-item.ts';
import { foldSpace } from '#html/inline.ts';
import { decodeText } from './decode-text.ts';
import { readHtml } from './html-tokens.ts';

// The text of an entry, in parts or as a whole.

/** Bytes of an entry that is read as a whole. */
const MOST_BYTES = 50 * 1024 ** 2;
/** Characters of a title or an excerpt that are read. */
const MOST_PLAIN = 20_000;

/** @throws validation_failed for a byte that fits no letter of the encoding of the file */
export async function* readChunks(source: ImportSource, path: string): AsyncGenerator<string> {
  yield* decodeText((await source.open(path)) as AsyncIterable<Buffer>, { path });
}

/** @throws validation_failed when it is too long, or has a byte that fits no letter of its encoding */
export async function readWhole(source: ImportSource, path: string): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of readChunks(source, path)) {
    length += part.length;
    if (length > MOST_BYTES) throw new Failure('validation_failed', `The entry ${path.slice(0, 200)} is too long.`);
    parts.push(part);
  }
  return parts.join('');
}

/** The first characters of an entry, of which nobody knows yet whether it is read. */
export async function readStart(source: ImportSource, path: string, length = 4096): Promise<string> {
  let start = '';
  const stream = (await source.open(path)) as AsyncIterable<Buffer>;
  for await (const part of decodeText(stream, { path, isLenient: true })) {
    start += part;
    if (start.length >= length) break;
  }
  return start.slice(0, length);
}

/** An item whose text cannot be read is refused alone; the other items can be read. */
export async function readOrRefuse(
  sourceId: string,
  title: string,
  read: () => Promise<ImportItem>,
): Promise<ImportItem> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { refused: { sourceId, title, why: error.message } };
  }
}

export async function listPaths(source: ImportSource): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of source.entries()) paths.push(path);
  return paths;
}

/** The path and query of an address; null for what is no address of a page. */
export function pathOf(address: string | null | undefined): string | null {
  const url = address ? URL.parse(address, 'https://old.invalid') : null;
  return url && /^https?:$/.test(url.protocol) && url.pathname + url.search !== '/' ? url.pathname + url.search : null;
}

/** The text of HTML on one line, without its tags; null when there is none. */
export function textOfHtml(html: string | null | undefined): string | null {
  const parts: string[] = [];
  const skip = () => {};
  const text = (part: string) => void parts.push(part);
  if (html) readHtml(html.slice(0, MOST_PLAIN), { openTag: skip, closeTag: skip, comment: skip, text });
  return foldSpace(parts.join('')) || null;
}

export function hostsOf(addresses: Iterable<string | null>): string[] {
  const hosts = new Set<string>();
  for (const address of addresses) {
    const host = address ? URL.parse(address)?.hostname : '';
    if (host) hosts.add(host);
  }
  return [...hosts].sort();
}

export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A copy of a short text that is kept: a part of a large text keeps all of the large text in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** The texts for search engines; nothing where there is none. */
export function searchOf(search: FoundSearch): { search?: FoundSearch } {
  return Object.values(search).some((words) => words !== '') ? { search } : {};
}
