import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createHttpServer } from '#server/http-server.ts';
import { createListener } from '#server/listener.ts';
import { createServices } from '#server/services.ts';
import { startNginx } from '../../../bench/nginx.ts';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { openSite, type TestSite } from '../../support/site.ts';
import { quiet } from '../caches/cached-site.ts';
import { readBlock, replaceOnce } from '../caches/documented-config.ts';

// A site behind nginx or Caddy, with the configuration that docs/deployment.md prints.

export const HOST = 'magazine.example';
export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

export type ProxiedSite = {
  site: TestSite;
  /** Ends the server, and starts it again at the same port. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
};
/** The ports of a proxy, for http and https. */
export type Proxy = { http: number; https: number };

export async function openProxiedSite(t: TestContext): Promise<ProxiedSite & { port: number }> {
  const site = await openSite(t, { BASE_URL: `https://${HOST}`, TRUSTED_PROXIES: '1' });
  let server: Server | null = null;
  let port = 0;
  const start = async () => {
    server = createHttpServer(site.config);
    server.on(
      'request',
      createListener(site.deps, site.config, quiet, { services: createServices(site.deps, site.config) }),
    );
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const stop = async () => {
    server?.closeAllConnections();
    await new Promise((closed) => server?.close(closed));
  };
  await start();
  t.after(stop);
  return { site, port, start, stop };
}

export async function startDocumentedNginx(t: TestContext, upstream: number): Promise<Proxy> {
  const http = await freePort();
  const nginx = await startNginx((https, folder) => {
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files]);
    let conf = readBlock('nginx', 'upstream plumbline', 'deployment.md');
    conf = replaceOnce(conf, '127.0.0.1:3000', `127.0.0.1:${upstream}`);
    conf = replaceOnce(conf, 'listen 80;', `listen 127.0.0.1:${http};`);
    conf = replaceOnce(conf, 'listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`);
    conf = replaceOnce(conf, `/etc/letsencrypt/live/${HOST}/fullchain.pem`, join(folder, 'cert.pem'));
    return replaceOnce(conf, `/etc/letsencrypt/live/${HOST}/privkey.pem`, join(folder, 'key.pem'));
  });
  t.after(nginx.end);
  return { http, https: nginx.port };
}

export async function startDocumentedCaddy(t: TestContext, upstream: number): Promise<Proxy> {
  const [http, https] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-caddy-'));
  chmodSync(folder, 0o755);
  // Certificates of an authority of its own, because no other one gives any for this name.
  const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), own + readBlock('caddy', '{$SITE_ADDRESS', 'deployment.md'));
  const env = { PATH: process.env.PATH, HOME: folder, SITE_ADDRESS: HOST, UPSTREAM: `127.0.0.1:${upstream}` };
  const flags = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const caddy = spawn('caddy', flags, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  caddy.stderr.on('data', (part) => (said += part));
  t.after(async () => {
    await end(caddy);
    rmSync(folder, { recursive: true, force: true });
  });
  await until(async () => {
    if (caddy.exitCode !== null) throw new Error(said);
    return ask({ http, https }, '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  }, 15_000);
  return { http, https };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The Caddyfile of the repository. */
export const readCaddyfile = () =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'deploy', 'Caddyfile'), 'utf8');

export type Asked = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array };
export type Answered = { status: number; headers: IncomingMessage['headers']; body: Buffer };

/** Requests a path by https from a proxy of this machine. */
export async function ask(proxy: Proxy, path: string, asked: Asked = {}): Promise<Answered> {
  const answer = await open(proxy, path, asked);
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) };
}

/** The same, without reading the body. */
export function open(
  { https }: Proxy,
  path: string,
  { method = 'GET', headers, body }: Asked = {},
): Promise<IncomingMessage> {
  const to = { host: '127.0.0.1', port: https, servername: HOST, rejectUnauthorized: false, agent: false as const };
  return new Promise((resolve, reject) => {
    const sent = request({ ...to, path, method, headers: { Host: HOST, ...headers } }, resolve);
    sent.on('error', reject).end(body);
  });
}

/** Requests a path by http. */
export function askPlain({ http }: Proxy, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: http, path, headers: { Host: HOST }, agent: false as const };
    const sent = requestHttp(to, (answer) => resolve(answer.resume()));
    sent.on('error', reject).end();
  });
}
