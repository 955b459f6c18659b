import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP } from 'node:net';

// Fetches one page of another site, or posts a message to it: https only, no cookies, with limits on time and size. Each host name is
// resolved once, and the connection goes to the address that was checked.

/** The limits of a page that an article cites. */
const PAGE_LIMITS = { hops: 4, milliseconds: 5000, bytes: 64 * 1024 };

/** Host names that are reached at a port of this machine by plain HTTP. Only tests pass it in; no setting does. */
export type LocalPorts = Readonly<Record<string, number>>;

export type FetchOptions = {
  /** The User-Agent, with an address that describes the checks. */
  userAgent: string;
  /** The `Accept` header. */
  accept?: string;
  /** The most requests including redirects, the milliseconds for all of them, and the most bytes read. */
  limits?: Readonly<{ hops: number; milliseconds: number; bytes: number }>;
  /** The only hosts that may be asked, redirects included; every host where it is absent. */
  hosts?: readonly string[];
  rehearsal?: LocalPorts;
};

export type Resolve = (host: string) => Promise<string[]>;
export type Page = { status: number; type: string; body: Buffer; isWhole: boolean; url: string };

/** Why an address was not fetched, or did not answer. `isGone` when its host name does not exist. */
export class Unreached extends Error {
  readonly isGone: boolean;

  constructor(message: string, isGone = false) {
    super(message);
    this.isGone = isGone;
  }
}

/** A message to post: its body, and headers in addition to those of every request. */
export type PostedMessage = { body: string; headers: Readonly<Record<string, string>> };

/** Posts a message once and reads the beginning of the answer. A redirect is an answer like any other. @throws Unreached */
export async function postMessage(
  address: string,
  message: PostedMessage,
  manner: FetchOptions,
  resolve: Resolve = resolveAll,
): Promise<Page> {
  const limits = manner.limits ?? PAGE_LIMITS;
  const signal = AbortSignal.timeout(limits.milliseconds);
  return readPage(await ask(address, manner, { resolve, signal, message }), address, limits.bytes);
}

/** Fetches an address and reads the beginning of its answer. @throws Unreached */
export async function fetchPage(address: string, manner: FetchOptions, resolve: Resolve = resolveAll): Promise<Page> {
  const limits = manner.limits ?? PAGE_LIMITS;
  const signal = AbortSignal.timeout(limits.milliseconds);
  let url = address;
  for (let hop = 0; hop < limits.hops; hop++) {
    const answer = await ask(url, manner, { resolve, signal });
    const { location } = answer.headers;
    const status = answer.statusCode ?? 0;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
      return readPage(answer, url, limits.bytes);
    answer.destroy();
    const next = URL.parse(location, url);
    if (!next) throw new Unreached('It redirects to an invalid address.');
    url = next.href;
  }
  throw new Unreached('It redirects too often.');
}

type Asking = { resolve: Resolve; signal: AbortSignal; message?: PostedMessage };

async function ask(
  address: string,
  manner: FetchOptions,
  { resolve, signal, message }: Asking,
): Promise<IncomingMessage> {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username || url.password)
    throw new Unreached('It leads to something other than a plain https address.');
  if (manner.hosts && !manner.hosts.includes(url.hostname))
    throw new Unreached(`It leads to ${url.hostname}, which is not one of the hosts that may be asked.`);
  const port = Object.hasOwn(manner.rehearsal ?? {}, url.hostname) ? manner.rehearsal?.[url.hostname] : undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const options: RequestOptions = {
    method: message ? 'POST' : 'GET',
    path: url.pathname + url.search,
    headers: {
      Host: url.host,
      'User-Agent': manner.userAgent,
      Accept: manner.accept ?? 'text/html, text/plain;q=0.9, */*;q=0.1',
      'Accept-Encoding': 'identity',
      ...(message && { ...message.headers, 'Content-Length': Buffer.byteLength(message.body) }),
    },
    signal,
    agent: false,
  };
  if (port !== undefined) return send(plainRequest, { ...options, host: '127.0.0.1', port }, message?.body);
  const pinned = await pin(host, resolve);
  const secure = { ...options, host: pinned, port: url.port || 443, ...(isIP(host) === 0 && { servername: host }) };
  return send(request, secure, message?.body);
}

/** The checked IP address for the connection; every IP address of the name has to be public. @throws Unreached */
async function pin(host: string, resolve: Resolve): Promise<string> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new Unreached('Its host name does not exist.', true);
  if (!addresses.every(isPublicAddress)) throw new Unreached('Its host name has an address that is not public.');
  return first;
}

async function resolveAll(host: string): Promise<string[]> {
  try {
    return (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOTFOUND') throw new Unreached('Its host name does not exist.', true);
    throw new Unreached('Its host name could not be resolved.');
  }
}

function send(by: typeof request, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asking = by(options, resolve);
  asking.on('error', (error) => reject(new Unreached(wordsFor(error))));
  asking.end(body);
  return promise;
}

function wordsFor(error: Error): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'It did not answer in time.';
  const code = 'code' in error ? String(error.code) : '';
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) return 'Its certificate is not valid.';
  return code === 'ECONNREFUSED' ? 'It refuses connections.' : 'The connection failed.';
}

async function readPage(answer: IncomingMessage, url: string, most: number): Promise<Page> {
  const parts: Buffer[] = [];
  let read = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      read += part.byteLength;
      if (read > most) break;
    }
  } catch (error) {
    throw new Unreached(wordsFor(error as Error));
  } finally {
    answer.destroy();
  }
  const body = Buffer.concat(parts).subarray(0, most);
  const type = answer.headers['content-type'] ?? '';
  const isPacked =
    answer.headers['content-encoding'] !== undefined && answer.headers['content-encoding'] !== 'identity';
  return { status: answer.statusCode ?? 0, type, body, isWhole: read <= most && !isPacked, url };
}

// Which IP addresses are on the public network, and not on this machine, on the local network or reserved.

const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Exceptions within the public range of IPv6: Teredo and others of 2001::/23, examples, 6to4. */
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic = listOf(V4, 'ipv4');
const notPublic6 = listOf(V6, 'ipv6');
const global6 = listOf(['2000::/3'], 'ipv6');

/** Whether an IP address is public. IPv4 written as IPv6 never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
