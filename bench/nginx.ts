import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { until } from '../test/support/faults/server.ts';
import { freePort } from '../test/support/free-port.ts';
import { end, ON_SERVER_CORE, type Running, takesConnections } from './measure.ts';

// nginx as an opponent: one process on the core of the servers.

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/** Starts nginx with this `server` block, and `http` directives before it. Its files are removed when it ends. */
export async function startNginx(server: (port: number, folder: string) => string, http = ''): Promise<Running> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-nginx-'));
  chmodSync(folder, 0o755); // nginx reads the files as another user
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  );
  const conf = `daemon off; pcre_jit on; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 2048; }
http { access_log off; keepalive_requests 100000000; ${temporary.join(' ')}
${http.replaceAll('FOLDER', folder)} ${server(port, folder)} }\n`;
  writeFileSync(join(folder, 'conf'), conf);
  const [program = '', ...given] = [
    ...ON_SERVER_CORE.slice(0, -1),
    'nginx',
    '-c',
    join(folder, 'conf'),
    '-e',
    'stderr',
  ];
  const child = spawn(program, given, { stdio: ['ignore', 'ignore', 'inherit'] });
  await until(() => takesConnections(port), 10_000);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { port, pid: child.pid ?? 0, end: () => end(child).then(remove) };
}

/** nginx with one static file at `/page`, sent with this type and these headers. */
export function startStatic(
  bytes: Uint8Array,
  type: string,
  headers: readonly [string, string][] = [],
): Promise<Running> {
  return startFiles(new Map([['/page', bytes]]), type, headers);
}

/** The same with several files by their paths. */
export function startFiles(
  files: ReadonlyMap<string, Uint8Array>,
  type: string,
  headers: readonly [string, string][] = [],
): Promise<Running> {
  return startNginx((port, folder) => {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folder, 'static', path)), { recursive: true });
      writeFileSync(join(folder, 'static', path), bytes);
    }
    const added = headers.map(([name, value]) => `add_header ${name} ${JSON.stringify(value)} always;`);
    return `server { listen 127.0.0.1:${port}; root ${folder}/static; sendfile on; tcp_nopush on;
      open_file_cache max=10000 inactive=60s; types { } default_type "${type}"; ${added.join(' ')} }`;
  });
}

/** nginx as a page cache in front of a slow upstream: what WordPress sites put in front of WordPress. */
export function startPageCache(upstream: number): Promise<Running> {
  return startNginx(
    (port) => `server { listen 127.0.0.1:${port};
      location / { proxy_pass http://127.0.0.1:${upstream}; proxy_cache pages; proxy_cache_valid 200 10m;
        proxy_cache_key "$scheme$request_method$host$request_uri$http_accept_encoding"; } }`,
    'proxy_cache_path FOLDER/pages keys_zone=pages:10m;',
  );
}
