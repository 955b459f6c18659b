import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { nginxConfFor, startExport } from '#export/site/start.ts';
import { assetPath } from '#html/assets/assets.ts';
import { LARGEST_FILE } from '#media/inspect-picture.ts';
import { createApp } from '#server/create-app.ts';
import { createListener } from '#server/listener.ts';
import { ROUTES } from '#server/routes.ts';
import { freePort } from '../support/free-port.ts';
import { fillPath, loadParts, publishParts, settingsOf } from '../support/part.ts';
import { copy, openSite, type TestSite } from '../support/site.ts';

// A real nginx that serves the export, with the configuration that the service generates.

const PATH = '/robotics/layout-robot-pilot';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

function printed(t: TestContext, site: TestSite) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-printed-'));
  const printer = startExport(site.deps, { config: site.config, log: quiet, createApp }, folder);
  t.after(async () => {
    await printer.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, printer, read: (file: string) => readFileSync(join(folder, file)) };
}

async function live(site: TestSite): Promise<string> {
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

test('nginx answers like the server, and continues when the server is down', {
  skip: hasNginx ? false : 'nginx is not installed',
}, async (t) => {
  const parts = await loadParts();
  const site = await openSite(t, settingsOf(parts));
  await live(site);
  const { folder, printer } = printed(t, site);
  const parameters = await publishParts(parts, site);
  await printer.settled();
  const server = createServer(createListener(site.deps, site.config, quiet)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const config = { ...site.config, port: (server.address() as AddressInfo).port };
  const nginx = await startNginx(t, folder, nginxConfFor(config, folder, '127.0.0.1:PORT'));
  const asks: [string, Record<string, string>, string][] = [
    [PATH, {}, 'text/html; charset=utf-8'],
    [PATH, { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }, 'text/html; charset=utf-8'],
    [PATH, { Accept: 'text/markdown' }, 'text/markdown; charset=utf-8'],
    [PATH, { Accept: 'text/markdown, text/html, */*' }, 'text/markdown; charset=utf-8'],
    [PATH, { Accept: 'text/html, text/markdown;q=0.5' }, 'text/html; charset=utf-8'],
    [PATH, { Accept: 'text/markdown;q=0, */*' }, 'text/html; charset=utf-8'],
    [PATH, { Accept: 'application/json' }, 'application/json; charset=utf-8'],
    [`${PATH}.md`, {}, 'text/markdown; charset=utf-8'],
    ['/', {}, 'text/html; charset=utf-8'],
    ['/robotics', {}, 'text/html; charset=utf-8'],
    ['/index.md', {}, 'text/markdown; charset=utf-8'],
    [`/api/public/articles${PATH}`, {}, 'application/json; charset=utf-8'],
    [`/api/v1/public/markdown${PATH}`, {}, 'text/markdown; charset=utf-8'],
    ['/api/public/articles', {}, 'application/json; charset=utf-8'],
    ['/api/public/articles?section=people', {}, 'application/json; charset=utf-8'],
    ['/llms.txt', {}, 'text/markdown; charset=utf-8'],
    ['/rss.xml', {}, 'application/rss+xml; charset=utf-8'],
    ['/static/style.css', {}, 'text/css; charset=utf-8'],
    [assetPath('style.css'), {}, 'text/css; charset=utf-8'],
    [assetPath('mark.svg'), {}, 'image/svg+xml; charset=utf-8'],
    ['/static/style.0123456789ab.css', {}, 'text/css; charset=utf-8'],
    ['/robotics/none', {}, 'text/html; charset=utf-8'],
    ['/corrections', { Accept: 'text/markdown' }, 'text/markdown; charset=utf-8'],
    ['/about', {}, 'text/html; charset=utf-8'],
    ['/api', { Accept: 'text/html' }, 'text/html; charset=utf-8'],
    ['/api', {}, 'application/json; charset=utf-8'],
    [`/api/public/articles${PATH}/evidence`, {}, 'application/json; charset=utf-8'],
    [`/api/v1/public/articles${PATH}/evidence`, {}, 'application/json; charset=utf-8'],
    [`/api/v1/public/articles${PATH}/related`, {}, 'application/json; charset=utf-8'],
    ['/.well-known/mcp.json', {}, 'application/json; charset=utf-8'],
    ['/.well-known/ai-catalog.json', {}, 'application/ai-catalog+json'],
    ['/.well-known/api-catalog', {}, 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
    ['/robotics/atom.xml', {}, 'application/atom+xml; charset=utf-8'],
    ...parts.flatMap(({ answers = [] }) =>
      answers.map(([path, headers, type]) => [path, headers, type] as [string, Record<string, string>, string]),
    ),
    ['/clients/plumbline_agent.py', {}, 'text/x-python; charset=utf-8'],
    ['/clients/plumbline-agent.tgz', { 'Accept-Encoding': 'gzip' }, 'application/gzip'],
  ];
  for (const [path, headers, type] of asks) {
    const [ours, theirs] = [
      await site.fetch(path, { headers }),
      await fetch(nginx + path, { headers: { Accept: '', ...headers } }),
    ];
    assert.equal(theirs.status, ours.status, path);
    assert.equal(theirs.headers.get('content-type'), type, `${path} ${JSON.stringify(headers)}`);
    assert.equal(await theirs.text(), await ours.text(), path);
    if (ours.status !== 200) continue;
    for (const name of [
      'vary',
      'cache-control',
      'access-control-allow-origin',
      'access-control-expose-headers',
      'content-security-policy',
      'referrer-policy',
      'x-content-type-options',
    ]) {
      assert.equal(theirs.headers.get(name), ours.headers.get(name), `${path} ${name}`);
    }
  }
  const zipped = await fetch(nginx + PATH, { headers: { 'Accept-Encoding': 'gzip' } });
  assert.equal(zipped.headers.get('content-encoding'), 'gzip');
  const refused = await fetch(`${nginx}/api/admin/articles`, { method: 'POST', body: '{}' });
  assert.equal(refused.status, 401);
  assert.equal((await fetch(nginx + PATH, { method: 'POST', body: 'x' })).status, 405);

  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  for (const [path, headers] of asks.slice(0, 4)) {
    const answer = await fetch(nginx + path, { headers: { Accept: '', ...headers } });
    assert.equal(answer.status, 200, path);
    await answer.text();
  }
  for (const path of printedAddresses(parameters)) {
    const answer = await fetch(nginx + path);
    assert.equal(answer.status, 200, `${path} with the application stopped`);
    await answer.arrayBuffer();
  }
  const weighed = await fetch(nginx + PATH, { headers: { Accept: 'text/html;q=0.9, text/markdown;q=0.5' } });
  assert.deepEqual([weighed.status, weighed.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
});

/** An address of every exported route. */
function printedAddresses(parameters: Readonly<Record<string, string>>): string[] {
  const routes = ROUTES.filter(({ isCached, isExported }) => isCached && isExported !== false);
  return routes.map(({ path }) =>
    fillPath(path, parameters)
      .replace(':section', 'robotics')
      .replace(':slug', 'layout-robot-pilot')
      .replace(':file', 'style.css')
      .replace(':revision', '0'),
  );
}

test('docs/operations.md lists exactly the public addresses that are not exported', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
  const [, told = ''] =
    /Not exported, so available only while the application runs:([^.]+(?:\.[a-z{][^.]*)*)\.\s/.exec(page) ?? [];
  const named = [...told.matchAll(/`([^`]+)`/g)].map(([, path]) => path);
  const routes = ROUTES.filter(({ isExported }) => isExported === false).map(({ path }) =>
    path.replace(/^\/:map.*/, '/sitemap-{number}.xml').replace(/:(\w+)/g, '{$1}'),
  );
  const pictures = ROUTES.filter(({ path }) => path.endsWith('/:hash/:file')).map(({ path }) =>
    path.replace(/:(\w+)/g, '{$1}'),
  );
  assert.deepEqual(named.sort(), [...routes, ...pictures].sort());
});

test('nginx sends Brotli if it has the module, accepts the largest picture, and works beside another default server', {
  skip: hasNginx ? false : 'nginx is not installed',
}, async (t) => {
  const site = await openSite(t, { BASE_URL: 'http://magazine.example' });
  await live(site);
  const { folder, printer } = printed(t, site);
  await printer.settled();
  const chief = await site.person('chief');
  const server = createServer(createListener(site.deps, site.config, quiet)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: site.config.dataDir,
    DATABASE_URL: site.config.databaseUrl,
    EXPORT_DIR: folder,
    BASE_URL: 'http://magazine.example',
    PORT: String((server.address() as AddressInfo).port),
  };
  const cli = join(import.meta.dirname, '..', '..', 'src', 'cli', 'cli.ts');
  const made = spawnSync(process.execPath, [cli, 'export', '--nginx', '--listen', '127.0.0.1:PORT'], { env });
  assert.equal(made.status, 0, String(made.stderr));
  const conf = String(made.stdout);
  const other = 'server { listen 127.0.0.1:PORT default_server; location / { return 200 "Welcome to nginx"; } }';
  const nginx = await startNginx(t, folder, `${other} ${conf}`);
  const port = Number(new URL(nginx).port);

  const page = await ask(port, 'GET', PATH, { Host: 'magazine.example', 'Accept-Encoding': 'br' });
  assert.equal(page.status, 200);
  const brotli = /^ +brotli_static on;$/m.test(conf);
  if (brotli) {
    assert.equal(page.headers['content-encoding'], 'br');
    assert.match(String(brotliDecompressSync(page.body)), /layout robot/);
  } else t.diagnostic('this nginx has no Brotli module: only the plain page was checked');
  const default_ = await ask(port, 'GET', PATH, { Host: '127.0.0.1' });
  assert.match(String(default_.body), /Welcome to nginx/);

  const upload = new FormData();
  upload.set('alt', 'A test picture');
  upload.set('file', new Blob([Buffer.alloc(LARGEST_FILE - 1)], { type: 'image/png' }), 'large.png');
  const sent = new Response(upload);
  const headers = {
    Host: 'magazine.example',
    Cookie: chief.cookie,
    Origin: 'http://magazine.example',
    'Content-Type': sent.headers.get('content-type') ?? '',
  };
  const answer = await ask(port, 'POST', '/newsroom/pictures', headers, Buffer.from(await sent.arrayBuffer()));
  // Zeros are not a picture, so the application refuses them. nginx once refused the size with 413.
  assert.equal(answer.status, 422, String(answer.body).slice(0, 300));
});

type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer };

function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'Content-Length': String(body.byteLength) } : {};
    const asked = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function startNginx(t: TestContext, folder: string, server: string): Promise<string> {
  const port = await freePort();
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/.${name};`)
    .join(' ');
  const modules = existsSync('/etc/nginx/modules-enabled') ? 'include /etc/nginx/modules-enabled/*.conf;' : '';
  const conf = `${modules} daemon off; master_process off; pid ${folder}/.pid; error_log stderr;
events { worker_connections 512; }
http { access_log off; ${temp} ${server.replaceAll('127.0.0.1:PORT', `127.0.0.1:${port}`)} }\n`;
  writeFileSync(join(folder, '.nginx.conf'), conf);
  const nginx = spawn('nginx', ['-c', join(folder, '.nginx.conf'), '-e', 'stderr'], {
    stdio: 'ignore',
  });
  t.after(() => nginx.kill());
  for (let tries = 0; tries < 200; tries++) {
    if (await isOpen(port)) return `http://127.0.0.1:${port}`;
    await new Promise((again) => setTimeout(again, 25));
  }
  throw new Error('nginx did not start');
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

test('nginx redirects readers who use another name of the site, too', async (t) => {
  const { config } = await openSite(t, { BASE_URL: 'https://magazine.example' });
  const conf = nginxConfFor(config, '/srv/magazine', '80');
  assert.match(conf, /server_name www\.magazine\.example;\n {4}return 301 https:\/\/magazine\.example\$request_uri;/);
});
