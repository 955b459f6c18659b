import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import type { Services } from '#http/services.ts';
import { parsePlainRequest, serveFastPath } from '#server/fast-path.ts';
import { guardRequests } from '#server/guard.ts';
import { createHttpServer } from '#server/http-server.ts';
import { createListener } from '#server/listener.ts';
import { createRequestMetrics, type RequestMetrics } from '#server/metrics/request-metrics.ts';
import { createServices } from '#server/services.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { readAnswers } from '../../support/raw.ts';
import { openSite, type TestSite } from '../../support/site.ts';
import { ACCEPTS, anyCase, type Case, CODINGS, PATHS } from './fast-path-cases.ts';

// The server answers alike with and without its fast path. REQUESTS=1000000 makes the run as long as that, SEED repeats one.

const REQUESTS = Number(process.env.REQUESTS ?? 3000);
const SEED = Number(process.env.SEED ?? 20261122);
/** Connections open at the same time. */
const AT_ONCE = 24;
const HOST = 'Host: 127.0.0.1\r\n';
const LAST = `GET /robots.txt HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

type Side = {
  server: Server;
  port: number;
  metrics: RequestMetrics;
  /** How many requests node:http has parsed. */
  parsed: () => number;
  /** The ports of clients that sent bytes which are no request. */
  broken: Set<number | undefined>;
};

/** Serves the site, with or without the fast path. Both share one cache. */
async function serve(t: TestContext, site: TestSite, services: Services, isFast: boolean): Promise<Side> {
  const { config, deps } = site;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const metrics = createRequestMetrics(log);
  const server = createHttpServer(config);
  let parsed = 0;
  const broken: Side['broken'] = new Set();
  server.prependListener('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code?.startsWith('HPE_')) broken.add(socket.remotePort);
  });
  server.on('request', () => parsed++);
  server.on(
    'request',
    guardRequests(config, deps.newId, createListener(deps, config, log, { services, requests: metrics })),
  );
  if (isFast) serveFastPath(server, { cache: services.cache, clock: Date.now, requests: metrics });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port, metrics, parsed: () => parsed, broken };
}

async function open(t: TestContext) {
  const site = await openSite(t, { BASE_URL: '' });
  const article = await goLive(site);
  const services = createServices(site.deps, site.config);
  const [fast, plain] = [await serve(t, site, services, true), await serve(t, site, services, false)];
  for (const path of PATHS)
    for (const accept of ACCEPTS)
      for (const coding of CODINGS)
        await talk(plain.port, [
          `GET ${path} HTTP/1.1\r\n${HOST}Accept: ${accept}\r\nAccept-Encoding: ${coding}\r\nConnection: close\r\n\r\n`,
        ]);
  return { site, article, services, fast, plain };
}

type Talk = { heard: string; from: number | undefined };

/** Sends the parts one by one. Returns everything that arrives; a silent connection is ended by the client. */
function talk(port: number, parts: readonly string[], silence = 400): Promise<Talk> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const heard: Buffer[] = [];
    let from: number | undefined;
    socket.on('connect', () => {
      from = socket.localPort;
    });
    socket.on('data', (part: Buffer) => heard.push(part));
    socket.on('error', () => {});
    socket.setTimeout(silence, () => (socket.writableEnded ? socket.destroy() : socket.end()));
    socket.on('close', () => resolve({ heard: Buffer.concat(heard).toString('latin1'), from }));
    void (async () => {
      for (const [at, part] of parts.entries()) {
        if (at > 0) for (let n = 0; n < 3; n++) await turn();
        if (!socket.destroyed) socket.write(part, 'latin1');
      }
    })();
  });
}

/**
 * The responses without what differs between two equal requests: the order and case of headers, the date and the id. A 100
 * does not count: node:http writes that of a request which waits behind another between the head and the body of its response.
 */
function comparable(text: string): string {
  return text.replaceAll('HTTP/1.1 100 Continue\r\n\r\n', '').replace(HEAD, (_, status: string, lines: string) => {
    const fields = lines
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(/^[^:]*/, (name) => name.toLowerCase()))
      .filter((line) => !/^(?:date|x-request-id):/.test(line));
    return `${status}\n${fields.sort().join('\n')}\n\n`;
  });
}

const HEAD = /(HTTP\/1\.1 \d{3} [^\r]*)\r\n((?:[^\r\n]+\r\n)*)\r\n/g;

/**
 * Fails when the two servers answer differently, also when they have much time. Where bytes that are no request follow
 * requests in one packet, node:http ends the connection, and how many of the last responses arrive before depends on how
 * it got the packet; so one may be the beginning of the other then.
 */
async function assertAlike(fast: Side, plain: Side, { parts }: Case): Promise<void> {
  const all = [...parts, LAST];
  for (const silence of [200, 5000]) {
    const [ours, theirs] = await Promise.all([fast, plain].map(({ port }) => talk(port, all, silence)));
    const [one, other] = [comparable(ours?.heard ?? ''), comparable(theirs?.heard ?? '')];
    if (one === other) return;
    const areBroken = fast.broken.has(ours?.from ?? 0) && plain.broken.has(theirs?.from ?? 0);
    if (areBroken && (one.startsWith(other) || other.startsWith(one))) return;
    if (silence === 5000) assert.fail(`answered differently: ${JSON.stringify({ parts, one, other })}`);
  }
}

async function compareAll(fast: Side, plain: Side, cases: readonly Case[]): Promise<void> {
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await assertAlike(fast, plain, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

test('a precondition that fails is 412, also for a page from the cache', async (t) => {
  const { fast } = await open(t);
  const page = `GET ${PATHS[0]} HTTP/1.1\r\n${HOST}Accept: text/html\r\n`;
  for (const [field, status] of [
    ['If-Match: "other"', 412],
    ['If-Match: *', 200],
    ['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:01 GMT', 412],
    ['If-Unmodified-Since: Fri, 31 Dec 2100 23:59:59 GMT', 200],
  ] as const) {
    const { heard } = await talk(fast.port, [`${page}${field}\r\n\r\n`, LAST]);
    assert.equal(heard.slice(9, 12), String(status), field);
  }
});

test('random and mutated requests are answered alike and counted alike with and without the fast path', async (t) => {
  const { fast, plain } = await open(t);
  const before = [fast.metrics.read(), plain.metrics.read()];
  let sent = 0;
  for (let round = 0; sent < REQUESTS; round++) {
    const cases = fc.sample(anyCase, { numRuns: 200, seed: SEED + round });
    await compareAll(fast, plain, cases);
    sent += cases.reduce((sum, { requests }) => sum + requests, 0);
    if (round % 500 === 499) t.diagnostic(`${sent} requests`);
  }
  t.diagnostic(`${sent} requests from seed ${SEED}; the fast path answered ${plain.parsed() - fast.parsed()} of them`);
  assert.ok(plain.parsed() - fast.parsed() > sent / 10, 'the fast path answers many of them');
  const [ours, theirs] = [fast, plain].map(({ metrics }, at) => cachedCounts(metrics.read(), before[at]));
  for (const [name, count] of Object.entries(theirs ?? {})) {
    const difference = Math.abs((ours?.[name] ?? 0) - count) / count;
    assert.ok(difference < 0.02, `${name}: ${ours?.[name]} and ${count}`); // a connection that ends early may take some along
  }
});

function cachedCounts(now: Record<string, number>, before: Record<string, number> = {}): Record<string, number> {
  const names = Object.keys(now).filter((name) => name.startsWith('plumbline_cache_answers_total'));
  return Object.fromEntries(names.map((name) => [name, (now[name] ?? 0) - (before[name] ?? 0)]));
}

test('the fast path sends a correction as soon as it is published', async (t) => {
  const { site, article, fast } = await open(t);
  const read = async () =>
    (await talk(fast.port, [`GET ${PATHS[0]} HTTP/1.1\r\n${HOST}Accept: text/html\r\n\r\n${LAST}`])).heard;
  assert.doesNotMatch(await read(), /Corrected headline/);
  const parsed = fast.parsed();
  assert.doesNotMatch(await read(), /Corrected headline/);
  assert.equal(fast.parsed(), parsed + 1, 'only the last request reached node:http');
  await goLiveAgain(site, article, { headline: 'Corrected headline' });
  assert.match(await read(), /Corrected headline/);
});

test('the date of a prepared response is the current second', async (t) => {
  const { fast } = await open(t);
  for (let round = 0; round < 3; round++) {
    const from = Math.floor(Date.now() / 1000) * 1000;
    const { heard } = await talk(fast.port, [`GET /robots.txt HTTP/1.1\r\n${HOST}\r\n`, LAST]);
    for (const { headers } of readAnswers(heard)) {
      const date = Date.parse(headers.get('date') ?? '');
      assert.ok(date >= from && date <= Date.now(), headers.get('date') ?? 'no date');
    }
    await wait(700);
  }
});

test('the thousandth request of a connection ends it, whichever way the others were answered', async (t) => {
  const { fast } = await open(t);
  const one = `GET /robots.txt HTTP/1.1\r\n${HOST}\r\n`;
  const mixed = await talk(fast.port, [one.repeat(500), `GET /no/such/page HTTP/1.1\r\n${HOST}\r\n`, one.repeat(600)]);
  const cached = await talk(fast.port, [one.repeat(1100)]);
  for (const { heard } of [mixed, cached]) {
    const answers = readAnswers(heard);
    assert.equal(answers.length, 1000);
    assert.equal(answers.at(-1)?.headers.get('connection'), 'close');
    assert.equal(answers.at(-2)?.headers.get('connection'), undefined);
  }
});

test('an idle connection ends after the time of the server, and one that sends nothing gets 408', async (t) => {
  const { fast } = await open(t);
  fast.server.keepAliveTimeout = 500;
  fast.server.headersTimeout = 500;
  const began = Date.now();
  const { heard: idle } = await talk(fast.port, [`GET /robots.txt HTTP/1.1\r\n${HOST}\r\n`], 30_000);
  assert.equal(readAnswers(idle).length, 1);
  assert.ok(Date.now() - began >= 1500, 'the server waits its time and Node’s buffer of a second');
  const { heard: silent } = await talk(fast.port, [], 30_000);
  assert.match(silent, /^HTTP\/1\.1 408 /);
});

test('a request is plain only in its strictest form', () => {
  const plain = `GET / HTTP/1.1\r\n${HOST}Accept:  text/html \r\n\r\n`;
  assert.equal(parsePlainRequest(plain)?.accept, 'text/html');
  assert.equal(parsePlainRequest(plain)?.isLast, false);
  assert.equal(parsePlainRequest(plain.replace('Accept', 'Connection: close\r\nAccept'))?.isLast, true);
  for (const other of [
    plain.replace('GET', 'POST'),
    plain.replace('HTTP/1.1', 'HTTP/1.0'),
    plain.replace(HOST, ''),
    plain.replace(HOST, HOST + HOST),
    plain.replace('Accept', 'Content-Length: 0\r\nAccept'),
    plain.replace('Accept', 'Upgrade: h2c\r\nAccept'),
    plain.replace('Accept', 'Connection: Upgrade\r\nAccept'),
    plain.replace('Accept:', 'Accept :'),
    plain.replace('text/html', 'text/html\t'),
    plain.replace('GET /', 'GET /%2e'),
  ])
    assert.equal(parsePlainRequest(other), null, JSON.stringify(other));
});
