import fc from 'fast-check';
import { assetPath } from '#html/assets/assets.ts';

// Requests for the comparison of the server with and without its fast path: plain ones, unusual ones, and mutated bytes.

export const PATHS = [
  '/robotics/layout-robot-pilot',
  '/robotics/layout-robot-pilot.md',
  '/api/public/articles/robotics/layout-robot-pilot',
  '/api/public/articles',
  '/',
  '/robotics',
  '/llms.txt',
  '/rss.xml',
  '/robots.txt',
  '/static/style.css',
  assetPath('style.css'),
];
export const ACCEPTS = ['*/*', 'text/html', 'text/markdown', 'application/json', 'text/html;q=0.5, text/markdown'];
export const CODINGS = ['identity', 'gzip', 'br', 'zstd', 'gzip, br;q=0.5'];

const HOST = 'Host: 127.0.0.1\r\n';
const PLAIN = `GET /robots.txt HTTP/1.1\r\n${HOST}\r\n`;
const HIDDEN = `GET /llms.txt HTTP/1.1\r\n${HOST}X-Hidden: 1\r\n\r\n`;
const plainWith = (headers: string, after = '') => `GET /robots.txt HTTP/1.1\r\n${HOST}${headers}\r\n${after}`;

/** Known ways to make two parsers disagree about where a request ends, and other requests at the edge of HTTP. */
export const CORPUS: readonly string[] = [
  // lengths and encodings
  plainWith(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN),
  plainWith(`content-length:${HIDDEN.length}\r\n`, HIDDEN),
  plainWith('Content-Length: 0\r\n', HIDDEN),
  plainWith('Content-Length: 0\r\nContent-Length: 5\r\n', HIDDEN),
  plainWith('Content-Length: 5, 5\r\n', HIDDEN),
  plainWith('Content-Length: +5\r\n', HIDDEN),
  plainWith('Content-Length: -5\r\n', HIDDEN),
  plainWith('Content-Length: 0x5\r\n', HIDDEN),
  plainWith('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding: chunked\r\n', `5\r\nabcde\r\n0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding:\tchunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding: identity, chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('X: 1\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('X: 1\rTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith(' Transfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer_Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  plainWith('Transfer-Encoding\x00: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
  // line ends
  `GET /robots.txt HTTP/1.1\n${HOST}\r\n${HIDDEN}`,
  `GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\n\n${HIDDEN}`,
  `GET /robots.txt HTTP/1.1\r\n${HOST}\n${HIDDEN}`,
  `GET /robots.txt HTTP/1.1\r\n${HOST}\r\r\n${HIDDEN}`,
  `GET /robots.txt HTTP/1.1\r\r\n${HOST}\r\n${HIDDEN}`,
  `\r\n${PLAIN}`,
  `\r\n\r\n\r\n${PLAIN}`,
  `\n${PLAIN}`,
  `${PLAIN}\r\n${PLAIN}`,
  `${PLAIN}X${PLAIN}`,
  `${PLAIN}\x00`,
  // fields
  plainWith('Accept: text/html,\r\n text/markdown\r\n'),
  plainWith('Accept : text/html\r\n'),
  plainWith(': no name\r\n'),
  plainWith('no colon\r\n'),
  plainWith('Accept: text/html\x00\r\n'),
  plainWith('Accept: text/html\x7f\r\n'),
  plainWith('Accept: caf\xe9\r\n'),
  plainWith('Accept:\r\n'),
  plainWith('Accept: text/html\r\nAccept: text/markdown\r\n'),
  plainWith('Accept-Encoding: gzip\r\nAccept-Encoding: br\r\n'),
  plainWith('If-None-Match: *\r\n'),
  plainWith('If-None-Match: *\r\nIf-None-Match: "x"\r\n'),
  plainWith('If-Modified-Since: Fri, 31 Dec 2099 23:59:59 GMT\r\n'),
  plainWith('If-Modified-Since: \r\n'),
  plainWith('Range: bytes=0-10\r\nIf-Range: "x"\r\n'),
  plainWith('Cookie: a=1\r\nCookie: b=2\r\n'),
  plainWith('Authorization: Bearer x\r\n'),
  plainWith('Authorization: Bearer x\r\nauthorization: Bearer y\r\n'),
  plainWith('X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2\r\n'),
  plainWith('constructor: 1\r\n__proto__: 2\r\n'),
  plainWith(Array.from({ length: 99 }, (_, n) => `X-${n}: 1\r\n`).join('')),
  plainWith(Array.from({ length: 100 }, (_, n) => `X-${n}: 1\r\n`).join('')),
  plainWith('a:\r\n'.repeat(150)),
  plainWith(`X: ${'x'.repeat(3000)}\r\n`),
  plainWith(`X: ${'x'.repeat(17_000)}\r\n`),
  // connection and protocol
  plainWith('Connection: close\r\n', HIDDEN),
  plainWith('Connection: Keep-Alive\r\n', HIDDEN),
  plainWith('Connection: keep-alive, close\r\n', HIDDEN),
  plainWith('Connection: close\r\nConnection: keep-alive\r\n', HIDDEN),
  plainWith('Proxy-Connection: close\r\n', HIDDEN),
  plainWith('Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n', HIDDEN),
  plainWith('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n', HIDDEN),
  plainWith('Upgrade: h2c\r\n', HIDDEN),
  plainWith('Expect: 100-continue\r\n', HIDDEN),
  plainWith('Expect: nonsense\r\n', HIDDEN),
  plainWith('TE: trailers\r\nTrailer: X\r\n', HIDDEN),
  `GET /robots.txt HTTP/1.0\r\n\r\n${HIDDEN}`,
  `GET /robots.txt HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${HIDDEN}`,
  `GET /robots.txt HTTP/1.2\r\n${HOST}\r\n`,
  `GET /robots.txt HTTP/2.0\r\n${HOST}\r\n`,
  `GET /robots.txt http/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt\r\n${HOST}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  // Host
  'GET /robots.txt HTTP/1.1\r\n\r\n',
  'GET /robots.txt HTTP/1.1\r\nHost:\r\n\r\n',
  'GET /robots.txt HTTP/1.1\r\nHost: \r\n\r\n',
  `GET /robots.txt HTTP/1.1\r\n${HOST}${HOST}\r\n`,
  `GET /robots.txt HTTP/1.1\r\n${HOST}hOST: evil.example\r\n\r\n`,
  'GET /robots.txt HTTP/1.1\r\nHost: a/../b\r\n\r\n',
  'GET /robots.txt HTTP/1.1\r\nHost: a b\r\n\r\n',
  'GET /robots.txt HTTP/1.1\r\nHost: user@127.0.0.1\r\n\r\n',
  // method and target
  `get /robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GETX /robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `HEAD /robots.txt HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`,
  `HEAD /robots.txt HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc${HIDDEN}`,
  `OPTIONS /robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  `TRACE /robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `POST /robots.txt HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc${HIDDEN}`,
  `GET  /robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt  HTTP/1.1\r\n${HOST}\r\n`,
  `GET\t/robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt HTTP/1.1 \r\n${HOST}\r\n`,
  `GET /robots.txt?q=1 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt? HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt?a?b HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt#part HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt;v=1 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots%2etxt HTTP/1.1\r\n${HOST}\r\n`,
  `GET //robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET /./robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET /x/../robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET /robots.txt/ HTTP/1.1\r\n${HOST}\r\n`,
  `GET \\robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET http://127.0.0.1/robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET http://evil.example/robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET robots.txt HTTP/1.1\r\n${HOST}\r\n`,
  `GET /caf\xe9 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /?q=a HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/public/articles?limit=1 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/public/articles?utm_source=x HTTP/1.1\r\n${HOST}\r\n`,
  `GET /no/such/page HTTP/1.1\r\n${HOST}\r\n`,
  `GET /__proto__ HTTP/1.1\r\n${HOST}\r\n`,
  `GET /newsroom HTTP/1.1\r\n${HOST}\r\n`,
  // several at once
  PLAIN.repeat(3),
  `${PLAIN}${`HEAD /llms.txt HTTP/1.1\r\n${HOST}\r\n`}${PLAIN}`,
  `${PLAIN}GET /healthz HTTP/1.1\r\n${HOST}\r\n${PLAIN}`,
  `${PLAIN}GET /no/such/page HTTP/1.1\r\n${HOST}\r\n${PLAIN}${HIDDEN}`,
];

/** Bytes to send in these parts, and how many requests they begin with. */
export type Case = { parts: string[]; requests: number };

const header = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ACCEPTS).map((value) => `Accept: ${value}`) },
  { weight: 6, arbitrary: fc.constantFrom(...CODINGS).map((value) => `Accept-Encoding: ${value}`) },
  { weight: 2, arbitrary: fc.constantFrom('If-None-Match: *', 'If-None-Match: "x", W/"y"', 'User-Agent: fuzz/1.0') },
  { weight: 1, arbitrary: fc.constantFrom('Cookie: a=1', 'Range: bytes=0-1', 'X-Forwarded-For: 192.0.2.1', 'DNT: 1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Connection: keep-alive', 'Connection: close', 'Content-Length: 0', 'TE: trailers'),
  },
);

const request = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
    fc.constantFrom(...PATHS, ...PATHS, '/no/such/page', '/healthz', '/llms.txt?x=1'),
    fc.oneof(
      { weight: 5, arbitrary: fc.uniqueArray(header, { maxLength: 4, selector: (line) => line.split(':')[0] }) },
      { weight: 1, arbitrary: fc.array(header, { maxLength: 4 }) },
    ),
  )
  .map(
    ([method, path, headers]) => `${method} ${path} HTTP/1.1\r\n${HOST}${headers.map((h) => `${h}\r\n`).join('')}\r\n`,
  );

const SPECIAL = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '\0',
  ':',
  ',',
  '/',
  '%',
  '\x80',
  '\xff',
  'Host: x\r\n',
  'GET ',
];
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 3 }),
  insert: fc.oneof(fc.constant(''), fc.constantFrom(...SPECIAL), fc.string({ unit: 'binary-ascii', maxLength: 3 })),
});

/** One to eight requests on a connection, some of their bytes changed, sent in one to four parts. */
export const anyCase: fc.Arbitrary<Case> = fc
  .record({
    requests: fc.array(
      fc.oneof({ weight: 9, arbitrary: request }, { weight: 1, arbitrary: fc.constantFrom(...CORPUS) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    mutations: fc.array(mutation, { maxLength: 3 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
    kind: fc.constantFrom('as they are', 'one by one', 'mutated', 'mutated', 'mutated'),
  })
  .map(({ requests, mutations, cuts, kind }) => {
    if (kind === 'as they are') return { parts: [requests.join('')], requests: requests.length };
    if (kind === 'one by one') return { parts: requests, requests: requests.length };
    let bytes = requests.join('');
    for (const { at, remove, insert } of mutations) {
      const from = Math.floor(at * bytes.length);
      bytes = bytes.slice(0, from) + insert + bytes.slice(from + remove);
    }
    return { parts: cutAt(bytes, cuts), requests: requests.length };
  });

/** Cuts a text at these places, each from 0 to 1. */
export function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => Math.floor(cut * text.length)))].sort((one, other) => one - other);
  return [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length)).filter((part) => part !== '');
}
