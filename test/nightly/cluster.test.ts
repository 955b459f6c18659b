import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { type FaultSite, prepareSite } from '../support/faults/fault-site.ts';
import { openLedger, settle } from '../support/faults/ledger.ts';
import { type Server, startServer, until } from '../support/faults/server.ts';
import { freePort } from '../support/free-port.ts';
import { lastFirst, startCluster } from '../support/postgres.ts';
import { draft } from '../support/site.ts';

// Two worker processes that serve one site, and their leader.

type Open = FaultSite & { server: Server };

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<Open> {
  const site = await prepareSite();
  const server = await site.start({ WORKERS: '2', ...settings });
  t.after(async () => {
    if (isRunning(server)) await server.end('SIGKILL');
    site.remove();
  });
  await until(() => serving(server).length === 2, 10_000);
  return { ...site, server };
}

function isRunning({ child }: Server): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** The log lines that contain this message. */
function lines(server: Server, words: string): { process: number; request?: string }[] {
  const written = server.output().split('\n');
  return written.filter((line) => line.includes(`"msg":"${words}"`)).map((line) => JSON.parse(line));
}

/** The processes that began to serve, in order. */
function serving(server: Server): number[] {
  return lines(server, 'a worker serves').map(({ process }) => process);
}

type Answer = { status: number; body: string; id: string };
type Ask = (method: string, path: string, body?: string) => Promise<Answer>;

/** The process that answered, from its log line. */
async function servedBy(server: Server, { id }: Answer): Promise<number> {
  const find = () => lines(server, 'answered').find((one) => one.request === id);
  await until(() => find() !== undefined, 10_000);
  return find()?.process ?? 0;
}

/** Sends requests on persistent connections, one to each process. */
async function askEach({ server, base, headers }: Open, t: TestContext): Promise<[Ask, Ask]> {
  const asks = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })].map(
    (agent): Ask => {
      t.after(() => agent.destroy());
      return (method, path, body) => ask(agent, method, base + path, headers, body);
    },
  );
  const [one, other] = asks as [Ask, Ask];
  const first = await servedBy(server, await one('GET', '/healthz'));
  const second = await servedBy(server, await other('GET', '/healthz'));
  assert.deepEqual(new Set([first, second]), new Set(serving(server)));
  return [one, other];
}

function ask(agent: Agent, method: string, url: string, headers: Record<string, string>, body?: string) {
  return new Promise<Answer>((resolve, reject) => {
    const type = body ? { 'Content-Type': 'application/json' } : {};
    const asked = request(url, { agent, method, headers: { ...headers, ...type } }, (answer) => {
      let told = '';
      answer.on('data', (part) => (told += part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: told, id: String(answer.headers['x-request-id']) }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

test('a draft created in one process is visible in the other, and its revision in the first', async (t) => {
  const open = await start(t);
  const [one, other] = await askEach(open, t);
  const made = await one('POST', '/api/admin/articles', JSON.stringify(draft()));
  assert.equal(made.status, 201);
  const { id } = JSON.parse(made.body);
  const seen = await other('GET', `/newsroom/articles/${id}`);
  assert.equal(seen.status, 200);
  assert.notEqual(await servedBy(open.server, seen), await servedBy(open.server, made));
  const revision = JSON.stringify(draft({ headline: 'Said anew', baseRevision: 0 }));
  assert.equal((await other('POST', `/api/admin/articles/${id}/revisions`, revision)).status, 201);
  assert.match((await one('GET', `/newsroom/articles/${id}`)).body, /Said anew/);
});

// One address may have ten waiting access requests, so these requests have a wrong type. They count all the same.
test('both processes count rate limits together', async (t) => {
  const open = await start(t, { RATE_LIMITS: 'on' });
  const [one, other] = await askEach(open, t);
  const told: number[] = [];
  for (let n = 0; n < 40; n++) {
    for (const each of [one, other])
      told.push((await each('POST', '/api/agent/identity', '{"type":"unknown"}')).status);
  }
  assert.equal(told.filter((status) => status === 400).length, 60);
  assert.equal(told.filter((status) => status === 429).length, 20);
});

test('a killed process loses no acknowledged write and is replaced', async (t) => {
  const { server, base, headers, look } = await start(t);
  const ledger = openLedger(base, headers);
  let isOver = false;
  t.after(() => {
    isOver = true;
  });
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) await ledger.create();
  });
  for (let kills = 0; kills < 4; kills++) {
    const before = ledger.entries.length;
    await until(() => ledger.entries.length > before + 20, 10_000);
    const known = serving(server);
    process.kill(known.at(-2) ?? server.pid, 'SIGKILL');
    await until(() => serving(server).length === known.length + 1, 10_000);
  }
  isOver = true;
  await Promise.all(writers);
  assert.equal((await ledger.create()).status, 201);
  await server.end();
  const { lost, half } = await look((db) => settle(db.read, ledger.entries));
  assert.deepEqual([lost, half], [[], []]);
});

test('a restart replaces both processes one by one', async (t) => {
  const { server, base } = await start(t);
  const before = serving(server);
  process.kill(server.pid, 'SIGUSR2');
  await until(() => lines(server, 'restarted').length === 1, 20_000);
  const after = serving(server).slice(2);
  assert.equal(after.length, 2);
  for (const gone of before) assert.throws(() => process.kill(gone, 0), { code: 'ESRCH' });
  assert.equal((await fetch(`${base}/healthz`)).status, 200);
});

test('two processes prepare the site once: one greeting, one set of sample articles, one link for the first chief', async (t) => {
  const port = await freePort();
  const site = await prepareSite({ articles: 0 });
  t.after(site.remove);
  const settings = { DATA_DIR: `${site.folder}/new`, SAMPLE_EDITION: 'on', WORKERS: '2' };
  const server = await startServer(port, settings);
  t.after(() => (isRunning(server) ? server.end('SIGKILL') : undefined));
  await until(() => serving(server).length === 2, 10_000);
  assert.equal(server.output().split(' is open.').length - 1, 1);
  assert.equal(server.output().split('/newsroom/welcome/').length - 1, 1);
  assert.equal(lines(server, 'a worker died').length, 0);
  const { articles } = (await (await fetch(`${server.base}/api/public/articles`)).json()) as { articles: unknown[] };
  assert.equal(articles.length, 10);
});

test('if the first process does not begin to serve, all end with an error code', async (t) => {
  const site = await prepareSite();
  t.after(site.remove);
  const first = await site.start();
  t.after(() => first.end('SIGKILL'));
  const second = await site.start({ WORKERS: '2' }).catch((error: Error) => error);
  // The first server answers on the same port, so the start seems to have succeeded until it ends.
  if (second instanceof Error) return assert.match(second.message, /Port \d+ is taken/);
  t.after(() => (isRunning(second) ? second.end('SIGKILL') : undefined));
  await until(() => !isRunning(second), 10_000);
  assert.equal(second.child.exitCode, 1);
  assert.match(second.output(), /Port \d+ is taken/);
});

test('when no worker is left and five in a row do not begin to serve, the leader exits with 1 and logs why', async (t) => {
  const { server, look } = await start(t);
  // This release refuses a database of a newer one, so every start from now on fails.
  await look(({ write }) =>
    write((tx) => sql`insert into kysely_migration values ('9999-next', '2030-01-01T00:00:00.000Z')`.execute(tx)),
  );
  for (const one of serving(server)) process.kill(one, 'SIGKILL');
  await until(() => !isRunning(server), 60_000);
  assert.equal(server.child.exitCode, 1);
  assert.equal(lines(server, 'no worker starts to serve; see the messages of the workers').length, 1);
  assert.ok(lines(server, 'a worker died').length >= 2 + 5);
  assert.match(server.output(), /A newer release has written this database \(9999-next\)/);
});

test('on a stop signal all processes stop and exit with 0', async (t) => {
  const { server } = await start(t);
  const both = serving(server);
  await server.end('SIGTERM');
  assert.equal(server.child.exitCode, 0);
  for (const gone of both) assert.throws(() => process.kill(gone, 0), { code: 'ESRCH' });
});

test('without their leader the workers end too', async (t) => {
  const { server } = await start(t);
  const both = serving(server);
  await server.end('SIGKILL');
  await until(() => both.every((one) => !isThere(one)), 5000);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('on one PostgreSQL, two servers count rate limits together and see each other’s drafts', async (t) => {
  const { after } = lastFirst(t);
  const cluster = await startCluster();
  after(cluster.stop);
  const site = await prepareSite({ databaseUrl: cluster.url });
  after(site.remove);
  const [one, other] = [
    await site.start({ RATE_LIMITS: 'on' }),
    await startServer(await freePort(), { DATABASE_URL: cluster.url, BASE_URL: site.base, RATE_LIMITS: 'on' }),
  ];
  after(() => Promise.all([one.end(), other.end()]));
  const told: number[] = [];
  for (let n = 0; n < 40; n++) {
    for (const { base } of [one, other]) {
      const body = '{"type":"unknown"}';
      const headers = { 'Content-Type': 'application/json' };
      told.push((await fetch(`${base}/api/agent/identity`, { method: 'POST', headers, body })).status);
    }
  }
  assert.equal(told.filter((status) => status === 400).length, 60);
  const made = await fetch(`${one.base}/api/admin/articles`, {
    method: 'POST',
    headers: { ...site.headers, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(draft()),
  });
  assert.equal(made.status, 201);
  const { id } = (await made.json()) as { id: string };
  assert.equal((await fetch(`${other.base}/newsroom/articles/${id}`, { headers: site.headers })).status, 200);
});
