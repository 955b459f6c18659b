import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { compare, type Line, LONG, line, type Running, requestText, startOpponent } from '../measure.ts';
import type { Prepared } from '../opponents/prepared.ts';
import { ARTICLE, type BenchSite, openBenchSite } from '../site.ts';

const PAGE = `/${ARTICLE.section}/${ARTICLE.slug}`;
const FORMS: readonly [name: string, path: string, accept: string][] = [
  ['article HTML', PAGE, 'text/html'],
  ['article Markdown', PAGE, 'text/markdown'],
  ['article JSON', `/api/public/articles${PAGE}`, 'application/json'],
  ['index', '/api/public/articles', 'application/json'],
  ['home', '/', 'text/html'],
  ['RSS', '/rss.xml', '*/*'],
  ['llms.txt', '/llms.txt', '*/*'],
];
const CODINGS = ['identity', 'gzip', 'br'];

type Case = { name: string; path: string; headers: Record<string, string>; connections: number };

/** Public pages, against a bare node:http server that writes one prepared buffer of the same bytes. */
export async function cache(): Promise<Line[]> {
  const site = await openBenchSite();
  const server = await site.serve();
  const lines: Line[] = [];
  for (const one of await cases(site)) lines.push(...(await against(site, server, one)));
  await server.end();
  site.remove();
  return lines;
}

/** The short run measures each form uncompressed, the page in each content coding, and the page at 256 connections. */
async function cases(site: BenchSite): Promise<Case[]> {
  const all: Case[] = [];
  for (const [form, path, accept] of FORMS) {
    for (const coding of CODINGS) {
      for (const connections of [32, 256]) {
        if (!LONG && (path !== PAGE || accept !== 'text/html') && (coding !== 'identity' || connections !== 32))
          continue;
        if (!LONG && coding !== 'identity' && connections !== 32) continue;
        const headers = { Accept: accept, 'Accept-Encoding': coding };
        all.push({ name: `${form}, ${coding}, ${connections} connections`, path, headers, connections });
      }
    }
  }
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'identity' };
  const server = await site.serve();
  const { headers: told } = await take(site.port, PAGE, headers);
  await server.end();
  const tag = told[told.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
  const fresh = { ...headers, 'If-None-Match': tag };
  return [...all, { name: '304, 32 connections', path: PAGE, headers: fresh, connections: 32 }];
}

async function against(site: BenchSite, server: Running, { name, path, headers, connections }: Case): Promise<Line[]> {
  const prepared = await take(server.port, path, headers);
  const file = join(site.folder, 'prepared.json');
  writeFileSync(file, JSON.stringify(prepared));
  const bare = await startOpponent('prepared', file);
  const request = requestText('GET', path, headers);
  const asked = { connections, status: prepared.status, request };
  const rounds = await compare(server, bare, asked);
  await bare.end();
  const size = `${name}, ${(Buffer.from(prepared.body, 'base64').length / 1000).toFixed(1)} kB`;
  return [
    line(size, rounds, 'perSecond', { atLeast: 0.9 }),
    line(size, rounds, 'cpu', { atMost: 1.15 }),
    line(size, rounds, 'p99', { atMost: 1.5 }),
  ];
}

/** The second response to a request, which comes from the cache. */
async function take(port: number, path: string, headers: Record<string, string>): Promise<Prepared> {
  await ask(port, path, headers);
  return ask(port, path, headers);
}

const HOP = /^(date|connection|keep-alive)$/i;

function ask(port: number, path: string, headers: Record<string, string>): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers, host: '127.0.0.1', agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const raw = answer.rawHeaders;
        const kept = raw.filter((_, at) => !HOP.test(raw[at - (at % 2)] ?? ''));
        resolve({ status: answer.statusCode ?? 0, headers: kept, body: Buffer.concat(parts).toString('base64') });
      });
    }).on('error', reject);
  });
}
