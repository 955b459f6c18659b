import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sectionSlugs } from '#article/section.ts';
import { readCacheConf } from '../../test/nightly/caches/documented-config.ts';
import { bound, type Line, LONG, type Running } from '../measure.ts';
import { hasNginx, startNginx } from '../nginx.ts';
import { type BenchSite, MANY, openStocked } from '../site.ts';

// The server behind nginx as a cache, configured as docs/deployment.md says: how many requests the cache answers while readers
// ask by Zipf's law, and how long a correction takes to reach them.

/** The short run has a tenth of the articles: each is requested once before the measurement. */
const ARTICLES = LONG ? MANY : MANY / 10;
const SECONDS = LONG ? 30 : 10;
const READERS = 16;
/** The ranks of the articles that are corrected meanwhile: read many times a second, and almost never. */
const CORRECTED = [1, 10, 100, 1000, ARTICLES];
/** `X-Cache` of responses whose body came from the cache; for a revalidated one the server sent a 304. */
const FROM_CACHE = new Set(['HIT', 'REVALIDATED', 'UPDATING', 'STALE']);

type Counts = Map<string, number>;

export async function cdn(): Promise<Line[]> {
  if (!hasNginx) return [];
  const site = await openStocked(ARTICLES);
  const server = await site.serve();
  const cache = await startNginx((port, folder) => readCacheConf(server.port, port, folder));
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  const ask = (rank: number) => request(agent, cache.port, addressOf(rank));
  const ranks = Array.from({ length: ARTICLES }, (_, at) => at + 1);
  await inParallel(async () => {
    for (let rank = ranks.pop(); rank; rank = ranks.pop()) await ask(rank);
  });
  const counts: Counts = new Map();
  const draw = drawByZipf(ARTICLES);
  const end = performance.now() + SECONDS * 1000;
  const reading = inParallel(async () => {
    while (performance.now() < end) {
      const { state } = await ask(draw());
      counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  });
  const seen: number[] = [];
  for (const rank of CORRECTED) seen.push(await correct(site, rank, ask));
  await reading;
  await stop(cache, server);
  agent.destroy();
  site.remove();
  return [
    ...sharesOf(counts),
    bound('a correction seen behind the cache, the slowest of five', Math.max(...seen), 2000, 'ms'),
  ];
}

async function stop(...running: Running[]): Promise<void> {
  for (const one of running) await one.end();
}

/** The address of an article that `stockSite` made. */
function addressOf(rank: number): string {
  return `/${sectionSlugs()[(rank - 1) % sectionSlugs().length]}/stocked-1-${rank - 1}`;
}

/** Draws ranks from 1 to `count`: rank n is drawn in proportion to 1/n. */
function drawByZipf(count: number): () => number {
  const sums = new Float64Array(count);
  for (let at = 0, sum = 0; at < count; at++) sums[at] = sum += 1 / (at + 1);
  return () => {
    const wanted = Math.random() * (sums[count - 1] ?? 0);
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function inParallel(work: () => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: READERS }, work));
}

/** Publishes a correction of an article in the newsroom. Returns the milliseconds until a reader behind the cache gets it. */
async function correct(site: BenchSite, rank: number, ask: (rank: number) => Promise<Answer>): Promise<number> {
  const note = `This sentence corrects the article with the rank ${rank}.`;
  const [section = '', slug = ''] = addressOf(rank).slice(1).split('/');
  const { article_id: id } = await site.look((db) => {
    const addresses = db.read.selectFrom('address').select('article_id');
    return addresses.where('section', '=', section).where('slug', '=', slug).executeTakeFirstOrThrow();
  });
  const body = new URLSearchParams({ revision: '0', correction: 'note', correctionNote: note });
  const form = { method: 'POST', headers: site.headers, body, redirect: 'manual' } as const;
  const sent = await fetch(`${site.base}/newsroom/articles/${id}/publish`, form);
  if (sent.status !== 303) throw new Error(`the correction was answered ${sent.status}`);
  const published = performance.now();
  while (!(await ask(rank)).body.includes(note)) await wait(20);
  return performance.now() - published;
}

type Answer = { state: string; body: string };

function request(agent: Agent, port: number, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ agent, port, path, host: '127.0.0.1', headers: { Accept: 'text/html' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`));
        resolve({ state: String(answer.headers['x-cache']), body: Buffer.concat(parts).toString() });
      });
    }).on('error', reject);
  });
}

function sharesOf(counts: Counts): Line[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const share = (states: (state: string) => boolean) =>
    [...counts].reduce((sum, [state, count]) => sum + (states(state) ? count : 0), 0) / all;
  const name = `of nginx, ${ARTICLES.toLocaleString('en')} articles`;
  const line = (what: string, ratio: number, goal: Line['goal']): Line => {
    const ours = `${(ratio * 100).toFixed(3)} %`;
    return {
      name: `${what} ${name}`,
      ratio,
      range: [ratio, ratio],
      goal,
      ours,
      theirs: `${all.toLocaleString('en')} requests`,
    };
  };
  return [
    line(
      'answered from the cache',
      share((state) => FROM_CACHE.has(state)),
      { atLeast: 0.999 },
    ),
    line(
      'without a question to the server',
      share((state) => state === 'HIT' || state === 'UPDATING'),
      null,
    ),
  ];
}
