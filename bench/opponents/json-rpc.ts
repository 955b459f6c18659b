import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The minimum cost of MCP: a bare node:http server that parses the call and returns a prepared result. No token, no schema.

const result = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString());
    const known = method === 'tools/call' && typeof params.name === 'string';
    const body = JSON.stringify({ jsonrpc: '2.0', id, ...(known ? { result } : { error: { code: -32601 } }) });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
