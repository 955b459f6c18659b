import { countMissingGates } from '#editorial/gate/gate-count.ts';
import { cookieName } from '#http/access.ts';
import { startSession } from '#people/sessions.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { stockSite } from '../../scripts/stock.ts';
import { bound, type Line, loadOn, requestText } from '../measure.ts';
import { openBenchSite } from '../site.ts';

const MANY = 5000;

/** The newsroom's board with 5,000 articles, requested by one editor. */
export async function board(): Promise<Line[]> {
  const site = await openBenchSite();
  const secret = await site.look(async (db) => {
    const deps = await createDeps(db);
    await stockSite(deps, { count: MANY });
    await countMissingGates(deps);
    const { id, name } = await db.read.selectFrom('editor').selectAll().executeTakeFirstOrThrow();
    const editor = { kind: 'editor', id, name, role: 'chief' } as const;
    return startSession(deps, editor, { address: '127.0.0.1', browser: 'bench' });
  });
  const server = await site.serve();
  const lines: Line[] = [];
  for (const [name, path] of [
    ['the board', '/newsroom/articles'],
    ['the board with words', '/newsroom/articles?q=crew'],
  ] as const) {
    const request = requestText('GET', path, { Accept: 'text/html', Cookie: `${cookieName(site.base)}=${secret}` });
    const { p50 } = await loadOn(server.port, { connections: 1, status: 200, request, seconds: 3 });
    lines.push(bound(`${name}, 5,000 articles, p50`, p50, 50, 'ms'));
  }
  await server.end();
  site.remove();
  return lines;
}
