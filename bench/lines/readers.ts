import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, hasWrk, type Line, line, requestText } from '../measure.ts';
import { hasNginx, startFiles } from '../nginx.ts';
import { openStocked } from '../site.ts';

/** Articles that are read, requests of the load, and bytes of their cookies: heads have 0.6 to 6 kB. */
const ARTICLES = 1000;
const REQUESTS = 4000;
const COOKIES = [0, 200, 400, 800, 1600, 2400, 5300];

/** Readers with browser heads and cookies of their own, each on another article, against nginx with the same pages as files. */
export async function readers(): Promise<Line[]> {
  if (!hasNginx || !hasWrk) return [];
  const site = await openStocked(ARTICLES);
  const server = await site.serve({ CACHE_MEGABYTES: '200' });
  const pages = new Map<string, Buffer>();
  for (const path of await listPaths(site.base)) {
    const taken = await fetch(site.base + path, { headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' } });
    pages.set(path, Buffer.from(await taken.arrayBuffer()));
  }
  const paths = [...pages.keys()];
  const heads = Array.from({ length: REQUESTS }, (_, n) => browserHead(paths[n % paths.length] ?? '/', n));
  const script = join(site.folder, 'readers.lua');
  writeFileSync(script, scriptOf(heads));
  const nginx = await startFiles(pages, 'text/html; charset=utf-8');
  const asked = { connections: 32, status: 200, request: heads[0] ?? '', script };
  const rounds = await compare(server, nginx, asked);
  await nginx.end();
  await server.end();
  site.remove();
  const name = 'readers with heads of 0.6 to 6 kB on 1,000 articles, to nginx';
  return [
    line(name, rounds, 'perSecond', { atLeast: 0.85 }),
    line(name, rounds, 'p99', { atMost: 2 }),
    line(name, rounds, 'cpu', null),
  ];
}

async function listPaths(base: string): Promise<string[]> {
  const paths: string[] = [];
  for (let cursor = ''; ; ) {
    const page = (await (await fetch(`${base}/api/public/articles?limit=100${cursor}`)).json()) as {
      articles: { section: string; slug: string }[];
      nextCursor: string | null;
    };
    paths.push(...page.articles.map(({ section, slug }) => `/${section}/${slug}`));
    if (page.nextCursor === null) return paths;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** What Chromium sends for a page, and a cookie. */
function browserHead(path: string, n: number): string {
  const size = COOKIES[n % COOKIES.length] ?? 0;
  return requestText('GET', path, {
    ...{ Connection: 'keep-alive', 'Cache-Control': 'max-age=0' },
    'sec-ch-ua': '"Chromium";v="153", "Not=A?Brand";v="24"',
    ...{ 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Linux"', 'Upgrade-Insecure-Requests': '1' },
    'User-Agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    ...{ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ...{ 'Accept-Language': 'en-GB,en;q=0.9', ...(size > 0 && { Cookie: `visit=${n}; seen=${'a'.repeat(size)}` }) },
  });
}

/** The requests as a script for wrk, which sends them in turn. */
function scriptOf(heads: readonly string[]): string {
  return `local heads = {${heads.map((head) => JSON.stringify(head)).join(',\n')}}
local n = 0
request = function() n = n % #heads + 1; return heads[n] end
`;
}
