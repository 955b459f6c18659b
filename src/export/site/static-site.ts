import { readSync, writeSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FetchPublic } from './disk.ts';
import { linksIn, rewriteLinks } from './static-links.ts';

// The public site as files for any static server: a page is `PATH/index.html`, everything else has the name of its address. A link to
// something that only a server can answer, such as a search, leads to the live site.

/** Takes a file of the site; `path` has no leading slash. */
export type AddSiteFile = (path: string, bytes: Uint8Array) => Promise<void>;

export type StaticSite = {
  baseUrl: string;
  fetchPublic: FetchPublic;
  /** The addresses to begin with; the others are found by links and sitemaps. */
  start: readonly string[];
  /** Former paths with what they lead to. */
  redirects: readonly { from: string; to: string }[];
  /** A file for pages whose links are not known yet; it is removed at the end. */
  spool: string;
  add: AddSiteFile;
  /** Called after each address with how many are written and how many are known. */
  progress?: (done: number, known: number) => void;
};

/** Addresses that are never part of a static site: they need a session, or answer each request differently. */
const SERVER_ONLY =
  /^\/(?:newsroom|agent|oauth|ads|advertise\/(?:check|inquiry)|brief\/subscribe|api\/(?:admin|agent|mcp)|mcp-server|search\?|quote\?|api\/v1\/public\/(?:changes|quote|records)|api\/v1\/advertise\/availability)(?:[/?]|$)|\/r\/timegate$/;
const PAGE_QUERY = /^\?page=([1-9]\d*)$/;
/** A former path that a page cannot stand for. */
const FOR_PROGRAMS = /\.(?:xml|json|txt|md)$|\?/;
/** A file whose name says its type. */
const HAS_ENDING = /\.[a-z0-9]+$/;

/** Writes the site. Returns how many files it has. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the queue of addresses and the spool of pages
export async function writeStaticSite(site: StaticSite): Promise<number> {
  const { baseUrl, fetchPublic, add, spool } = site;
  /** The file of each known address; null for an address without one. An address that waits to be fetched has no entry yet. */
  const files = new Map<string, string | null>();
  const seen = new Set<string>(site.start);
  const queue = [...seen];
  const pages: { file: string; at: number; length: number }[] = [];
  const pageSpool = await open(spool, 'wx+', 0o600);
  let spooled = 0;
  let written = 0;

  function note(address: string): void {
    if (seen.has(address) || SERVER_ONLY.test(address)) return;
    const own = Buffer.from(address).toString(); // a part of a string keeps the whole page in memory
    seen.add(own);
    queue.push(own);
  }

  /** Notes the addresses of this site that the first group of the pattern finds. */
  function noteMatches(text: string, pattern: RegExp): void {
    for (const [, address = ''] of text.matchAll(pattern))
      if (address.startsWith(`${baseUrl}/`)) note(address.slice(baseUrl.length));
  }

  async function keep(file: string, response: Response): Promise<void> {
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/html')) {
      for (const address of linksIn(bytes.toString(), baseUrl)) note(address);
      noteMatches(response.headers.get('link') ?? '', /<([^>]+)>/g);
      pages.push({ file, at: spooled, length: bytes.length });
      writeWholly(pageSpool.fd, bytes, spooled);
      spooled += bytes.length;
      return;
    }
    if (type.startsWith('application/xml') && file.includes('sitemap'))
      noteMatches(bytes.toString(), /<loc>([^<]+)<\/loc>/g);
    await add(file, bytes);
    written += 1;
  }

  try {
    for (let next = 0; next < queue.length; next++) {
      const address = queue[next] ?? '';
      const response = await fetchPublic(address, 'text/html');
      if (response.status >= 500) throw new Error(`${address} answered ${response.status}: nothing was exported`);
      const file = response.status === 200 ? fileOf(address, response.headers.get('content-type') ?? '') : null;
      files.set(address, file);
      if (file === null) await response.body?.cancel();
      else await keep(file, response);
      site.progress?.(next + 1, queue.length);
    }
    await keep('404.html', await fetchPublic('/no-such-page', 'text/html'));
    const moved = movedFiles(site.redirects, files);
    for (const { file, at, length } of pages) {
      const buffer = Buffer.allocUnsafe(length);
      readSync(pageSpool.fd, buffer, 0, length, at);
      await add(
        file,
        Buffer.from(
          rewriteLinks(buffer.toString(), {
            baseUrl,
            at: `/${file.replace(/\/?index\.html$/, '')}`,
            fileOf: (address) => files.get(address) ?? moved.get(address)?.file ?? null,
          }),
        ),
      );
      written += 1;
    }
    for (const { file, to } of moved.values()) {
      await add(file, Buffer.from(redirectPage(baseUrl, to)));
      written += 1;
    }
  } finally {
    await pageSpool.close();
    await rm(spool, { force: true });
  }
  return written;
}

/** Writes without a thread: the bytes go into the memory of the system, and the way to a thread and back would cost more. */
function writeWholly(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

/** The file of an address; null when a static server cannot have it. */
function fileOf(address: string, type: string): string | null {
  const { pathname, search } = new URL(address, 'http://site.invalid');
  const [, page] = PAGE_QUERY.exec(search) ?? [];
  if (search !== '' && page === undefined) return null;
  const path = decodeURIComponent(pathname).slice(1);
  if (type.startsWith('text/html') && !path.endsWith('.html')) {
    return [path, ...(page === undefined ? [] : ['page', page]), 'index.html'].filter((part) => part !== '').join('/');
  }
  if (page !== undefined) return null;
  if (type.startsWith('application/json') && !HAS_ENDING.test(path)) return `${path}.json`;
  return path;
}

/** The pages that lead on from former paths. A feed, a text or a picture that moved has none: no program would follow it. */
function movedFiles(redirects: StaticSite['redirects'], files: ReadonlyMap<string, string | null>) {
  const moved = new Map<string, { file: string; to: string }>();
  for (const { from, to } of redirects)
    if (files.get(to) && !files.get(from) && !FOR_PROGRAMS.test(from) && !to.startsWith('/media/'))
      moved.set(from, { file: `${from.slice(1)}/index.html`, to });
  return moved;
}

function redirectPage(baseUrl: string, to: string): string {
  return `<!doctype html>
<html lang="en">
<title>Moved</title>
<link rel="canonical" href="${baseUrl}${to}">
<meta http-equiv="refresh" content="0; url=${to}">
<p><a href="${to}">${to}</a></p>
</html>
`;
}
