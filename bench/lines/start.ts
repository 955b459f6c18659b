import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { bound, cpuOf, type Line, LONG, loadOn, median, memoryOf, ON_SERVER_CORE, requestText } from '../measure.ts';
import { ARTICLE, type BenchSite, openMany, openStocked } from '../site.ts';

// The time from the start of the process to the first 200, and its memory then and under load. npm is
// not counted.

const BARE = [join(import.meta.dirname, '..', 'opponents', 'bare.mjs')];
const SERVER = [join(import.meta.dirname, '..', '..', 'src/main.ts')];
const PAGE = `/${ARTICLE.section}/${ARTICLE.slug}`;
const ROUNDS = LONG ? 15 : 7;
/** Milliseconds between two requests for the first 200. */
const ASK_EVERY = 2;

/** Milliseconds, microseconds of processor time, and megabytes. */
type Started = { ms: number; cpu: number; memory: number; later: number };

export async function start(): Promise<Line[]> {
  const few = await openStocked(1000);
  const ours: Started[] = [];
  const bare: Started[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, other] = [await startOnce(BARE, {}), await startOnce(SERVER, settingsOf(few))];
    if (round === 0) continue; // fills the compile cache and the file cache
    bare.push(one);
    ours.push(other);
  }
  const lines = [
    ratio('first 200 with 1,000 articles, to a bare node:http', 'ms', ours, bare, 1.6),
    ratio('processor time until then, to a bare node:http', 'cpu', ours, bare, null),
    bound('memory at the start with 1,000 articles', median(ours.map(({ memory }) => memory)), 110, 'MB'),
    bound('memory under load with 1,000 articles', (await startOnce(SERVER, settingsOf(few), true)).later, 250, 'MB'),
  ];
  few.remove();
  const started = await startOnce(SERVER, settingsOf(await openMany()), true);
  return [
    ...lines,
    bound('first 200 with 100,000 articles', started.ms, 2000, 'ms'),
    bound('memory at the start with 100,000 articles', started.memory, 500, 'MB'),
    bound('memory under load with 100,000 articles', started.later, 500, 'MB'),
  ];
}

function settingsOf({ folder }: BenchSite): Record<string, string> {
  return { DATA_DIR: folder, RATE_LIMITS: 'off' };
}

async function startOnce(args: string[], settings: Record<string, string>, isLoaded = false): Promise<Started> {
  const port = await freePort();
  const [program = '', ...before] = ON_SERVER_CORE;
  const began = performance.now();
  const child = spawn(program, [...before, ...args], {
    env: { PATH: process.env.PATH, PORT: String(port), ...settings },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - began > 20_000) throw new Error('the server did not start');
    await wait(ASK_EVERY);
  }
  const pid = child.pid ?? 0;
  const started = { ms: performance.now() - began, cpu: cpuOf(pid), memory: memoryOf(pid), later: 0 };
  if (isLoaded) {
    const request = requestText('GET', '/', { Accept: 'text/html' });
    await loadOn(port, { connections: 32, status: 200, request, seconds: 3 });
    started.later = memoryOf(pid);
  }
  child.kill();
  await ended;
  return started;
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${PAGE}`, { headers: { connection: 'close' } }).then(
    (response) => response.ok,
    () => false,
  );
}

function ratio(name: string, unit: 'ms' | 'cpu', ours: Started[], theirs: Started[], most: number | null): Line {
  const ratios = ours.map((one, at) => one[unit] / (theirs[at]?.[unit] ?? 0)).sort((one, other) => one - other);
  const inMs = (all: Started[]) => Math.round(median(all.map((one) => one[unit])) / (unit === 'cpu' ? 1000 : 1));
  return {
    name,
    ratio: median(ratios),
    range: [ratios[0] ?? 0, ratios.at(-1) ?? 0],
    goal: most === null ? null : { atMost: most },
    ours: `${inMs(ours)} ms`,
    theirs: `${inMs(theirs)} ms`,
  };
}
