import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDraft } from '../src/article/create-draft.ts';
import { publish } from '../src/article/publish.ts';
import { HOUSE } from '../src/ground/actor.ts';
import { Failure } from '../src/ground/failure.ts';
import { copy, openHouse, type TestHouse } from './house.ts';
import { createDatabase, startCluster } from './postgres.ts';

// Two processes on one PostgreSQL: what one publishes, the other serves within a second.

test('a publication is served by another process within a second, also right after the database was restarted', async (t) => {
  const cluster = await startCluster();
  t.after(() => cluster.stop());
  const { url } = await createDatabase(cluster.url);
  const house = await openHouse(t, { DATABASE_URL: url });
  const other = await startServer(t, house, url);

  for (const slug of ['first', 'second']) {
    await publishNow(house, slug);
    assert.ok((await secondsUntilRead(other, slug)) <= 1, slug);
  }
  cluster.kill();
  await cluster.startAgain();
  for (const slug of ['third', 'fourth']) {
    await publishNow(house, slug);
    assert.ok((await secondsUntilRead(other, slug)) <= 1, `${slug}, after the restart`);
  }
});

/** Publishes, trying again for as long as the database is not back. */
async function publishNow(house: TestHouse, slug: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const { id } = await createDraft(house.press, HOUSE, copy({ slug }));
      await publish(house.press, HOUSE, id, 0);
      return;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'db_unavailable' || tries === 200) throw error;
      await new Promise((again) => setTimeout(again, 50));
    }
  }
}

async function secondsUntilRead(base: string, slug: string): Promise<number> {
  const from = performance.now();
  for (;;) {
    const answer = await fetch(`${base}/robotics`);
    if ((await answer.text()).includes(`/robotics/${slug}"`)) return (performance.now() - from) / 1000;
    if (performance.now() - from > 10_000) return Number.POSITIVE_INFINITY;
  }
}

async function startServer(t: TestContext, house: TestHouse, url: string): Promise<string> {
  const port = await freePort();
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    DATA_DIR: join(house.config.dataDir, 'other'),
    SAMPLE_EDITION: 'off',
    PORT: String(port),
    LOG_LEVEL: 'error',
  };
  const server: ChildProcess = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
  let said = '';
  for await (const part of server.stdout ?? []) {
    said += part;
    if (said.includes('is open')) break;
  }
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
