import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The minimum cost of a read: a bare node:http server that writes one prepared buffer, with the same headers as the response
// it is compared with. It compares the ETag and does nothing else.

export type Prepared = { status: number; headers: string[]; body: string };

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Prepared;
const bytes = Buffer.from(body, 'base64');

const server = createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
