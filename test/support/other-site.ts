import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// Another site, for what the server fetches: sources of articles.

/** What answers each path. Every other path answers 404. */
export type Pages = Record<string, (response: ServerResponse, request: IncomingMessage) => unknown>;

/** Starts a site that is reached by these host names through a port of this machine. `asked` has each request. */
export async function otherSite(t: { after: (close: () => void) => void }, hosts: readonly string[], pages: Pages) {
  const asked: { path: string; agent: string; cookie: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, agent: request.headers['user-agent'] ?? '', cookie: request.headers.cookie });
    const page = pages[path];
    if (page) return page(response, request);
    response.statusCode = 404;
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, rehearsal: Object.fromEntries(hosts.map((host) => [host, port])) };
}

/** Answers with a page of HTML. */
export const html = (body: string) => (response: ServerResponse) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(body);
};
