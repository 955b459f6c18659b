import { type Line, line, loadOn, type Round, type Rounds, requestText } from '../measure.ts';
import { ARTICLE, openBenchSite } from '../site.ts';

/** A search is rendered each time. With a cached article the load generator itself needs most of a core. */
const REQUESTS = [
  ['a search', '/api/public/articles?q=slab&limit=20', { atLeast: 1.6 }],
  ['article HTML', `/${ARTICLE.section}/${ARTICLE.slug}`, null],
] as const;
const ROUNDS = 5;

/** Two workers against one process, on all cores, with the load from the same machine. */
export async function workers(): Promise<Line[]> {
  const site = await openBenchSite(50);
  const rounds = REQUESTS.map((): Rounds => ({ ours: [], theirs: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const count of [1, 2]) {
      const server = await site.start({ WORKERS: String(count) });
      await loadRound(site.port, REQUESTS[0][1], 3); // until both workers serve and are warm; not counted
      for (const [at, [, path]] of REQUESTS.entries()) {
        rounds[at]?.[count === 1 ? 'theirs' : 'ours'].push(await loadRound(site.port, path, 2));
      }
      await server.end();
    }
  }
  site.remove();
  return REQUESTS.map(([name, , goal], at) =>
    line(`${name}, two workers to one`, rounds[at] ?? { ours: [], theirs: [] }, 'perSecond', goal),
  );
}

async function loadRound(port: number, path: string, seconds: number): Promise<Round> {
  const request = requestText('GET', path, { Accept: '*/*' });
  return { ...(await loadOn(port, { connections: 32, status: 200, request, seconds, anyCore: true })), cpu: 0 };
}
