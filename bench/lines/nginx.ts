import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { nginxConfFor, startExport } from '../../src/export/start.ts';
import { createDeps } from '../../src/runtime/create-deps.ts';
import { freePort, until } from '../../test/process/faults/server.ts';
import {
  compare,
  end,
  type Line,
  line,
  ON_SERVER_CORE,
  type Running,
  requestText,
  takesConnections,
} from '../measure.ts';
import { ARTICLE, type BenchSite, openBenchSite } from '../site.ts';

const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
const PAGE = `/${ARTICLE.section}/${ARTICLE.slug}`;

/** One connection to the server, against nginx with the same page as one static file. */
export async function quiet(): Promise<Line[]> {
  if (!hasNginx) return [];
  const site = await openBenchSite();
  const server = await site.serve();
  const page = await (await fetch(site.base + PAGE, { headers: { Accept: 'text/html' } })).text();
  const nginx = await startStatic(site, page);
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
export async function printed(): Promise<Line[]> {
  if (!hasNginx) return [];
  const site = await openBenchSite();
  const config = readConfig({ DATA_DIR: site.folder, BASE_URL: site.base, PORT: String(site.port) });
  const folder = join(site.folder, 'edition');
  const quietly = { info: () => {}, warn: () => {}, error: () => {} };
  await site.look(async (db) => {
    const printer = startExport(await createDeps(db), config, quietly, folder);
    await printer.settled();
    await printer.stop();
  });
  const edition = await startNginx(site, 'printed', (port) => nginxConfFor(config, folder, `127.0.0.1:${port}`));
  const answer = await fetch(`http://127.0.0.1:${edition.port}${PAGE}`);
  const page = await answer.text();
  if (!page.includes('<h1')) throw new Error('nginx does not serve the printed page');
  const nginx = await startStatic(site, page, sharedHeaders(answer));
  const lines: Line[] = [];
  for (const [name, accept, coding] of [
    ['HTML', 'text/html', 'identity'],
    ['Markdown', 'text/markdown', 'identity'],
    ['HTML, gzip', 'text/html', 'gzip'],
  ] as const) {
    const asked = { connections: 32, status: 200 };
    const ours = requestText('GET', PAGE, { Accept: accept, 'Accept-Encoding': coding });
    const rounds = await compare(edition, nginx, { ...asked, request: ours }, { ...asked, request: STATIC });
    lines.push(
      line(`printed ${name} to nginx with one file and the same headers`, rounds, 'perSecond', { atLeast: 0.95 }),
    );
    lines.push(line(`printed ${name}`, rounds, 'cpu', null));
  }
  for (const one of [edition, nginx]) await one.end();
  site.remove();
  return lines;
}

const STATIC = requestText('GET', '/page.html', { Accept: '*/*' });

/** Headers that the server sends with a page and nginx does not send with a file. */
function sharedHeaders(answer: Response): string {
  const own = new Set([
    'server',
    'date',
    'content-type',
    'content-length',
    'last-modified',
    'connection',
    'etag',
    'accept-ranges',
  ]);
  const told = [...answer.headers].filter(([name]) => !own.has(name));
  return told.map(([name, value]) => `add_header ${name} ${JSON.stringify(value)} always;`).join(' ');
}

function startStatic(site: BenchSite, page: string, headers = ''): Promise<Running> {
  const root = join(site.folder, 'static');
  mkdirSync(root);
  writeFileSync(join(root, 'page.html'), page);
  const cached = 'open_file_cache max=10000 inactive=60s; sendfile on; tcp_nopush on; types { text/html html; }';
  return startNginx(
    site,
    'static-server',
    (port) => `server { listen 127.0.0.1:${port}; root ${root}; ${cached} ${headers} }`,
  );
}

async function startNginx(site: BenchSite, name: string, server: (port: number) => string): Promise<Running> {
  const port = await freePort();
  const folder = join(site.folder, `.${name}`);
  mkdirSync(folder);
  for (const one of [site.folder, folder]) chmodSync(one, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  );
  const conf = `daemon off; pcre_jit on; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000; ${temporary.join(' ')} ${server(port)} }\n`;
  writeFileSync(join(folder, 'conf'), conf);
  const core = ON_SERVER_CORE.slice(0, -1);
  const [program = '', ...given] = [...core, 'nginx', '-c', join(folder, 'conf'), '-e', 'stderr'];
  const child = spawn(program, given, { stdio: ['ignore', 'ignore', 'inherit'] });
  await until(() => takesConnections(port), 10_000);
  return { port, pid: child.pid ?? 0, end: () => end(child) };
}
