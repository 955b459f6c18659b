import { compare, type Line, line, requestText, untilIdle } from '../measure.ts';
import { ARTICLE, openMany, openStocked } from '../site.ts';

/** 100,000 articles against 100: one page, the index, a search and the list of changes. */
export async function flat(): Promise<Line[]> {
  const few = await openStocked(100);
  const many = await openMany();
  const servers = [await few.serve(), await many.serve()] as const;
  for (const { pid } of servers) await untilIdle(pid);
  const since = new Date(Date.now() - 24 * 3600 * 1000).toISOString();
  const lines: Line[] = [];
  for (const [name, path, most, figure] of [
    ['an article', `/${ARTICLE.section}/${ARTICLE.slug}`, 1.2, 'p99'],
    ['the index', '/api/public/articles?limit=100', 2, 'p50'],
    ['a search', '/api/public/articles?q=concrete&limit=20', 2, 'p50'],
    ['changed since yesterday', `/api/public/articles?updatedSince=${since}`, 2, 'p50'],
  ] as const) {
    const request = requestText('GET', path, { Accept: '*/*' });
    const rounds = await compare(servers[1], servers[0], { connections: 8, status: 200, request });
    lines.push(line(`${name}, 100,000 articles to 100`, rounds, figure, { atMost: most }));
  }
  for (const server of servers) await server.end();
  few.remove();
  return lines;
}
