import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { After } from '../site.ts';

/** The texts of TXT records and the hosts of MX records by name; `fail` answers SERVFAIL, `silent` nothing. */
export type Zone = Record<string, { txt?: string[]; mx?: string[] } | 'fail' | 'silent'>;

const TXT = 16;
const MX = 15;

/** A DNS server (RFC 1035) over UDP on the loopback, which answers from a zone that the test can change. */
export async function dnsServer(t: After, zone: Zone): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = readName(query, 12);
    const found = zone[name.toLowerCase()];
    if (found === 'silent') return;
    const question = query.subarray(12, end + 4);
    const type = query.readUInt16BE(end);
    const data = typeof found === 'object' ? dataOf(found, type) : [];
    const code = found === 'fail' ? 2 : found === undefined ? 3 : 0;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | code, 2);
    for (const [at, n] of [1, data.length, 0, 0].entries()) head.writeUInt16BE(n, 4 + at * 2);
    const answers = data.map((one) => Buffer.concat([answerHead(type, one.length), one]));
    socket.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
  });
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  t.after(() => socket.close());
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

function readName(bytes: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function dataOf({ txt = [], mx = [] }: { txt?: string[]; mx?: string[] }, type: number): Buffer[] {
  if (type === TXT) return txt.map((text) => Buffer.concat((text.match(/.{1,255}/g) ?? []).map(withLength)));
  const labels = (host: string) => Buffer.concat([...host.split('.').map(withLength), Buffer.of(0)]);
  return type === MX ? mx.map((host) => Buffer.concat([Buffer.of(0, 10), labels(host)])) : [];
}

function withLength(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);
}

/** The name of the question, type, class IN, a minute, and the length of the data. */
function answerHead(type: number, length: number): Buffer {
  return Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, length >> 8, length & 255);
}
