import { createConnection, type Socket } from 'node:net';

// Generates load, in its own process and on its own core: each connection sends a request, waits for the whole response, and
// sends the next. With a rate, requests are due at fixed times, and latency counts from the time a request was due.

export type Load = {
  port: number;
  connections: number;
  /** Seconds of measurement, after `warmUp` seconds. */
  seconds: number;
  warmUp: number;
  /** The bytes of the request; each `@@` in them becomes a number of eight digits never used before. */
  request: string;
  status: number;
  /** The exact length of the body; null when any length is correct. */
  length: number | null;
  /** Requests a second; null for as many as the server answers. */
  rate: number | null;
};

/** Latencies in milliseconds; `wrong` counts answers with another status or length, and connections that ended. */
export type Loaded = { perSecond: number; p50: number; p99: number; wrong: number; firstWrong: string };

const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const times: number[] = [];
const due: number[] = [];
const idle: (() => void)[] = [];
let wrong = 0;
let firstWrong = '';
let numbered = (Date.now() * 10) % 90_000_000; // from the clock, so that numbers of consecutive loads do not overlap, even at thousands a second
let stopped = false;
let asked = 0;
const started = performance.now();
const measuredFrom = started + load.warmUp * 1000;
const measuredTo = measuredFrom + load.seconds * 1000;

const sockets = Array.from({ length: load.connections }, open);
const clock = load.rate === null ? undefined : setInterval(() => send(load.rate ?? 0), 2);
setTimeout(finish, measuredTo - started);

function open(): Socket {
  const socket = createConnection({ port: load.port, host: '127.0.0.1', noDelay: true });
  const parts: Buffer[] = [];
  let size = 0;
  let whole = 0;
  let sent = 0;
  let isLast = false;
  const next = () => {
    if (stopped) return;
    if (load.rate !== null && due.length === 0) return void idle.push(next);
    sent = load.rate === null ? performance.now() : (due.shift() ?? 0);
    socket.write(load.request.includes('@@') ? fresh() : load.request);
  };
  socket.on('connect', next);
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (whole === 0) [whole, isLast] = headOf(parts.length === 1 ? part : Buffer.concat(parts));
    if (whole === 0 || size < whole) return;
    const now = performance.now();
    if (now >= measuredFrom && now <= measuredTo) times.push(now - sent);
    parts.length = 0;
    size = 0;
    whole = 0;
    if (!isLast) return next();
    socket.removeAllListeners('close').destroy();
    if (!stopped) sockets.push(open());
  });
  socket.on('error', (error) => note(error.message));
  socket.on('close', () => {
    if (stopped) return;
    note('the connection ended');
    setTimeout(() => !stopped && sockets.push(open()), 50);
  });
  return socket;
}

function fresh(): string {
  return load.request.replaceAll('@@', String(++numbered).padStart(8, '0'));
}

function send(rate: number): void {
  const now = performance.now();
  const wanted = Math.floor(((now - started) / 1000) * rate);
  for (; asked < wanted; asked++) due.push(started + (asked / rate) * 1000);
  while (due.length > 0 && idle.length > 0) idle.shift()?.();
}

/** The length of the whole response in bytes, 0 while its headers are incomplete; and whether the server closes the connection. */
function headOf(answer: Buffer): [whole: number, isLast: boolean] {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return [0, false];
  const head = answer.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const status = Number(head.slice(9, 12));
  if (status !== load.status || (load.length !== null && length !== load.length)) note(head.slice(0, 200));
  if (/\r\ntransfer-encoding: chunked/i.test(head)) note('chunked answers are not measured');
  return [end + 4 + length, /\r\nconnection: close/i.test(head)];
}

function note(what: string): void {
  wrong++;
  firstWrong ||= what;
}

function finish(): void {
  stopped = true;
  clearInterval(clock);
  for (const socket of sockets) socket.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const loaded: Loaded = { perSecond: times.length / load.seconds, p50: at(0.5), p99: at(0.99), wrong, firstWrong };
  console.log(JSON.stringify(loaded));
}
