import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Line, line, requestText } from '../measure.ts';
import { hasNginx, startNginx, startStatic } from '../nginx.ts';
import { ARTICLE, openBenchSite } from '../site.ts';

const CLI = join(import.meta.dirname, '../../src/cli/cli.ts');
const PAGE = `/${ARTICLE.section}/${ARTICLE.slug}`;
const HTML = 'text/html; charset=utf-8';
const STATIC = requestText('GET', '/page', { Accept: '*/*' });

/** One connection to the server, against nginx with the same page as one static file. */
export async function oneReader(): Promise<Line[]> {
  if (!hasNginx) return [];
  const site = await openBenchSite();
  const server = await site.serve();
  const page = await (await fetch(site.base + PAGE, { headers: { Accept: 'text/html' } })).text();
  const nginx = await startStatic(Buffer.from(page), HTML);
  const lines: Line[] = [];
  for (const [name, path] of [
    ['article HTML', PAGE],
    ['article JSON', `/api/public/articles${PAGE}`],
    ['home', '/'],
  ] as const) {
    const asked = { connections: 1, status: 200 };
    const ours = requestText('GET', path, { Accept: '*/*', 'Accept-Encoding': 'identity' });
    const rounds = await compare(server, nginx, { ...asked, request: ours }, { ...asked, request: STATIC });
    lines.push(line(`${name} to nginx with one file, 1 connection`, rounds, 'p50', { atMost: 1.25 }));
  }
  await nginx.end();
  await server.end();
  site.remove();
  return lines;
}

/** The export on disk, served by nginx with content negotiation, against nginx with the same page as one static file. */
export async function exported(): Promise<Line[]> {
  if (!hasNginx) return [];
  const site = await openBenchSite();
  const folder = join(site.folder, 'exported');
  const settings = { DATA_DIR: site.folder, BASE_URL: site.base, PORT: String(site.port), EXPORT_DIR: folder };
  const runExport = (...args: string[]) =>
    execFileSync(process.execPath, [CLI, 'export', ...args], {
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    });
  runExport();
  chmodSync(site.folder, 0o755); // nginx reads the export as another user
  const server = await startNginx((port) => runExport('--nginx', '--listen', `127.0.0.1:${port}`));
  const answer = await fetch(`http://127.0.0.1:${server.port}${PAGE}`);
  const page = await answer.text();
  if (!page.includes('<h1')) throw new Error('nginx does not serve the exported page');
  const nginx = await startStatic(Buffer.from(page), HTML, sharedHeaders(answer));
  const lines: Line[] = [];
  for (const [name, accept, coding] of [
    ['HTML', 'text/html', 'identity'],
    ['Markdown', 'text/markdown', 'identity'],
    ['HTML, gzip', 'text/html', 'gzip'],
  ] as const) {
    const asked = { connections: 32, status: 200 };
    const ours = requestText('GET', PAGE, { Accept: accept, 'Accept-Encoding': coding });
    const rounds = await compare(server, nginx, { ...asked, request: ours }, { ...asked, request: STATIC });
    lines.push(
      line(`exported ${name} to nginx with one file and the same headers`, rounds, 'perSecond', { atLeast: 0.95 }),
    );
    lines.push(line(`exported ${name}`, rounds, 'cpu', null));
  }
  for (const one of [server, nginx]) await one.end();
  site.remove();
  return lines;
}

/** Headers that the server sends with a page and nginx does not send with a file. */
function sharedHeaders(answer: Response): [string, string][] {
  const own = /^(server|date|content-type|content-length|last-modified|connection|etag|accept-ranges)$/;
  return [...answer.headers].filter(([name]) => !own.test(name));
}
