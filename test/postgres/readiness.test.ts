import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { CLI } from '#core/actor.ts';
import { NO_LOG } from '#db/connection/connection-state.ts';
import { openDatabase, openServerDatabase } from '#db/connection/open.ts';
import { lockJournal } from '#db/schema/dialect.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { createReadinessCheck } from '#runtime/readiness.ts';
import { startServer, until } from '../support/faults/server.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase, lastFirst, shareCluster } from '../support/postgres.ts';
import { say } from '../support/raw.ts';
import { copy, openSite, type TestSite } from '../support/site.ts';

// What /readyz says of a PostgreSQL that only reads, hangs, or has another clock, and of machines that do not share their pictures.

type Place = { url: string; folder: string; after: TestContext['after'] };

async function open(t: TestContext): Promise<Place> {
  const after = lastFirst(t).after as TestContext['after'];
  const cluster = await shareCluster();
  after(cluster.stop);
  const { url, drop } = await createDatabase(cluster.url);
  after(drop);
  await (await openDatabase(url)).close(); // the tables take longer than a server waits at its start
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-ready-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return { url, folder, after };
}

async function connected(after: TestContext['after'], url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  after(() => client.end());
  return client;
}

test('a database that only reads is not writable, and the log says so before it says that writes are accepted', async (t) => {
  const { url, after } = await open(t);
  const said: string[] = [];
  const log = {
    info: (_: object, text: string) => void said.push(text),
    error: (_: object, text: string) => void said.push(text),
  };
  const db = await openServerDatabase(url, log);
  after(() => db.close());
  const check = createReadinessCheck(db);
  assert.deepEqual(await check(), { reading: true, writable: true, warnings: [] });
  const client = await connected(after, url);
  const setReading = async (to: 'on' | 'off') => {
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${to}`);
    await client.query('set default_transaction_read_only = off');
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };
  await setReading('on');
  await until(async () => db.isAvailable() && !(await check()).writable && (await check()).reading, 10_000);
  await until(() => said.some((text) => /only reads.*: writes are refused/.test(text)), 10_000);
  assert.ok(!said.some((text) => /writes are accepted/.test(text)), said.join('\n'));
  await setReading('off');
  await until(async () => (await check()).writable, 10_000);
  await until(() => said.some((text) => /writes are accepted/.test(text)), 10_000);
});

test('while writes hang, readers are served and the check says steadily that nothing can be written', async (t) => {
  const { url, after } = await open(t);
  const db = await openServerDatabase(url, NO_LOG);
  after(() => db.close());
  const check = createReadinessCheck(db);
  const holder = await connected(after, url);
  await holder.query("insert into setting (name, value) values ('key', 'a key') on conflict do nothing");
  // Held as by a commit that waits for a standby.
  await holder.query("begin; select pg_advisory_xact_lock(7201); select 1 from setting where name = 'key' for update");
  const writes = Array.from({ length: 12 }, () =>
    db.write((tx) => lockJournal('postgres', tx)).catch((error) => error.kind),
  );
  const states = new Set<string>();
  for (let round = 0; round < 8; round++) {
    states.add(JSON.stringify(await check()));
    await db.read.selectFrom('setting').select('name').execute();
    await new Promise((later) => setTimeout(later, 260));
  }
  assert.deepEqual([...states], ['{"reading":true,"writable":false,"warnings":[]}']);
  assert.deepEqual([...new Set(await Promise.all(writes))], ['busy']);
  await holder.query('rollback');
  await until(async () => (await check()).writable, 10_000);
});

test('while PostgreSQL is cut off without a word, the check answers in time', async (t) => {
  const { url, after } = await open(t);
  const line = await openLine(after, url);
  const db = await openServerDatabase(line.url, NO_LOG);
  after(() => db.close());
  const check = createReadinessCheck(db);
  assert.deepEqual(await check(), { reading: true, writable: true, warnings: [] });
  line.cut();
  await new Promise((later) => setTimeout(later, 300)); // until the last result is no longer used
  for (let round = 0; round < 3; round++) {
    const { reading, writable } = await check();
    assert.deepEqual([reading, writable], [false, false], String(round));
    await new Promise((later) => setTimeout(later, 300));
  }
  line.mend();
  await until(async () => (await check()).writable, 60_000);
});

/** A line to PostgreSQL that can be cut: what is sent then arrives nowhere, and nobody is told. */
async function openLine(
  after: TestContext['after'],
  url: string,
): Promise<{ url: string; cut: () => void; mend: () => void }> {
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(url);
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (part) => void (isCut || to.write(part)));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const own = new URL(url);
  own.port = String(typeof address === 'object' && address?.port);
  const cut = () => {
    isCut = true;
  };
  const mend = () => {
    isCut = false;
    for (const socket of sockets) socket.destroy(); // bytes are missing on each
  };
  return { url: own.href, cut, mend };
}

const SHIM = `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + 600000); else super(...given); }
  static now() { return Real.now() + 600000; }
};
`;

test('a server whose clock is ten minutes fast publishes no article before its time, and dates it right', async (t) => {
  const { url, folder, after } = await open(t);
  const site = await openSite({ after }, { DATABASE_URL: url });
  const shim = join(folder, 'clock.mjs');
  writeFileSync(shim, SHIM);
  const dana = await site.person('editor', 'Dana Whitfield');
  const early = await schedule(site, dana.id, 'in-five-minutes', Date.now() + 300_000);
  const port = await freePort();
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), JOBS_SECONDS: '0.2', BASE_URL: '' };
  const server = await startServer(port, settings, [process.execPath, '--import', shim]);
  after(() => server.end());
  const due = await schedule(site, dana.id, 'due-now', Date.now() - 1000);
  const liveAt = async (id: string) =>
    (await site.deps.db.read.selectFrom('article').select('published_at').where('id', '=', id).executeTakeFirst())
      ?.published_at ?? null;
  await until(async () => (await liveAt(due)) !== null, 30_000);
  const next = await schedule(site, dana.id, 'due-in-the-next-round', Date.now() - 1000);
  await until(async () => (await liveAt(next)) !== null, 30_000);
  assert.equal(await liveAt(early), null);
  const ahead = Date.parse((await liveAt(due)) ?? '') - Date.now();
  assert.ok(ahead < 60_000, `dated ${ahead} ms ahead`);
  const ready = (await (await fetch(`${server.base}/readyz`)).json()) as { warnings: string[] };
  assert.match(
    ready.warnings.join(),
    /^The clock of this machine is (?:599|60\d) s ahead of that of the database, which counts\. Set both by NTP\.$/,
  );
  assert.match(server.output(), /"msg":"The clock of this machine is/);
});

async function schedule({ deps }: TestSite, editorId: string, slug: string, at: number): Promise<string> {
  const { id } = await createDraft(deps, CLI, copy({ slug }));
  await deps.db.write((tx) =>
    tx
      .updateTable('article')
      .set({ scheduled_for: new Date(at).toISOString(), scheduled_revision: 0, scheduled_by: editorId })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

test('two servers with pictures of their own warn each other, and the check of a load balancer needs no Host', async (t) => {
  const { url, folder, after } = await open(t);
  const start = async (name: string, media = '') => {
    const settings = { DATABASE_URL: url, DATA_DIR: join(folder, name), MEDIA_DIR: media };
    const server = await startServer(await freePort(), settings);
    after(() => server.end());
    return server;
  };
  const one = await start('one');
  for (const path of ['/healthz', '/readyz']) {
    const [heard] = await say(Number(new URL(one.base).port), `GET ${path} HTTP/1.0\r\n\r\n`);
    assert.equal(heard?.status, 200, path);
  }
  const shared = await start('two', join(folder, 'one', 'media'));
  const warned = async ({ base }: { base: string }) => JSON.stringify(await (await fetch(`${base}/readyz`)).json());
  assert.doesNotMatch(await warned(shared), /warnings/);
  const apart = await start('three');
  for (const server of [apart, one])
    await until(
      async () => /Another server of this site keeps its pictures in another place/.test(await warned(server)),
      20_000,
    );
  assert.match(apart.output(), /Another server of this site keeps its pictures/);
});
