import { compare, type Line, line, requestText } from '../measure.ts';
import { hasNginx, startStatic } from '../nginx.ts';
import { ARTICLE, openBenchSite } from '../site.ts';

const PAGE = `/${ARTICLE.section}/${ARTICLE.slug}`;
const HTML = 'text/html; charset=utf-8';
const STATIC = requestText('GET', '/page', { Accept: '*/*' });

/** One connection to the server, against nginx with the same page as one static file. */
export async function oneReader(): Promise<Line[]> {
  if (!hasNginx) return [];
  const site = await openBenchSite();
  const server = await site.serve();
  const page = await (await fetch(site.base + PAGE, { headers: { Accept: 'text/html' } })).text();
  const nginx = await startStatic(Buffer.from(page), HTML);
  const lines: Line[] = [];
  for (const [name, path] of [
    ['article HTML', PAGE],
    ['article JSON', `/api/public/articles${PAGE}`],
    ['home', '/'],
  ] as const) {
    const asked = { connections: 1, status: 200 };
    const ours = requestText('GET', path, { Accept: '*/*', 'Accept-Encoding': 'identity' });
    const rounds = await compare(server, nginx, { ...asked, request: ours }, { ...asked, request: STATIC });
    lines.push(line(`${name} to nginx with one file, 1 connection`, rounds, 'p50', { atMost: 1.25 }));
  }
  await nginx.end();
  await server.end();
  site.remove();
  return lines;
}
