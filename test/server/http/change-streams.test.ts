import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { type EventSink, MAX_OPEN_PER_ADDRESS } from '#changes/pages/change-feed.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { openRaw } from '../../support/raw.ts';
import { copy, type TestSite } from '../../support/site.ts';

// Streams of changes that the server writes to the socket itself, and their limits.

const PATH = '/api/v1/public/changes';
const head = (port: number, query = '', more = '', method = 'GET') =>
  `${method} ${PATH}${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n${more}\r\n`;

type Reader = { socket: Socket; until: (words: RegExp) => Promise<string>; end: Promise<string> };

/** Reads a stream byte by byte. */
function openReader(port: number, query = '', more = ''): Reader {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => {}).on('data', (part) => (text += part));
  socket.write(head(port, query, more));
  const until = async (words: RegExp) => {
    while (!words.test(text)) await once(socket, 'data');
    return text;
  };
  return { socket, until, end: once(socket, 'close').then(() => text) };
}

async function publishNew(site: TestSite, slug: string): Promise<void> {
  const { id } = await createDraft(site.deps, CLI, copy({ slug }));
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
}

/** The text in the chunks of a body, and whether the last chunk came. */
function unchunk(text: string): { text: string; isWhole: boolean } {
  let [body, rest] = ['', text.slice(text.indexOf('\r\n\r\n') + 4)];
  for (;;) {
    const [length = '', after = ''] = rest.split(/\r\n(.*)/s);
    const bytes = Number.parseInt(length, 16);
    if (!(bytes > 0)) return { text: body, isWhole: bytes === 0 && after === '\r\n' };
    body += after.slice(0, bytes);
    assert.equal(after.slice(bytes, bytes + 2), '\r\n');
    rest = after.slice(bytes + 2);
  }
}

test('a stream on the socket tells changes in order, goes on after Last-Event-ID and ends whole when the server stops', async (t) => {
  const { site, port, services, requests } = await openRaw(t);
  await publishNew(site, 'one');
  const [first, later] = [openReader(port), openReader(port, '?after=0&section=robotics', 'Last-Event-ID: 1\r\n')];
  const begun = await first.until(/"slug":"one"/);
  assert.match(begun, /^HTTP\/1\.1 200 OK\r\n/);
  for (const line of ['Content-Type: text/event-stream', 'Cache-Control: no-store', 'Access-Control-Allow-Origin: \\*'])
    assert.match(begun, new RegExp(`\r\n${line}\r\n`));
  assert.match(begun, /\r\nX-Content-Type-Options: nosniff\r\n.*X-Request-Id: /s);
  await later.until(/retry: 3000/);
  await publishNew(site, 'two');
  for (const one of [first, later]) await one.until(/"slug":"two"/);
  assert.equal(services.changeFeed.size(), 2);
  services.changeFeed.keepAlive();
  await first.until(/\n:\n\n/);
  first.socket.write('GET / HTTP/1.1\r\n\r\n'); // nothing more is answered on this connection
  services.changeFeed.close();
  const [all, rest] = [unchunk(await first.end), unchunk(await later.end)];
  assert.ok(all.isWhole && rest.isWhole);
  assert.match(all.text, /^retry: 3000\n\nid: 1\n.*"slug":"one".*\n\nid: 2\n.*"slug":"two".*\n\n:\n\n$/s);
  assert.match(rest.text, /^retry: 3000\n\nid: 2\nevent: article\.published\ndata: \{"seq":2,.*\}\n\n(?::\n\n)*$/);
  assert.equal(services.changeFeed.size(), 0);
  assert.equal(requests.read()[`plumbline_requests_total{route="${PATH}",method="GET",status="2xx"}`], 2);
});

test('a stream that must be refused gets the answer of the app, and HEAD the headers alone', async (t) => {
  const { site, port, services, say } = await openRaw(t);
  await publishNew(site, 'one');
  const last = 'Connection: close\r\n';
  for (const query of ['?after=99', '?after=-1', '?section=no', '?after=1&after=2']) {
    const [answer] = await say(head(port, query, last));
    assert.deepEqual([answer?.status, JSON.parse(answer?.body ?? '').code], [400, 'bad_request'], query);
  }
  const [asked] = await say(head(port, '', last, 'HEAD'));
  assert.deepEqual([asked?.status, asked?.headers.get('content-type'), asked?.body], [200, 'text/event-stream', '']);
  const readers = Array.from({ length: MAX_OPEN_PER_ADDRESS }, () => openReader(port));
  for (const one of readers) await one.until(/"slug":"one"/);
  const [refused] = await say(head(port, '', last));
  assert.equal(refused?.status, 429);
  const [gone] = readers;
  gone?.socket.destroy();
  while (services.changeFeed.size() === MAX_OPEN_PER_ADDRESS) await new Promise(setImmediate);
  await openReader(port).until(/"slug":"one"/);
  services.changeFeed.close();
  const [stopped] = await say(head(port, '', last));
  assert.equal(stopped?.status, 503);
});

test('a reader that takes nothing between two keep-alives is ended, and one that takes again gets what it missed', async (t) => {
  const { site, services } = await openRaw(t);
  const feed = services.changeFeed;
  await publishNew(site, 'one');
  const open = async (takes: () => boolean) => {
    const read = { text: '', ended: undefined as Error | null | undefined };
    const written = Promise.withResolvers<void>();
    const sink: EventSink = {
      write: ({ plain }) => {
        read.text += Buffer.from(plain).toString();
        written.resolve();
        return takes();
      },
      end: (error) => {
        read.ended = error;
      },
    };
    const stream = feed.open('192.0.2.1', { after: 0 }, sink);
    feed.resume(stream);
    await written.promise;
    return { stream, read };
  };
  let takes = false;
  const [slow, dead] = [await open(() => takes), await open(() => false)];
  await publishNew(site, 'two');
  feed.keepAlive();
  takes = true;
  feed.resume(slow.stream);
  while (!slow.read.text.includes('"slug":"two"')) await new Promise(setImmediate);
  feed.keepAlive();
  assert.ok(dead.read.ended instanceof Error);
  assert.doesNotMatch(dead.read.text, /two/);
  assert.equal(slow.read.ended, undefined);
  assert.equal(feed.size(), 1);
  feed.leave(slow.stream);
  assert.equal(feed.size(), 0);
});
