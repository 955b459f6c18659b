import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareSite } from '../../support/faults/fault-site.ts';
import { openLedger } from '../../support/faults/ledger.ts';
import { until } from '../../support/faults/server.ts';

// The database file of a running server is moved away, and comes back.

test('while the database is away readers get what the cache has, everything else is 503 with Retry-After', async (t) => {
  const site = await prepareSite();
  const server = await site.start();
  t.after(async () => {
    await server.end('SIGKILL');
    site.remove();
  });
  const [cached = '', uncached = ''] = site.paths;
  const text = await (await fetch(site.base + cached)).text();
  const move = (from: string, to: string) => {
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(join(from, `plumbline.db${end}`)))
        renameSync(join(from, `plumbline.db${end}`), join(to, `plumbline.db${end}`));
  };
  const away = join(site.folder, 'away');
  mkdirSync(away);
  move(site.folder, away);
  const ledger = openLedger(site.base, site.headers);
  await until(async () => (await ledger.create()).status === 503, 10_000);

  const read = await fetch(site.base + cached);
  assert.equal(read.status, 200);
  assert.match(read.headers.get('cache-control') ?? '', /stale-if-error=/);
  assert.equal(await read.text(), text);
  for (const path of [uncached, '/search?q=robots', '/archive']) {
    const refused = await fetch(site.base + path, { redirect: 'manual' });
    assert.equal(refused.status, 503, path);
    assert.ok(Number(refused.headers.get('retry-after')) > 0, path);
  }
  assert.equal((await fetch(`${site.base}/readyz`)).status, 503);
  assert.equal((await fetch(`${site.base}/healthz`)).status, 200);

  move(away, site.folder);
  await until(async () => (await ledger.create()).status === 201, 15_000);
  assert.equal((await fetch(site.base + uncached)).status, 200);
});

test('a server whose database file is gone makes no new one in its place', async (t) => {
  const site = await prepareSite();
  t.after(site.remove);
  await (await site.start()).end();
  rmSync(join(site.folder, 'plumbline.db'));
  const server = await site.start();
  t.after(() => server.end('SIGKILL'));
  await until(() => server.output().includes('There is no database at'), 10_000);
  assert.equal((await fetch(`${site.base}/`)).status, 503);
  assert.equal(existsSync(join(site.folder, 'plumbline.db')), false);
});
