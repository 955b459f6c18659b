// The least that a start can cost: node:http with one short answer. Plain JavaScript, so that no types have to be removed.
import { createServer } from 'node:http';

createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
