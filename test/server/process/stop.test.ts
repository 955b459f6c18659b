import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type FaultSite, prepareSite } from '../../support/faults/fault-site.ts';
import { type Server, until } from '../../support/faults/server.ts';

// How a running server process stops.

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<FaultSite & { server: Server }> {
  const site = await prepareSite();
  const server = await site.start(settings);
  t.after(async () => {
    if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGKILL');
    site.remove();
  });
  return { ...site, server };
}

type Told = { status: number; connection: string | undefined; body: string };

function ask(agent: Agent | undefined, url: string, parts?: Promise<string>): Promise<Told> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method: parts ? 'POST' : 'GET' }, (answer) => {
      let body = '';
      answer.on('data', (part) => (body += part));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body }));
    });
    asked.on('error', reject);
    if (!parts) return asked.end();
    asked.setHeader('Content-Type', 'application/json');
    asked.flushHeaders();
    parts.then((part) => asked.end(part), reject);
  });
}

test('a stopping server immediately reports not ready, closes each connection after its response, and exits with 0', async (t) => {
  const { server, base, paths } = await start(t);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const before = await ask(agent, base + paths[0]);
  assert.deepEqual([before.status, before.connection], [200, undefined], 'the connection stays open');
  server.child.kill('SIGTERM');
  await until(() => server.output().includes('stopping'), 2000);
  const ready = await ask(agent, `${base}/readyz`);
  assert.equal(ready.status, 503);
  assert.equal(JSON.parse(ready.body).code, 'not_ready');
  assert.equal(ready.connection, 'close');
  for (const path of [paths[0] ?? '', '/healthz', '/newsroom/sign-in']) {
    const { status, connection } = await ask(undefined, base + path);
    assert.deepEqual([status, connection], [200, 'close'], path);
  }
  await until(() => server.child.exitCode !== null, 5000);
  assert.equal(server.child.exitCode, 0);
});

test('a request that began before the stop is answered', async (t) => {
  const { server, base } = await start(t);
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = ask(undefined, `${base}/api/agent/identity`, promise);
  await ask(undefined, `${base}/healthz`);
  server.child.kill('SIGTERM');
  await wait(1500); // after the time in which all requests are served: now only the open one keeps the server
  assert.equal(server.child.exitCode, null);
  resolve('{"type":"service_auth"}');
  assert.equal((await answer).status, 200);
  await until(() => server.child.exitCode !== null, 2000);
  assert.equal(server.child.exitCode, 0);
});

test('a second signal ends the server immediately', async (t) => {
  const { server, base } = await start(t);
  ask(undefined, `${base}/api/agent/identity`, new Promise(() => {})).catch(() => {});
  await ask(undefined, `${base}/healthz`);
  server.child.kill('SIGTERM');
  await wait(200); // two signals within less time count as one
  server.child.kill('SIGTERM');
  // The open request would keep the server for ten seconds.
  await until(() => server.child.exitCode !== null, 5000);
  assert.equal(server.child.exitCode, 1);
});

test('a signal that arrives twice at the same time, from a terminal and from npm, counts once', async (t) => {
  const { server } = await start(t);
  server.child.kill('SIGINT');
  server.child.kill('SIGINT');
  await until(() => server.child.exitCode !== null, 5000);
  assert.equal(server.child.exitCode, 0);
});

test('the database is closed after the last request: no write-ahead log of SQLite is left', async (t) => {
  const { server, base, headers, folder } = await start(t);
  await fetch(`${base}/newsroom`, { headers });
  assert.ok(existsSync(`${folder}/plumbline.db-wal`));
  await server.end();
  assert.ok(!existsSync(`${folder}/plumbline.db-wal`));
});

test('an uncaught error is logged and ends the process with 1 after its last response', async (t) => {
  const site = await prepareSite();
  t.after(site.remove);
  const defect = 'process.on("SIGUSR2", () => { throw new Error("a defect for a test") })';
  const server = await site.start({}, [
    process.execPath,
    '--import',
    `data:text/javascript,${encodeURIComponent(defect)}`,
  ]);
  t.after(() => server.end('SIGKILL'));
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = ask(undefined, `${site.base}/api/agent/identity`, promise);
  await ask(undefined, `${site.base}/healthz`);
  server.child.kill('SIGUSR2');
  await until(() => server.output().includes('this is a defect; the process ends'), 5000);
  resolve('{"type":"service_auth"}');
  assert.equal((await answer).status, 200);
  await until(() => server.child.exitCode !== null, 10_000);
  assert.equal(server.child.exitCode, 1);
  assert.match(server.output(), /a defect for a test/);
});
