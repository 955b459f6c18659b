import { readCacheConf } from '../../test/nightly/caches/documented-config.ts';
import { createBareDatabase, lastFirst, startCluster } from '../../test/support/postgres.ts';
import { type Line, loadOn, median, memoryOfAll, requestText, untilIdle } from '../measure.ts';
import { hasNginx, startNginx } from '../nginx.ts';
import { ARTICLE, type BenchSite, openBenchSite } from '../site.ts';
import { DRAFT } from './writes.ts';

// What each deployment of docs/deployment.md serves on this machine: server, database and load share all of its cores.

/** What the columns of the table name, in its order. `cache` is an nginx in front that stores pages. */
type Deployment = {
  name: string;
  open: (t: After) => Promise<Opened>;
  cache?: true;
};
type After = ReturnType<typeof lastFirst>;
type Opened = { site: BenchSite; settings?: Record<string, string> };
/** Answers a second, and megabytes; null for what was not measured. */
type Capacity = { pages: number; searches: number | null; drafts: number | null; memory: number };

const ARTICLES = 500;
const ROUNDS = 3;
const SECONDS = 3;

const DEPLOYMENTS: readonly Deployment[] = [
  { name: 'one process, SQLite', open: openFile },
  { name: 'one process, PostgreSQL', open: openPostgres },
  ...(hasNginx ? [{ name: 'one process, SQLite, nginx in front', open: openFile, cache: true as const }] : []),
];

async function openFile(): Promise<Opened> {
  return { site: await openBenchSite(ARTICLES) };
}

async function openPostgres(t: After): Promise<Opened> {
  const cluster = await startCluster({ durable: true });
  t.after(cluster.stop);
  const { url } = await createBareDatabase(cluster.url);
  return { site: await openBenchSite(ARTICLES, url) };
}

/** One line for each value of each deployment, with its ratio to one process with a file. */
export async function deployments(): Promise<Line[]> {
  const measured: [string, Capacity][] = [];
  for (const one of DEPLOYMENTS) {
    console.error(`  ${one.name} …`);
    measured.push([one.name, await measure(one)]);
  }
  const first = measured[0]?.[1];
  return measured
    .flatMap(([name, capacity]) => [
      line(`${name}: article pages from memory`, capacity.pages, first?.pages, '/s'),
      line(`${name}: searches`, capacity.searches, first?.searches, '/s'),
      line(`${name}: drafts, 8 clients`, capacity.drafts, first?.drafts, '/s'),
      line(`${name}: memory of the service under load`, capacity.memory, first?.memory, ' MB'),
    ])
    .filter((one) => one !== null);
}

async function measure({ open, cache }: Deployment): Promise<Capacity> {
  const ends: (() => unknown)[] = [];
  const { site, settings: own } = await open(lastFirst({ after: (end) => void ends.push(end as () => unknown) }));
  const server = await site.start(own);
  const nginx = cache ? await startNginx((port, folder) => readCacheConf(site.port, port, folder)) : null;
  try {
    await untilIdle(server.pid);
    const get = (path: string) => requestText('GET', path, { Accept: 'text/html' });
    const type = { 'Content-Type': 'application/json', Authorization: `Bearer ${site.token}` };
    const rate = async (request: string, status: number, connections: number) => {
      const load = { connections, status, request, seconds: SECONDS, anyCore: true };
      const rates: number[] = [];
      for (let round = 0; round <= ROUNDS; round++)
        rates.push((await loadOn(nginx?.port ?? site.port, load)).perSecond);
      return median(rates.slice(1)); // the first round is the warm-up
    };
    const pages = await rate(get(`/${ARTICLE.section}/${ARTICLE.slug}`), 200, 32);
    const memory = memoryOfAll(server.pid);
    if (nginx) return { pages, memory, searches: null, drafts: null };
    const searches = await rate(get('/api/public/articles?q=slab&limit=20'), 200, 32);
    const drafts = await rate(requestText('POST', '/api/admin/articles', type, DRAFT), 201, 8);
    return { pages, searches, drafts, memory };
  } finally {
    await nginx?.end();
    await server.end();
    site.remove();
    for (const end of ends) await end();
  }
}

function line(name: string, value: number | null, first: number | null | undefined, unit: string): Line | null {
  if (value === null || first === null || first === undefined) return null;
  const inWords = (number: number) => `${Math.round(number).toLocaleString('en')}${unit}`;
  const ratio = value / first;
  return { name, ratio, range: [ratio, ratio], goal: null, ours: inWords(value), theirs: inWords(first) };
}
