import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalPorts } from '#runtime/fetch-page.ts';
import type { After } from '../site.ts';

/** A message as a receiver got it. */
export type Received = { headers: Record<string, string>; body: string; at: number };
/** The status a receiver answers with; null for no answer at all. */
export type Answering = (received: Received, nth: number) => number | null;

/** Receivers of messages, each under a host name of its own that leads to a port of this machine. */
export async function openReceivers(t: After, answers: Record<string, Answering>) {
  const rehearsal: Record<string, number> = {};
  const received: Record<string, Received[]> = {};
  for (const [host, answer] of Object.entries(answers)) {
    const list: Received[] = [];
    received[host] = list;
    const server = createServer(async (request, response) => {
      const one = { headers: headersOf(request), body: await readBody(request), at: performance.now() };
      list.push(one);
      const status = answer(one, list.length);
      if (status === null) return;
      response.writeHead(status, status === 302 ? { Location: 'https://elsewhere.example/' } : {});
      response.end('x'.repeat(20_000));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    rehearsal[host] = (server.address() as AddressInfo).port;
  }
  return { rehearsal: rehearsal as LocalPorts, received };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  return body;
}
