import { stockHouse } from '../../scripts/stock.ts';
import { startSession } from '../../src/accounts/sessions.ts';
import { lookAtUnseenGates } from '../../src/article/gate/gate-count.ts';
import { cookieName } from '../../src/http/kit/access.ts';
import { openPress } from '../../src/runtime/create-deps.ts';
import { openBenchHouse } from '../house.ts';
import { bound, type Line, loadOn, requestText } from '../measure.ts';

const MANY = 5000;

/** The newsroom's board over 5,000 articles, as one editor asks for it. */
export async function board(): Promise<Line[]> {
  const house = await openBenchHouse();
  const secret = await house.look(async (db) => {
    const press = await openPress(db);
    await stockHouse(press, { count: MANY });
    await lookAtUnseenGates(press);
    const { id, name } = await db.read.selectFrom('editor').selectAll().executeTakeFirstOrThrow();
    const editor = { kind: 'editor', id, name, role: 'chief' } as const;
    return startSession(press, editor, { address: '127.0.0.1', browser: 'bench' });
  });
  const server = await house.serve();
  const lines: Line[] = [];
  for (const [name, path] of [
    ['the board', '/newsroom'],
    ['the board with words', '/newsroom?q=crew'],
  ] as const) {
    const request = requestText('GET', path, { Accept: 'text/html', Cookie: `${cookieName(house.base)}=${secret}` });
    const { p50 } = await loadOn(server.port, { connections: 1, status: 200, request, seconds: 3 });
    lines.push(bound(`${name}, 5,000 articles, p50`, p50, 50, 'ms'));
  }
  await server.end();
  house.remove();
  return lines;
}
