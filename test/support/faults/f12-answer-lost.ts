import { randomUUID } from 'node:crypto';
import { createConnection, createServer, type Socket } from 'node:net';
import { prepareSite } from './fault-site.ts';
import { LONG, report, tellProgress } from './report.ts';

// F12: the connection is cut after the server answered and before the client gets the response. The client repeats the
// request with the same key. Each request makes exactly one article, and the second response equals the lost one.

const TIMES = LONG ? 500 : 50;

const site = await prepareSite({ articles: 1 });
const server = await site.start();
const lost: string[] = [];
const thief = createServer((client) => keepAnswer(client, site.port));
await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
const address = thief.address();
const between = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

const counts = { sent: 0, unheard: 0, retried: 0, same: 0, articles: 0, revisions: 0 };
const ids = new Set<string>();
for (let n = 0; n < TIMES; n++) {
  const key = randomUUID();
  counts.sent++;
  const heard = await create(between, key).catch(() => null);
  if (heard === null) counts.unheard++;
  const again = await create(site.base, key);
  if (again.status !== 201) continue;
  counts.retried++;
  const id = JSON.parse(again.body).id;
  ids.add(id);
  if (lost.at(-1)?.includes(id)) counts.same++;
  tellProgress('F12', n + 1, TIMES, 'answers');
}
thief.close();
await server.end();
await site.look(async ({ read }) => {
  const articles = await read.selectFrom('article').select('id').where('slug', 'like', 'lost-%').execute();
  const revisions = await read.selectFrom('revision').select('number').where('slug', 'like', 'lost-%').execute();
  counts.articles = articles.length;
  counts.revisions = revisions.length;
});
site.remove();

report('F12 answer lost', counts, [
  { what: 'every first answer was lost', met: counts.unheard === TIMES },
  { what: 'every retry is 201', met: counts.retried === TIMES },
  { what: 'every retry is answered with what was lost', met: counts.same === TIMES },
  { what: `exactly ${TIMES} articles`, met: counts.articles === TIMES && ids.size === TIMES },
  { what: 'each with its one revision', met: counts.revisions === TIMES },
]);

/** Forwards a request, and cuts the connection instead of returning the response. */
function keepAnswer(client: Socket, port: number): void {
  const upstream = createConnection(port, '127.0.0.1');
  let answer = '';
  client.pipe(upstream);
  upstream.on('data', (part) => {
    answer += part;
    if (!answer.includes('"gate"')) return;
    lost.push(answer);
    client.destroy();
    upstream.destroy();
  });
  for (const end of [client, upstream]) end.on('error', () => {});
}

async function create(base: string, key: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`${base}/api/admin/articles`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, Connection: 'close', ...site.headers },
    body: JSON.stringify({
      headline: 'An answer that was lost',
      dek: 'Sent twice, to be there once.',
      section: 'robotics',
      slug: `lost-${key}`,
      bodyBlocks: [{ id: 'b1', type: 'paragraph', text: key }],
    }),
  });
  return { status: response.status, body: await response.text() };
}
