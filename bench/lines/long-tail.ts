import { Agent, get } from 'node:http';
import { bound, cpuOf, type Line, LONG, memoryOf, untilIdle } from '../measure.ts';
import { searchKinds } from '../search-kinds.ts';
import { type BenchSite, MANY, openMany, openStocked } from '../site.ts';

// What no cache answers: searches, and articles that nobody read of late. The value is the processor time of the server for each request.

const ROUNDS = LONG ? 2000 : 400;
const WARM_UP = 40;
/** Reads after which the memory is measured. */
const MIXED = 50_000;

/** Milliseconds of processor time that each request may take, and the most memory in MB. */
const GOALS = {
  few: { page: 2, api: 1, article: 1.2, memory: 130 },
  many: { page: 6, api: 4, article: 1.6, memory: 350 },
};

export async function longTail(): Promise<Line[]> {
  const few = await openStocked(1000);
  const lines = [...(await measure(few, 1000, GOALS.few)), ...(await measure(await openMany(), MANY, GOALS.many))];
  few.remove();
  return lines;
}

async function measure(site: BenchSite, count: number, goals: (typeof GOALS)['few']): Promise<Line[]> {
  const server = await site.serve();
  await untilIdle(server.pid);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const read = (path: string, accept = '*/*') => ask(agent, server.port, path, accept);
  const search = searches();
  const article = await articles(site, count);
  const lines: Line[] = [];
  for (const [name, path, most, accept] of [
    ['a search page', () => `/search?q=${search()}`, goals.page, 'text/html'],
    ['a search by API', () => `/api/public/articles?limit=30&q=${search()}`, goals.api],
    ['an article page that is not in the cache', () => `/${article()}`, goals.article, 'text/html'],
    ['its Markdown', () => `/${article()}.md`, goals.article],
    ['its JSON', () => `/api/public/articles/${article()}`, goals.article],
  ] as const) {
    for (let round = 0; round < WARM_UP; round++) await read(path(), accept);
    const before = cpuOf(server.pid);
    for (let round = 0; round < ROUNDS; round++) await read(path(), accept);
    const each = (cpuOf(server.pid) - before) / 1000 / ROUNDS;
    lines.push(bound(`${name}, ${count} articles, processor time`, each, most, 'ms'));
  }
  for (let n = 0; n < MIXED; n++) await read(n % 100 === 0 ? `/search?q=${search()}` : `/${article()}`, 'text/html');
  lines.push(bound(`memory after ${MIXED} mixed reads, ${count} articles`, memoryOf(server.pid), goals.memory, 'MB'));
  agent.destroy();
  await server.end();
  return lines;
}

/** Searches of each kind in turn. */
function searches(): () => string {
  const kinds = Object.values(searchKinds(11));
  let turn = 0;
  return () => encodeURIComponent(kinds[turn++ % kinds.length]?.() ?? '');
}

/** Addresses of stocked articles, far apart from each other. */
async function articles(site: BenchSite, count: number): Promise<() => string> {
  const page = await (await fetch(`${site.base}/api/public/articles?limit=100`)).json();
  const stocked = (page as { articles: { section: string; slug: string }[] }).articles.filter(({ slug }) =>
    slug.startsWith('stocked-'),
  );
  const number = (slug: string) => Number(slug.split('-')[2]);
  const sections = new Set(stocked.map(({ section }) => section)).size;
  const sectionOf = new Map(stocked.map(({ section, slug }) => [number(slug) % sections, section]));
  let at = 0;
  return () => {
    at = (at + 7919) % count;
    return `${sectionOf.get(at % sections)}/stocked-1-${at}`;
  };
}

function ask(agent: Agent, port: number, path: string, accept: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { Accept: accept } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    }).once('error', reject);
  });
}
