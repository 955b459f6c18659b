import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalPorts } from '#runtime/fetch-page.ts';
import type { After } from '../../support/site.ts';

type Answer = { status: number; type?: string; location?: string; body?: string | Buffer };

/** A server of this machine that answers for other hosts; `asked` has the host and path of each request. */
export async function serveOther(
  t: After,
  hosts: readonly string[],
  answer: (path: string, host: string) => Answer,
): Promise<{ asked: string[]; rehearsal: LocalPorts }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push(`${headers.host}${url}`);
    const { status, type, location, body } = answer(url, headers.host ?? '');
    response.writeHead(status, { ...(type && { 'Content-Type': type }), ...(location && { Location: location }) });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, rehearsal: Object.fromEntries(hosts.map((host) => [host, port])) };
}
