import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createDraft } from '../src/article/create-draft.ts';
import { publish } from '../src/article/publish.ts';
import { saveRevision } from '../src/article/save-revision.ts';
import { unpublish } from '../src/article/unpublish.ts';
import { HOUSE } from '../src/ground/actor.ts';
import { createListener } from '../src/listener.ts';
import { printNginxConf, startPrinting } from '../src/printing.ts';
import { copy, openHouse, type TestHouse } from './house.ts';

// The edition printed on disk (PRINT_DIR), and a real nginx that serves it where one is installed.

const PATH = '/robotics/layout-robot-pilot';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

function printed(t: TestContext, house: TestHouse) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-printed-'));
  const printer = startPrinting(house.press, house.config, quiet, folder);
  t.after(async () => {
    await printer.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, printer, read: (file: string) => readFileSync(join(folder, file)) };
}

async function live(house: TestHouse): Promise<string> {
  const { id } = await createDraft(house.press, HOUSE, copy());
  await publish(house.press, HOUSE, id, 0);
  return id;
}

test('a page on disk leads on to no article that is withdrawn or has another headline', async (t) => {
  const house = await openHouse(t);
  const ids = [];
  for (const slug of ['first', 'second', 'third']) {
    const { id } = await createDraft(house.press, HOUSE, copy({ slug, headline: `The ${slug}` }));
    await publish(house.press, HOUSE, id, 0);
    ids.push(id);
    house.pass(60);
  }
  const [first = '', second = ''] = ids;
  const { printer, read } = printed(t, house);
  await printer.settled();
  const third = () => String(read('html/robotics/third.html'));
  assert.match(third(), /The second[\s\S]*The first/);
  await unpublish(house.press, HOUSE, first);
  await saveRevision(house.press, HOUSE, second, { ...copy({ slug: 'second', headline: 'Anew' }), baseRevision: 0 });
  await publish(house.press, HOUSE, second, 1);
  await printer.settled();
  assert.match(third(), /Anew/);
  assert.doesNotMatch(third(), /The first|The second/);
});

test('what is printed is what the house answers, in every form, with gzip and Brotli beside it', async (t) => {
  const house = await openHouse(t);
  await live(house);
  const { folder, printer, read } = printed(t, house);
  await printer.settled();
  const same: [string, string, string][] = [
    [`html${PATH}.html`, PATH, 'text/html'],
    [`markdown${PATH}.md`, PATH, 'text/markdown'],
    [`json${PATH}.json`, PATH, 'application/json'],
    ['html/index.html', '/', 'text/html'],
    ['html/robotics.html', '/robotics', 'text/html'],
    ['files/llms.txt.copy', '/llms.txt', '*/*'],
    ['files/rss.xml.copy', '/rss.xml', '*/*'],
    ['files/api/public/articles.copy', '/api/public/articles', '*/*'],
  ];
  for (const [file, path, accept] of same) {
    const answer = await house.fetch(path, { headers: { Accept: accept } });
    const body = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual(read(file), body, file);
    if (!existsSync(join(folder, `${file}.gz`))) continue;
    assert.deepEqual(gunzipSync(read(`${file}.gz`)), body, file);
    assert.deepEqual(brotliDecompressSync(read(`${file}.br`)), body, file);
  }
});

test('the printed edition follows publication, correction, move and withdrawal', async (t) => {
  const house = await openHouse(t);
  const { folder, printer, read } = printed(t, house);
  await printer.settled();
  const id = await live(house);
  await printer.settled();
  assert.match(String(read('html/index.html')), /layout-robot-pilot/);
  await saveRevision(house.press, HOUSE, id, { ...copy({ slug: 'moved', headline: 'Moved' }), baseRevision: 0 });
  await publish(house.press, HOUSE, id, 1);
  await printer.settled();
  assert.equal(existsSync(join(folder, `html${PATH}.html`)), false);
  assert.match(String(read('html/robotics/moved.html')), /Moved/);
  await unpublish(house.press, HOUSE, id);
  await printer.settled();
  for (const file of [
    'html/robotics/moved.html',
    'html/robotics/moved.html.gz',
    'markdown/robotics/moved.md',
    'json/robotics/moved.json',
  ]) {
    assert.equal(existsSync(join(folder, file)), false, file);
  }
  assert.doesNotMatch(String(read('files/rss.xml.copy')), /moved/);
});

test('a later run prints what was published in between', async (t) => {
  const house = await openHouse(t);
  const first = printed(t, house);
  await first.printer.settled();
  await first.printer.stop();
  await live(house);
  const second = startPrinting(house.press, house.config, quiet, first.folder);
  await second.settled();
  await second.stop();
  assert.match(String(first.read(`html${PATH}.html`)), /layout robot/);
});

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

test('nginx answers as the house does, and goes on when the house is down', {
  skip: hasNginx ? false : 'nginx is not installed',
}, async (t) => {
  const house = await openHouse(t);
  await live(house);
  const { folder, printer } = printed(t, house);
  await printer.settled();
  const server = createServer(createListener(house.press, house.config, quiet)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const config = { ...house.config, port: (server.address() as AddressInfo).port };
  const nginx = await startNginx(t, folder, printNginxConf(config, folder, '127.0.0.1:PORT'));
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
    ['/robotics/none', {}, 'text/html; charset=utf-8'],
  ];
  for (const [path, headers, type] of asks) {
    const [ours, theirs] = [
      await house.fetch(path, { headers }),
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
      'content-security-policy',
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
  const weighed = await fetch(nginx + PATH, { headers: { Accept: 'text/html;q=0.9, text/markdown;q=0.5' } });
  assert.deepEqual([weighed.status, weighed.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
});

async function startNginx(t: TestContext, folder: string, server: string): Promise<string> {
  const port = await freePort();
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/.${name};`)
    .join(' ');
  const conf = `daemon off; master_process off; pid ${folder}/.pid; error_log stderr;
events { worker_connections 512; }
http { access_log off; ${temp} ${server.replace('127.0.0.1:PORT', `127.0.0.1:${port}`)} }\n`;
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test('a server with PRINT_DIR keeps the printed edition up, one process of several', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-served-'));
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    PRINT_DIR: join(folder, 'edition'),
    PORT: String(await freePort()),
    WORKERS: '2',
    LOG_LEVEL: 'error',
  };
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const server = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  t.after(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  const page = join(folder, 'edition', 'html', 'software', 'one-story-three-forms.html');
  const until = performance.now() + 30_000;
  while (!existsSync(page) && performance.now() < until) await new Promise((again) => setTimeout(again, 50));
  assert.match(readFileSync(page, 'utf8'), /<h1>/);
  assert.ok(Number(readFileSync(join(folder, 'edition', '.printer'), 'utf8')) > 0);
});
