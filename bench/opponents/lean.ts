import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// A lean read: a bare node:http server that writes one prepared buffer with five headers. It compares the ETag and does
// nothing else. With a delay it is the slow upstream behind a page cache.

const [file = '', type = 'text/html; charset=utf-8', coding = '', delay = '0'] = process.argv.slice(2);
const bytes = readFileSync(file);
const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
const head = [
  ...[
    'Content-Type',
    type,
    'Content-Length',
    String(bytes.length),
    'Cache-Control',
    'public, max-age=60',
    'ETag',
    etag,
  ],
  ...(coding === '' ? [] : ['Content-Encoding', coding]),
];

const server = createServer(async (request, response) => {
  if (delay !== '0') await wait(Number(delay));
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, ['ETag', etag]).end();
  response.writeHead(200, head);
  response.end(bytes);
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
