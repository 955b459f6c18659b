import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { MOST_HEADERS } from '#server/guard.ts';
import { createHttpServer } from '#server/http-server.ts';
import { goLive } from '../../support/live.ts';
import { type Heard, hear, openRaw, readAnswers, say as sayTo } from '../../support/raw.ts';
import { bearer, draft } from '../../support/site.ts';

// Requests that Node's parser refuses, requests that only the guard refuses, and the limits of the server, byte by byte.

const CLOSE = 'Connection: close\r\n';
const HOST = 'Host: 127.0.0.1\r\n';

function only(heard: Heard[]): Heard {
  assert.equal(heard.length, 1);
  return heard[0] as Heard;
}

/** Asserts an error in our error shape, after which the connection ends. */
function assertRefused(heard: Heard, status: number, code: string): void {
  assert.equal(heard.status, status, heard.body);
  assert.equal(heard.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(heard.headers.get('connection'), 'close');
  assert.equal(heard.headers.get('cache-control'), 'no-store');
  assert.equal(heard.headers.get('x-content-type-options'), 'nosniff');
  assert.match(heard.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  const body = JSON.parse(heard.body);
  assert.deepEqual(Object.keys(body), ['code', 'error', 'hint']);
  assert.equal(body.code, code);
}

const NOT_HTTP: Record<string, string> = {
  'a length beside an encoding': `POST /api/mcp HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two lengths': `POST /api/mcp HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`,
  'a list of lengths': `POST /api/mcp HTTP/1.1\r\n${HOST}Content-Length: 4, 4\r\n\r\nabcd`,
  'a length with a sign': `POST /api/mcp HTTP/1.1\r\n${HOST}Content-Length: +4\r\n\r\nabcd`,
  'an encoding nobody knows': `POST /api/mcp HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'an encoding after chunked': `POST /api/mcp HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  'a space before the colon': `GET / HTTP/1.1\r\n${HOST}Accept : text/html\r\n\r\n`,
  'bare line feeds': `GET / HTTP/1.1\nHost: 127.0.0.1\n\n`,
  'a folded header': `GET / HTTP/1.1\r\n${HOST}Accept: text/html,\r\n text/markdown\r\n\r\n`,
  'a NUL in a header': `GET / HTTP/1.1\r\n${HOST}Accept: text\u0000/html\r\n\r\n`,
  'no Host': 'GET / HTTP/1.1\r\n\r\n',
  'bytes after the end of the line': `GET / HTTP/1.1\r\n${HOST}\r\n\rX`,
  'no HTTP at all': 'hello\r\n\r\n',
};

test('a request that is not HTTP gets 400, and the connection ends', async (t) => {
  const { say } = await openRaw(t);
  for (const [name, bytes] of Object.entries(NOT_HTTP)) {
    const last = (await say(bytes)).at(-1);
    assert.equal(last?.status, 400, name);
    assert.equal(last.headers.get('connection'), 'close', name);
  }
});

test('bytes that are not a request get a plain text error', async (t) => {
  const { say } = await openRaw(t);
  const { headers, body } = only(await say('hello\r\n\r\n'));
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(body, /not HTTP/);
});

test('headers of 17 KB are 431 and chunk extensions of 20 KB are 413, in plain text', async (t) => {
  const { say } = await openRaw(t);
  const large = only(await say(`GET / HTTP/1.1\r\n${HOST}X-Large: ${'x'.repeat(17 * 1024)}\r\n\r\n`));
  assert.equal(large.status, 431);
  assert.equal(large.headers.get('content-type'), 'text/plain; charset=utf-8');
  const chunk = `1;${'x'.repeat(20 * 1024)}\r\na\r\n0\r\n\r\n`;
  const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
  const told = await say(`POST /api/agent/identity HTTP/1.1\r\n${HOST}${type}\r\n${chunk}`);
  assert.equal(told.at(-1)?.status, 413);
});

test('a hundred header fields are accepted, 101 and 1,200 are 431', async (t) => {
  const { say } = await openRaw(t);
  const fields = (count: number) => Array.from({ length: count - 2 }, (_, at) => `X-${at}: 1\r\n`).join('');
  const ask = (count: number) => say(`GET /healthz HTTP/1.1\r\n${HOST}${CLOSE}${fields(count)}\r\n`);
  assert.equal(only(await ask(MOST_HEADERS)).status, 200);
  assertRefused(only(await ask(MOST_HEADERS + 1)), 431, 'bad_request');
  assert.equal(only(await ask(1200)).status, 431);
});

test('two Host headers are 400 in any spelling', async (t) => {
  const { say } = await openRaw(t);
  for (const second of ['Host: 127.0.0.1', 'host: evil.example', 'HOST:']) {
    assertRefused(only(await say(`GET / HTTP/1.1\r\n${HOST}${second}\r\n\r\n`)), 400, 'bad_request');
  }
});

test('two Authorization headers are 400, even if the first is valid', async (t) => {
  const { site, say } = await openRaw(t);
  const token = await site.grantToken(await site.person('editor'));
  const body = JSON.stringify(draft());
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const authorization = `Authorization: ${bearer(token).Authorization}\r\n`;
  const twice = `POST /api/admin/articles HTTP/1.1\r\n${HOST}${head}${authorization}${authorization}\r\n${body}`;
  assertRefused(only(await say(twice)), 400, 'bad_request');
  const once = await say(`POST /api/admin/articles HTTP/1.1\r\n${HOST}${CLOSE}${head}${authorization}\r\n${body}`);
  assert.equal(only(once).status, 201);
});

test('an absolute target is 400 for another site, and its path for ours', async (t) => {
  const { site, port, say } = await openRaw(t);
  await goLive(site);
  const ask = async (target: string) => only(await say(`GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`));
  for (const target of [
    'http://evil.example/',
    'https://evil.example/robotics',
    'http://a@127.0.0.1/',
    'http://',
    'ftp://127.0.0.1/',
    'evil:80',
  ]) {
    assert.equal((await ask(target)).status, 400, target);
  }
  assert.equal((await ask(`http://127.0.0.1:${port}/robotics/layout-robot-pilot`)).status, 200);
  assert.equal((await ask(`http://127.0.0.1:${port}`)).status, 200);
  assert.equal((await ask(`http://127.0.0.1:${port}?q=1`)).status, 200);
  assert.equal((await ask(`http://127.0.0.1:${port}/robotics/../robotics/layout-robot-pilot`)).status, 404);
});

test('a host in place of a path, dot segments and backslashes are 404, plain or encoded', async (t) => {
  const { site, say } = await openRaw(t);
  await goLive(site);
  const paths = [
    '//evil.example/x',
    '///evil.example/x',
    '//user@evil/x',
    '//evil:80/x',
    '/a/../../x',
    '/robotics/../robotics/layout-robot-pilot',
    '/robotics/./layout-robot-pilot',
    '/robotics/%2e%2e/robotics/layout-robot-pilot',
    '/robotics/.%2E/robotics/layout-robot-pilot',
    '/robotics/..',
    '/\\evil.example/x',
    '/robotics\\layout-robot-pilot',
    '/robotics%5clayout-robot-pilot',
    '/static/../../package.json',
    '/static/%2e%2e%2f%2e%2e%2fpackage.json',
    '/robotics/layout-robot-pilot%00',
  ];
  for (const path of paths) {
    const { status, headers } = only(await say(`GET ${path} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`));
    assert.equal(status, 404, path);
    assert.equal(headers.get('location'), undefined, path);
  }
  const base = site.config.publication.baseUrl;
  for (const path of [
    '//robotics/layout-robot-pilot',
    '/robotics//layout-robot-pilot',
    '///robotics/layout-robot-pilot/',
  ]) {
    const { status, headers } = only(await say(`GET ${path} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`));
    assert.deepEqual([status, headers.get('location')], [301, `${base}/robotics/layout-robot-pilot`], path);
  }
});

test('the 404 for an unsafe path has the requested format', async (t) => {
  const { say } = await openRaw(t);
  const type = async (path: string, accept = '*/*') =>
    only(await say(`GET ${path} HTTP/1.1\r\n${HOST}${CLOSE}Accept: ${accept}\r\n\r\n`)).headers.get('content-type');
  assert.equal(await type('/a/../x', 'text/html'), 'text/html; charset=utf-8');
  assert.equal(await type('/api/../x', 'text/html'), 'application/json; charset=utf-8');
  assert.equal(await type('/a/../x.md'), 'text/markdown; charset=utf-8');
  assert.doesNotMatch((await type('/.well-known/../x', 'text/html')) ?? '', /html/);
});

test('dots and slashes in a query and a path under /.well-known are allowed', async (t) => {
  const { say } = await openRaw(t);
  for (const path of ['/?next=//evil.example/../x', '/api/public/articles?q=a%2F..%2Fb', '/.well-known/mcp.json']) {
    assert.equal(only(await say(`GET ${path} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)).status, 200, path);
  }
});

test('a NUL in a query is 400', async (t) => {
  const { say } = await openRaw(t);
  assertRefused(only(await say(`GET /api/public/articles?q=a%00b HTTP/1.1\r\n${HOST}\r\n`)), 400, 'bad_request');
});

test('TRACE and CONNECT are 405 with Allow', async (t) => {
  const { say } = await openRaw(t);
  const traced = only(await say(`TRACE / HTTP/1.1\r\n${HOST}Cookie: secret=1\r\n\r\n`));
  assertRefused(traced, 405, 'method_not_allowed');
  assert.equal(traced.headers.get('allow'), 'GET, HEAD, POST, OPTIONS');
  assert.doesNotMatch(traced.body, /secret/);
  const connected = only(await say(`CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`));
  assert.equal(connected.status, 405);
  assert.equal(connected.headers.get('allow'), 'GET, HEAD, POST, OPTIONS');
});

test('unknown methods are 405 with the methods that the address supports', async (t) => {
  const { say } = await openRaw(t);
  for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY', 'PURGE']) {
    const heard = only(await say(`${method} /api/public/articles HTTP/1.1\r\n${HOST}${CLOSE}\r\n`));
    assert.equal(heard.status, 405, method);
    assert.equal(heard.headers.get('allow'), 'GET, HEAD', method);
  }
  for (const method of ['BREW', 'get', 'M-SEARCHES']) {
    const before = method === 'BREW' ? '' : `GET /robots.txt HTTP/1.1\r\n${HOST}\r\n`;
    const heard = (await say(`${before}${method} /api/public/articles HTTP/1.1\r\n${HOST}\r\n`)).at(-1);
    assert.equal(heard?.status, 405, method);
    assert.equal(JSON.parse(heard.body).code, 'method_not_allowed');
    assert.equal(heard.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(heard.headers.get('connection'), 'close');
    assert.equal(heard.headers.get('allow'), 'GET, HEAD, POST, OPTIONS', method);
  }
  assert.equal(only(await say('\x16\x03\x01 is TLS\r\n\r\n')).status, 400);
});

test('OPTIONS * is answered, and any other method with * is 400', async (t) => {
  const { say } = await openRaw(t);
  const { status, headers } = only(await say(`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`));
  assert.deepEqual([status, headers.get('allow')], [204, 'GET, HEAD, POST, OPTIONS']);
  assertRefused(only(await say(`GET * HTTP/1.1\r\n${HOST}\r\n`)), 400, 'bad_request');
});

test('the body of a GET is discarded and never read as a request', async (t) => {
  const { say } = await openRaw(t);
  const inner = `GET /api HTTP/1.1\r\n${HOST}\r\n`;
  const bytes = `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: ${inner.length}\r\n\r\n${inner}GET /readyz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`;
  const heard = await say(bytes);
  assert.deepEqual(
    heard.map(({ status, body }) => [status, JSON.parse(body).status]),
    [
      [200, 'ok'],
      [200, 'ready'],
    ],
  );
});

test('an invalid Host is 400 in our error shape', async (t) => {
  const { say } = await openRaw(t);
  const { status, body } = only(await say(`GET /healthz HTTP/1.1\r\nHost: a/../b\r\n${CLOSE}\r\n`));
  assert.equal(status, 400);
  assert.equal(JSON.parse(body).code, 'bad_request');
});

test('a response does not depend on Host', async (t) => {
  const { site, say } = await openRaw(t);
  await goLive(site);
  const ask = async (host: string) =>
    only(await say(`GET /robotics/layout-robot-pilot HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n`));
  const [own, other] = [await ask('127.0.0.1'), await ask('evil.example')];
  assert.equal(own.body, other.body);
  assert.equal(own.headers.get('etag'), other.headers.get('etag'));
});

test('an address has a limited number of connections, except the machine itself', {
  skip: process.platform === 'linux' ? false : 'only Linux has /proc',
}, async (t) => {
  const { port } = await openRaw(t);
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    t.after(() => socket.destroy());
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    return new Promise<boolean>((served) => {
      socket.once('data', () => served(true));
      socket.once('error', () => served(false));
      socket.once('close', () => served(false));
    });
  };
  for (let at = 0; at < 100; at++) assert.equal(await open('127.0.0.2'), true);
  assert.equal(await open('127.0.0.2'), false);
  assert.equal(await open('127.0.0.3'), true);
  for (let at = 0; at < 101; at++) assert.equal(await open('127.0.0.1'), true);
});

test('a closed connection allows another one from the same address', {
  skip: process.platform === 'linux' ? false : 'only Linux has /proc',
}, async (t) => {
  const { port } = await openRaw(t);
  for (let at = 0; at < 101; at++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
    assert.equal(only(readAnswers((await hear(socket)).toString())).status, 200);
    await sayTo(port, `GET /healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`); // by now the server has seen the end too
  }
});

test('behind proxies connections are not counted', {
  skip: process.platform === 'linux' ? false : 'only Linux has /proc',
}, async (t) => {
  const { port } = await openRaw(t, { TRUSTED_PROXIES: '1' });
  const sockets = Array.from({ length: 101 }, () => connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }));
  for (const socket of sockets) socket.write(`GET /healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
  for (const heard of await Promise.all(sockets.map(hear)))
    assert.equal(only(readAnswers(heard.toString())).status, 200);
});

test('the server has the limits that the documentation names', async (t) => {
  const { site } = await openRaw(t);
  const server = createHttpServer(site.config);
  assert.equal(server.headersTimeout, 10_000);
  assert.equal(server.requestTimeout, 30_000);
  assert.equal(server.keepAliveTimeout, 65_000);
  assert.equal(server.maxRequestsPerSocket, 1000);
  assert.equal(server.maxConnections, 4096);
});
