import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { type Asked, compareAll, type Line, LONG, line, type Running, requestText, startOpponent } from '../measure.ts';
import { hasNginx, startPageCache, startStatic } from '../nginx.ts';
import { ARTICLE, type BenchSite, openBenchSite } from '../site.ts';

const PAGE = `/${ARTICLE.section}/${ARTICLE.slug}`;
/** Public pages. Those with `isPage` are also compared with a page cache, which other systems put in front of such pages. */
const FORMS: readonly { name: string; path: string; accept: string; isPage?: true }[] = [
  { name: 'article HTML', path: PAGE, accept: 'text/html', isPage: true },
  { name: 'article Markdown', path: PAGE, accept: 'text/markdown' },
  { name: 'article JSON', path: `/api/public/articles${PAGE}`, accept: 'application/json' },
  { name: 'index', path: '/api/public/articles', accept: 'application/json' },
  { name: 'home', path: '/', accept: 'text/html', isPage: true },
  { name: 'RSS', path: '/rss.xml', accept: '*/*', isPage: true },
  { name: 'llms.txt', path: '/llms.txt', accept: '*/*' },
];
const CODINGS = ['identity', 'gzip', 'br'];
/** Milliseconds that the upstream behind the page cache takes. */
const SLOW = 30;

type Case = { name: string; path: string; headers: Record<string, string>; connections: number; isPage: boolean };

/** Public pages from one process, against nginx with the same bytes, a lean node:http server, and nginx as a page cache. */
export async function reads(): Promise<Line[]> {
  const site = await openBenchSite();
  const server = await site.serve();
  const lines: Line[] = [];
  for (const one of cases()) lines.push(...(await against(site, server, one)));
  lines.push(...(await notModified(site, server)));
  await server.end();
  site.remove();
  return lines;
}

/** The short run measures each form uncompressed, the page in each content coding, and the page at 256 connections. */
function cases(): Case[] {
  const all: Case[] = [];
  for (const { name: form, path, accept, isPage = false } of FORMS) {
    for (const coding of CODINGS) {
      for (const connections of [32, 256]) {
        const isPlain = coding === 'identity' && connections === 32;
        const isArticle = form === 'article HTML' && (coding === 'identity' || connections === 32);
        if (!LONG && !isPlain && !isArticle) continue;
        const headers = { Accept: accept, 'Accept-Encoding': coding };
        all.push({ name: `${form}, ${coding}, ${connections} connections`, path, headers, connections, isPage });
      }
    }
  }
  return all;
}

async function against(site: BenchSite, server: Running, one: Case): Promise<Line[]> {
  const { path, headers, connections } = one;
  const taken = await take(server.port, path, headers);
  const file = join(site.folder, 'page');
  writeFileSync(file, taken.body);
  const asked = { connections, status: 200, request: requestText('GET', path, headers) };
  const their = { ...asked, request: requestText('GET', '/page', headers) };
  const lean = await startOpponent('lean', file, taken.type, taken.coding);
  const running = [lean];
  const theirs: Record<string, { server: Running; asked: Asked }> = { lean: { server: lean, asked: their } };
  if (hasNginx) {
    const nginx = await startStatic(taken.body, taken.type, taken.headers);
    running.push(nginx);
    theirs.nginx = { server: nginx, asked: their };
  }
  if (hasNginx && one.isPage) {
    const upstream = await startOpponent('lean', file, taken.type, taken.coding, String(SLOW));
    const cache = await startPageCache(upstream.port);
    running.push(upstream, cache);
    theirs.cache = { server: cache, asked: their };
  }
  const rounds = await compareAll(server, asked, theirs);
  for (const opponent of running) await opponent.end();
  const name = `${one.name}, ${(taken.body.length / 1000).toFixed(1)} kB`;
  return [
    ...(rounds.nginx
      ? [
          line(`${name}, to nginx`, rounds.nginx, 'perSecond', { atLeast: 0.6 }),
          line(`${name}, to nginx`, rounds.nginx, 'p99', { atMost: 2 }),
          line(`${name}, to nginx`, rounds.nginx, 'cpu', null),
        ]
      : []),
    ...(rounds.lean ? [line(`${name}, to lean node:http`, rounds.lean, 'perSecond', { atLeast: 1 })] : []),
    ...(rounds.cache ? [line(`${name}, to nginx as page cache`, rounds.cache, 'perSecond', { atLeast: 1 })] : []),
  ];
}

/** A conditional request for the article, which each server answers with 304 and its own validator. */
async function notModified(site: BenchSite, server: Running): Promise<Line[]> {
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'identity' };
  const taken = await take(server.port, PAGE, headers);
  const file = join(site.folder, 'page');
  writeFileSync(file, taken.body);
  const request = async ({ port }: Running, path: string) => {
    const { etag } = await take(port, path, headers);
    return { connections: 32, status: 304, request: requestText('GET', path, { ...headers, 'If-None-Match': etag }) };
  };
  const lean = await startOpponent('lean', file, taken.type);
  const nginx = hasNginx ? await startStatic(taken.body, taken.type, taken.headers) : null;
  const rounds = await compareAll(server, await request(server, PAGE), {
    lean: { server: lean, asked: await request(lean, '/page') },
    ...(nginx && { nginx: { server: nginx, asked: await request(nginx, '/page') } }),
  });
  await lean.end();
  await nginx?.end();
  const name = '304, 32 connections';
  return [
    ...(rounds.nginx ? [line(`${name}, to nginx`, rounds.nginx, 'perSecond', { atLeast: 0.5 })] : []),
    ...(rounds.lean ? [line(`${name}, to lean node:http`, rounds.lean, 'perSecond', { atLeast: 1 })] : []),
  ];
}

/** A response: `headers` are those that nginx does not send with a file by itself. */
type Taken = { body: Buffer; type: string; coding: string; etag: string; headers: [string, string][] };

/** Headers that every server sends, or that describe one connection. */
const OWN = /^(server|date|content-type|content-length|last-modified|connection|keep-alive|etag|accept-ranges)$/i;

/** The second response to a request, which comes from the cache. */
async function take(port: number, path: string, headers: Record<string, string>): Promise<Taken> {
  await ask(port, path, headers);
  return ask(port, path, headers);
}

function ask(port: number, path: string, headers: Record<string, string>): Promise<Taken> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers, host: '127.0.0.1', agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const pairs = answer.rawHeaders.flatMap((name, at, all): [string, string][] =>
          at % 2 === 0 && !OWN.test(name) ? [[name, all[at + 1] ?? '']] : [],
        );
        resolve({
          body: Buffer.concat(parts),
          type: answer.headers['content-type'] ?? '',
          coding: answer.headers['content-encoding'] ?? '',
          etag: answer.headers.etag ?? '',
          headers: pairs,
        });
      });
    }).on('error', reject);
  });
}
