import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { familyOf } from '../test/support/faults/child-processes.ts';
import { until } from '../test/support/faults/server.ts';
import { freePort } from '../test/support/free-port.ts';
import type { Load, Loaded } from './load.ts';

// Runs server and load on separate cores, in rounds that alternate between the two servers that are compared.

const hasTaskset = spawnSync('taskset', ['-V']).status === 0;
export const LONG = process.argv.includes('--long');
const ROUNDS = LONG ? 9 : 5;
const SECONDS = LONG ? 4 : 1;
const WARM_UP = LONG ? 1 : 0.4;

/** A command that runs node on the core of the servers; the load runs on the other core. */
export const ON_SERVER_CORE = hasTaskset ? ['taskset', '-c', '0', process.execPath] : [process.execPath];
const ON_LOAD_CORE = hasTaskset ? ['taskset', '-c', '1', process.execPath] : [process.execPath];

export type Running = { port: number; pid: number; end: () => Promise<void> };

/** Starts an opponent of `bench/opponents` on a free port. */
export async function startOpponent(name: string, ...args: string[]): Promise<Running> {
  const port = await freePort();
  const [program = '', ...before] = ON_SERVER_CORE;
  const file = join(import.meta.dirname, 'opponents', `${name}.ts`);
  const child = spawn(program, [...before, file, ...args], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(() => takesConnections(port), 10_000);
  return { port, pid: child.pid ?? 0, end: () => end(child) };
}

/** Kills a process and waits until it has ended. */
export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

export function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** The text of a request with these headers; with a body, adds Content-Length. */
export function requestText(method: string, path: string, headers: Record<string, string>, body = ''): string {
  // The load replaces each @@ with a number of eight digits.
  const length = Buffer.byteLength(body.replaceAll('@@', '00000000'));
  const all = { Host: '127.0.0.1', ...headers, ...(body && { 'Content-Length': String(length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** `anyCore`: the load is not bound to its own core. `script`: the file of a script for wrk that makes the requests. */
export type Asked = Pick<Load, 'connections' | 'request' | 'status'> &
  Partial<Load> & { anyCore?: boolean; script?: string };

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
const LOAD_CORE = hasTaskset ? ['taskset', '-c', '1'] : [];

/** The load generator for reads: wrk if it is installed. */
export const LOADED_BY = hasWrk ? 'wrk' : 'bench/load.ts';

/** Loads one server with wrk, which counts error statuses; the total of bytes read shows whether lengths are correct. */
async function loadWithWrk(port: number, asked: Asked, seconds: number): Promise<Loaded> {
  const [first = '', ...headers] = asked.request.trim().split('\r\n');
  const given = headers.filter((one) => !one.startsWith('Host')).flatMap((one) => ['-H', one]);
  const target = `http://127.0.0.1:${port}${first.split(' ')[1]}`;
  const wrk = [
    ...(asked.anyCore ? [] : LOAD_CORE),
    'wrk',
    '-t1',
    `-c${asked.connections}`,
    `-d${seconds}s`,
    '--latency',
    ...(asked.script ? ['-s', asked.script] : given),
    target,
  ];
  const child = spawn(wrk[0] ?? '', wrk.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const at = (share: string) => milliseconds(new RegExp(`^ +${share}% +(\\S+)$`, 'm').exec(out)?.[1] ?? '');
  const wrong = /Non-2xx.*|Socket errors: .*/.exec(out)?.[0] ?? '';
  const perSecond = Number(/^Requests\/sec: +(\S+)/m.exec(out)?.[1]);
  return { perSecond, p50: at('50'), p99: at('99'), wrong: wrong ? 1 : 0, firstWrong: wrong };
}

function milliseconds(told: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(told) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

/** Loads one server for some seconds. @throws Error when a response was not the expected one */
export async function loadOn(port: number, asked: Asked): Promise<Loaded & { answered: number }> {
  const request = asked.request.replace('Host: 127.0.0.1\r', `Host: 127.0.0.1:${port}\r`);
  const load: Load = { port, seconds: SECONDS, warmUp: WARM_UP, length: null, rate: null, ...asked, request };
  if (hasWrk && load.rate === null && load.request.startsWith('GET ')) {
    const seconds = Math.ceil(load.seconds);
    const loaded = await loadWithWrk(port, asked, seconds);
    if (loaded.wrong > 0) throw new Error(`answers were not right: ${loaded.firstWrong}`);
    return { ...loaded, answered: loaded.perSecond * seconds };
  }
  const [program = '', ...before] = asked.anyCore ? [process.execPath] : ON_LOAD_CORE;
  const child = spawn(program, [...before, join(import.meta.dirname, 'load.ts'), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const loaded = JSON.parse(out) as Loaded;
  if (loaded.wrong > 0) throw new Error(`${loaded.wrong} answers were not right, such as: ${loaded.firstWrong}`);
  return { ...loaded, answered: loaded.perSecond * (load.seconds + load.warmUp) };
}

/** A server on its core. */
export type Pinned = { port: number; pid: number };
/** One round: the results of the load, and the server's processor time for each request, in microseconds. */
export type Round = Loaded & { cpu: number };
export type Rounds = { ours: Round[]; theirs: Round[] };

/** Alternating rounds of our server and one opponent. */
export async function compare(ours: Pinned, theirs: Pinned, asked: Asked, theirAsked: Asked = asked): Promise<Rounds> {
  const { other } = await compareAll(ours, asked, { other: { server: theirs, asked: theirAsked } });
  return other ?? { ours: [], theirs: [] };
}

/** Alternating rounds of our server and several opponents, by their names. */
export async function compareAll(
  ours: Pinned,
  asked: Asked,
  theirs: Record<string, { server: Pinned; asked: Asked }>,
): Promise<Record<string, Rounds>> {
  const all = Object.entries(theirs);
  const rounds: Record<string, Rounds> = Object.fromEntries(all.map(([name]) => [name, { ours: [], theirs: [] }]));
  for (const [, other] of all) await oneRound(other.server, other.asked); // warm-up, not counted
  await oneRound(ours, asked);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, other] of all) rounds[name]?.theirs.push(await oneRound(other.server, other.asked));
    const own = await oneRound(ours, asked);
    for (const [name] of all) rounds[name]?.ours.push(own);
  }
  return rounds;
}

async function oneRound(server: Pinned, asked: Asked): Promise<Round> {
  const before = cpuOf(server.pid);
  const loaded = await loadOn(server.port, asked);
  return { ...loaded, cpu: (cpuOf(server.pid) - before) / loaded.answered };
}

/** The processor time that a process has used, in microseconds (proc(5), `stat`; 100 ticks a second). */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Waits until a process and those that it started are idle: what a server does once after its first start is not measured. */
export async function untilIdle(pid: number): Promise<void> {
  const cpuOfAll = () => familyOf(pid).reduce((sum, one) => sum + cpuOf(one), 0);
  for (let waited = 0, before = cpuOfAll(); waited < LONGEST_SETTLING; waited += SETTLED_FOR) {
    await wait(SETTLED_FOR);
    const used = cpuOfAll() - before;
    if (used < SETTLED_FOR * 1000 * IDLE_SHARE) return;
    before += used;
  }
  throw new Error('the server does not become idle');
}

/** Milliseconds in which an idle process uses at most this share of a core, and the longest wait for it. */
const SETTLED_FOR = 3000;
const IDLE_SHARE = 0.05;
const LONGEST_SETTLING = 600_000;

/** The proportional set size of a process, in MB (proc(5), `smaps_rollup`). */
export function memoryOf(pid: number): number {
  return Number(/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
}

/** The same for a process and all processes that it started, in MB. */
export function memoryOfAll(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + memoryOf(one), 0);
}

export type Goal = { atLeast: number } | { atMost: number } | null;
/** One line of the table. `ratio`: our value divided by the opponent's, as the median of paired rounds, with its range. */
export type Line = { name: string; ratio: number; range: [number, number]; goal: Goal; ours: string; theirs: string };

/** A line that compares one measured value of paired rounds. */
export function line(
  name: string,
  { ours, theirs }: Rounds,
  figure: 'perSecond' | 'p50' | 'p99' | 'cpu',
  goal: Goal,
): Line {
  const ratios = ours.map((one, at) => one[figure] / (theirs[at]?.[figure] ?? 0)).sort((one, other) => one - other);
  const middle = (rounds: Round[]) => median(rounds.map((round) => round[figure]));
  return {
    name: `${name}, ${WORDS[figure]}`,
    ratio: median(ratios),
    range: [ratios[0] ?? 0, ratios.at(-1) ?? 0],
    goal,
    ours: inWords(figure, middle(ours)),
    theirs: inWords(figure, middle(theirs)),
  };
}

const WORDS = { perSecond: 'rate', p50: 'p50', p99: 'p99', cpu: 'CPU per request' };

function inWords(figure: keyof typeof WORDS, value: number): string {
  if (figure === 'perSecond') return `${Math.round(value).toLocaleString('en')}/s`;
  return figure === 'cpu' ? `${value.toFixed(1)} µs` : `${value.toFixed(value < 1 ? 3 : 2)} ms`;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A line that compares one value with a fixed limit, without an opponent. */
export function bound(name: string, value: number, most: number, unit: string): Line {
  const ratio = value / most;
  return {
    name,
    ratio,
    range: [ratio, ratio],
    goal: { atMost: 1 },
    ours: `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`,
    theirs: `${most} ${unit} at most`,
  };
}

export function holds({ ratio, goal }: Line): boolean {
  if (goal === null) return true;
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
