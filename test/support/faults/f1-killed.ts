import { spawnSync } from 'node:child_process';
import '#app.ts';
import { inspectData } from '#backup/inspect.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { type Claimed, claim, lostClaims } from './claims.ts';
import { type FaultSite, prepareSite } from './fault-site.ts';
import { isAcknowledged, openLedger, settle } from './ledger.ts';
import { LONG, report, tellProgress } from './report.ts';
import { type Server, until } from './server.ts';

// F1: the server is killed with SIGKILL while eight writers create, revise, publish and approve agents. Each time it is
// ready again, everything acknowledged is complete, nothing is half written, and the whole file passes the check.

/** About one kill per second; `KILLS` sets another number. */
const KILLS = Number(process.env.KILLS ?? (LONG ? 1000 : 15));
/** A new site is started after this many kills, before reading all of it takes long. */
const KILLS_PER_HOUSE = 50;
const SETTINGS = { CLAIM_INTERVAL_SECONDS: '0.05', CLAIM_EXPIRES_SECONDS: '5' };

const counts = {
  kills: 0,
  entries: 0,
  acknowledged: 0,
  unanswered: 0,
  claims: 0,
  tokens: 0,
  lost: 0,
  half: 0,
  wrong: 0,
};
/** Milliseconds of each start, and of a start of Node alone right before it. */
const starts: { ready: number; bare: number }[] = [];
const said: string[] = [];

while (counts.kills < KILLS) {
  const site = await prepareSite({ articles: 2 });
  let server = await start(site);
  for (let kill = 0; kill < KILLS_PER_HOUSE && counts.kills < KILLS; kill++) {
    const ledger = openLedger(site.base, site.headers);
    const agents: Claimed[] = [];
    const writing = writeUntilKilled(site, ledger, agents);
    await until(() => ledger.entries.some(isAcknowledged), 30_000);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    await server.end('SIGKILL');
    writing.stop();
    await writing.ended;
    counts.kills++;
    tellProgress(
      'F1',
      counts.kills,
      KILLS,
      `kills, ${counts.acknowledged} acknowledged, ${counts.lost + counts.half} lost or half`,
    );
    server = await start(site);
    await look(site, ledger.entries, agents);
  }
  await server.end();
  site.remove();
}

const times = starts.map(({ ready }) => ready).sort((one, other) => one - other);
const slowest = Math.round(times.at(-1) ?? 0);
const median = Math.round(times[Math.floor(times.length / 2)] ?? 0);
// On a busy machine everything starts later, by the same factor as Node alone.
const quick = Math.min(...starts.map(({ bare }) => bare));
const slowestAlone = Math.round(Math.max(...starts.map(({ ready, bare }) => (ready * quick) / bare)));
const ready = { readyMedian: median, readySlowest: slowest, readySlowestAlone: slowestAlone };
report('F1 killed', { ...counts, ...ready, ...(said.length > 0 && { said }) }, [
  { what: 'something was written', met: counts.acknowledged >= counts.kills },
  { what: 'nothing acknowledged is lost', met: counts.lost === 0 },
  { what: 'nothing is half written', met: counts.half === 0 },
  { what: 'the check finds nothing wrong', met: counts.wrong === 0 },
  { what: 'ready again within 2 s', met: slowestAlone <= 2000 },
]);

/** Starts the server and records the time until it is ready. */
async function start(site: FaultSite): Promise<Server> {
  const bare = startNodeAlone();
  const started = performance.now();
  const server = await site.start(SETTINGS);
  await until(async () => (await fetch(`${site.base}/readyz`)).status === 200, 30_000);
  starts.push({ ready: performance.now() - started, bare });
  return server;
}

function startNodeAlone(): number {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - started;
}

function writeUntilKilled(site: FaultSite, ledger: ReturnType<typeof openLedger>, agents: Claimed[]) {
  let stopped = false;
  const write = async () => {
    while (!stopped) {
      const created = await ledger.create();
      if (!isAcknowledged(created)) continue;
      const revised = await ledger.revise(created);
      if (isAcknowledged(revised)) await ledger.publish(revised);
    }
  };
  const grantToken = async () => {
    while (!stopped) await claim(site.base, site.headers, agents);
  };
  const ended = Promise.all([...Array.from({ length: 7 }, write), grantToken()]);
  return {
    ended,
    stop: () => {
      stopped = true;
    },
  };
}

async function look(
  site: FaultSite,
  entries: ReturnType<typeof openLedger>['entries'],
  agents: Claimed[],
): Promise<void> {
  const snapshot = await openSnapshot(site.databaseUrl);
  const settled = await settle(snapshot.tx, entries);
  const lost = [...settled.lost, ...(await lostClaims(snapshot.tx, agents))];
  const { wrong } = await inspectData(snapshot, () => {});
  await snapshot.close();
  counts.entries += settled.entries;
  counts.acknowledged += settled.acknowledged;
  counts.unanswered += settled.unanswered;
  counts.claims += agents.filter((one) => one.claimToken !== null).length;
  counts.tokens += agents.filter((one) => one.accessToken !== null).length;
  counts.lost += lost.length;
  counts.half += settled.half.length;
  counts.wrong += wrong.length;
  said.push(...lost, ...settled.half, ...wrong);
}
