import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { isOtherName } from '#http/client-address.ts';
import type { Services } from '#http/services.ts';
import { createEventStreams } from '#server/event-streams.ts';
import { serveFastPath } from '#server/fast-path.ts';
import { guardRequests } from '#server/guard.ts';
import { createHttpServer } from '#server/http-server.ts';
import { createListener } from '#server/listener.ts';
import { createRequestMetrics, type RequestMetrics } from '#server/metrics/request-metrics.ts';
import { createServices } from '#server/services.ts';
import { openSite, type TestSite } from './site.ts';

// Opens a site behind the real server and talks to it byte by byte.

export type RawSite = {
  site: TestSite;
  port: number;
  services: Services;
  requests: RequestMetrics;
  /** The fields of the lines that the log got for answers. */
  logged: Record<string, unknown>[];
  say: (bytes: string) => Promise<Heard[]>;
};
export type Heard = { status: number; headers: Map<string, string>; body: string };

/** Opens a site on a free port, with the fast path of the server or without it. */
export async function openRaw(
  t: TestContext,
  settings: Record<string, string> = {},
  { fastPath = true } = {},
): Promise<RawSite> {
  const site = await openSite(t, { BASE_URL: '', ...settings });
  const { config, deps } = site;
  const server = createHttpServer(config);
  const logged: Record<string, unknown>[] = [];
  const log = {
    info: (fields: Record<string, unknown>) => void logged.push(fields),
    warn: () => {},
    error: (fields: unknown, message: string) => console.error(message, fields),
  };
  const services = createServices(deps, config);
  const requests = createRequestMetrics(log);
  server.on('request', guardRequests(config, deps.newId, createListener(deps, config, log, { services, requests })));
  const streams = createEventStreams({ deps, config, feed: services.changeFeed, requests });
  const isOther = (host: string) => isOtherName(config, host);
  if (fastPath) serveFastPath(server, { cache: services.cache, clock: Date.now, requests, isOther, streams });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { site, port, services, requests, logged, say: (bytes) => say(port, bytes) };
}

/** Sends bytes and returns what arrives until the server closes the connection. */
export async function say(port: number, bytes: string): Promise<Heard[]> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  return readAnswers((await hear(socket)).toString('latin1'));
}

/** Everything that arrives on a socket until it closes. */
export function hear(socket: Socket): Promise<Buffer> {
  return new Promise((heard) => {
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', () => {});
    socket.on('close', () => heard(Buffer.concat(parts)));
  });
}

/** The HTTP responses in received bytes, each with the body length that it declares. */
export function readAnswers(text: string): Heard[] {
  const answers: Heard[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = new Map(
      lines.map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
    );
    const isChunked = headers.get('transfer-encoding') === 'chunked';
    const length = isChunked
      ? rest.indexOf('0\r\n\r\n', end) + 5 - (end + 4)
      : Number(headers.get('content-length') ?? 0);
    answers.push({ status: Number(first.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
