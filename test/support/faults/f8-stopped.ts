import { keepAsking } from './clients.ts';
import { prepareSite } from './fault-site.ts';
import { LONG, report, tellProgress } from './report.ts';
import { type Server, until } from './server.ts';

// F8: processes are stopped while 50 clients keep their connections. With two workers, when one is stopped or both are
// replaced one by one, no request fails. A single process cuts off no client that it has answered before; the system refuses
// or resets new connections while it closes, before a request is read.

/** The first time stops one worker, the second replaces both, and so on in turn: the short form does each once. */
const TIMES = LONG ? 100 : 2;
/** Milliseconds a stop may take. */
const LONGEST = 10_000;

const site = await prepareSite();
const paths = [...site.paths, '/', '/rss.xml', '/healthz', '/api/public/articles?limit=2'];

const two = await site.start({ WORKERS: '2', LOG_LEVEL: 'info' });
await until(() => serving(two).length === 2, 3 * LONGEST);
const clients = keepAsking(two.base, paths);
/** Milliseconds of one stop, and of the replacement of both workers. */
let slowest = 0;
let slowestRestart = 0;
for (let time = 0; time < TIMES; time++) {
  const before = clients.asked;
  await until(() => clients.asked > before + 100, 6 * LONGEST);
  const known = serving(two);
  const [first = 0] = known.slice(-2);
  if (time % 2 === 0) process.kill(first, 'SIGTERM');
  else process.kill(two.pid, 'SIGUSR2');
  if (time % 2 === 0) slowest = Math.max(slowest, await until(() => !isThere(first), 2 * LONGEST));
  const replaced = time % 2 === 0 ? 1 : 2;
  const took = await until(
    () => serving(two).length === known.length + replaced && ended(two) === known.length + replaced - 2,
    6 * LONGEST,
  );
  if (replaced === 2) slowestRestart = Math.max(slowestRestart, took);
  tellProgress('F8', time + 1, 2 * TIMES, 'stops');
}
await clients.stop();
await two.end();

let asked = 0;
let cutOff = 0;
let turnedAway = 0;
let endedWrong = 0;
for (let time = 0; time < TIMES; time++) {
  const one = await site.start({ LOG_LEVEL: 'warn' });
  const some = keepAsking(one.base, paths);
  await until(() => some.asked > 200, 6 * LONGEST);
  one.child.kill('SIGTERM');
  slowest = Math.max(slowest, await until(() => one.child.exitCode !== null, 2 * LONGEST));
  await some.stop();
  asked += some.asked;
  for (const [wrong, count] of Object.entries(some.failed)) {
    if (wrong === 'ECONNRESET, new connection') turnedAway += count;
    else cutOff += count;
  }
  if (one.child.exitCode !== 0) endedWrong++;
  tellProgress('F8', TIMES + time + 1, 2 * TIMES, 'stops');
}
site.remove();

const counts = { times: TIMES, asked: clients.asked, failed: clients.failed, alone: asked, cutOff, turnedAway };
report(
  'F8 stopped under load',
  { ...counts, slowest: Math.round(slowest), slowestRestart: Math.round(slowestRestart) },
  [
    {
      what: 'no request fails while two workers are stopped and replaced',
      met: Object.keys(clients.failed).length === 0,
    },
    { what: 'a server that stops closes no open request', met: cutOff === 0 },
    { what: 'every stop ends with 0', met: endedWrong === 0 },
    { what: 'every stop takes at most 10 s', met: slowest <= LONGEST },
  ],
);

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The processes that began to serve, in order. */
function serving(server: Server): number[] {
  return lines(server, 'a worker serves').map(({ process }) => process);
}

function ended(server: Server): number {
  return lines(server, 'a worker was stopped').length + lines(server, 'a worker was replaced').length;
}

function lines(server: Server, message: string): { process: number }[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.endsWith(`"msg":"${message}"}`))
    .map((line) => JSON.parse(line));
}
