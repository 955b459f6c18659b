import { keepAsking } from './clients.ts';
import { prepareSite } from './fault-site.ts';
import { LONG, report, tellProgress } from './report.ts';
import { until } from './server.ts';

// F8: a process is stopped while 50 clients keep their connections. It cuts off no client that it has answered before; the system
// refuses or resets new connections while it closes, before a request is read.

const TIMES = LONG ? 100 : 2;
/** Milliseconds a stop may take. */
const LONGEST = 10_000;

const site = await prepareSite();
const paths = [...site.paths, '/', '/rss.xml', '/healthz', '/api/public/articles?limit=2'];

/** Milliseconds of the slowest stop. */
let slowest = 0;
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
  tellProgress('F8', time + 1, TIMES, 'stops');
}
site.remove();

const counts = { times: TIMES, asked, cutOff, turnedAway };
report('F8 stopped under load', { ...counts, slowest: Math.round(slowest) }, [
  { what: 'a server that stops closes no open request', met: cutOff === 0 },
  { what: 'every stop ends with 0', met: endedWrong === 0 },
  { what: 'every stop takes at most 10 s', met: slowest <= LONGEST },
]);
