import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { chainHash, START } from '#records/chain.ts';
import { makeRecords } from '#records/make-records.ts';
import { recordOf } from '#records/pages/record-json.ts';
import { ensureRecordKey, listRecordKeys, rotateRecordKey, toPem } from '#records/record-keys.ts';
import { parseSigned, sha256 } from '#records/signing/signed-document.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { plumbline, type Said } from '../support/command.ts';
import { folderFor } from '../support/data/backups.ts';
import { goLive } from '../support/live.ts';
import { json, openSite, type TestSite } from '../support/site.ts';

const PATH = '/robotics/layout-robot-pilot/r/0/record.json';

test('the command verifies a record of a site and of a file, and names the check that fails', async (t) => {
  const site = await openSite(t);
  await goLive(site, { headline: 'A robot \u202eon a slab' });
  await goLive(site, { slug: 'second' });
  const make = () => makeRecords(site.deps, (facts) => recordOf(site.publication, facts));
  await make();
  await rotateRecordKey(site.deps, CLI);
  await goLive(site, { slug: 'third' });
  await make();
  const text = await (await site.fetch(PATH)).text();
  /** What the server sends in place of the true answer, by path. */
  const lies = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path === '/elsewhere') return response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    if (path === '/alias') return response.writeHead(301, { Location: PATH }).end();
    const answer = await site.fetch(path);
    response.writeHead(answer.status).end(lies.get(path) ?? Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-verify-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, words: string) => {
    writeFileSync(join(folder, name), words);
    return join(folder, name);
  };
  const verify = (...args: string[]): Promise<Said> => plumbline(site, ['verify', ...args], { DATA_DIR: folder });
  const fails = async (why: RegExp, ...args: string[]) => {
    const said = await verify(...args);
    assert.equal(said.code, 1, said.out);
    assert.match(said.error, why);
  };

  const good = await verify(base + PATH, '--chain');
  assert.equal(good.code, 0, good.error);
  assert.deepEqual(
    good.out.split('\n').flatMap((line) => /^ok {6}([a-z ]+):/.exec(line)?.[1] ?? []),
    ['form', 'history', 'key', 'signature', 'text', 'chain', 'whole chain'],
  );
  assert.match(good.out, /whole chain: 3 records/);
  assert.ok(good.out.includes('A robot \ufffdon a slab'), 'nothing of the record steers the terminal');
  assert.equal((await verify(`${base}/alias`)).code, 0);
  await fails(/redirects to another site/, `${base}/elsewhere`);
  await fails(/answered 404/, `${base}/robotics/none/r/0/record.json`);
  await fails(/neither a file nor/, 'ftp://example.org/record.json');

  const own = file('record.json', `${text}\n`);
  await fails(/Give the keys/, own);
  assert.equal((await verify(own, '--keys', base)).code, 0);
  const keys = await listRecordKeys(site.deps.db.read);
  const pem = file('key.pem', toPem(keys[0]?.x ?? ''));
  assert.equal((await verify(own, '--keys', pem)).code, 0);
  await fails(/FAILED {2}key/, own, '--keys', file('other.pem', toPem(keys[1]?.x ?? '')));
  const changed = text.replace('A layout robot', 'A layout Robot').replace('What estimators', 'What Estimators');
  assert.notEqual(changed, text);
  await fails(/FAILED {2}signature/, file('changed.json', changed), '--keys', pem);
  await fails(/FAILED {2}form: it is not canonical/, file('spaced.json', text.replace('":', '": ')), '--keys', pem);
  await fails(/FAILED {2}form: it is not JSON/, file('cut.json', text.slice(0, -1)), '--keys', pem);

  const history = await json(await site.fetch('/.well-known/record-keys.json'));
  history.keys[1].statement.record.madeAt = '2020-01-01T00:00:00.000Z';
  lies.set('/.well-known/record-keys.json', JSON.stringify(history));
  await fails(/FAILED {2}key: key 2 is not signed by the previous key/, base + PATH);
  lies.clear();
  const permanent = PATH.replace('/record.json', '.json');
  lies.set(permanent, (await (await site.fetch(permanent)).text()).replace('live', 'dead'));
  await fails(/FAILED {2}text/, base + PATH);
  lies.clear();
  const list = await json(await site.fetch('/api/v1/public/records?after=0&limit=2'));
  list.records[0].sha256 = sha256('another record');
  lies.set('/api/v1/public/records?after=0&limit=2', JSON.stringify(list));
  await fails(/FAILED {2}chain/, base + PATH);
  lies.clear();
  const whole = await json(await site.fetch('/api/v1/public/records?after=0&limit=1000'));
  whole.records[2].sha256 = sha256('another record');
  lies.set('/api/v1/public/records?after=0&limit=1000', JSON.stringify(whole));
  await fails(/FAILED {2}whole chain: it breaks at record 3/, base + PATH, '--chain');
});

test('processes that start at once make one key', async (t) => {
  const site = await openSite(t);
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const db = await openDatabase(site.config.databaseUrl);
      t.after(() => db.close());
      return { ...site.deps, db };
    }),
  );
  await Promise.all(others.map((deps) => ensureRecordKey(deps)));
  assert.equal((await listRecordKeys(site.deps.db.read)).length, 1);
});

test('while others publish and make records, keys are rotated: one chain, every record verified by its key', async (t) => {
  const site = await openSite(t);
  const other = await openDatabase(site.config.databaseUrl);
  t.after(() => other.close());
  const both = [site, { ...site, deps: { ...site.deps, db: other } }] satisfies TestSite[];
  const describe = (facts: Parameters<typeof recordOf>[1]) => recordOf(site.publication, facts);
  const COUNT = 40;
  const firstRecord = Promise.withResolvers<void>();
  const firstRotation = Promise.withResolvers<void>();
  await Promise.all([
    ...both.map(async (one, at) => {
      for (let number = 0; number < COUNT; number++) {
        // The last articles are published after a rotation, however slow the command is.
        if (number === COUNT - 1) await firstRotation.promise;
        await goLive(one, { slug: `story-${at}-${number}` });
        if (number % 3 === at) await makeRecords(one.deps, describe);
        if (number === at) firstRecord.resolve();
      }
    }),
    (async () => {
      // The first record is signed before a rotation, however fast the command is.
      await firstRecord.promise;
      for (let time = 0; time < 3; time++) {
        const said = await plumbline(site, ['keys', 'rotate']);
        firstRotation.resolve();
        assert.equal(said.code, 0, said.error);
      }
    })(),
  ]);
  await Promise.all(both.map(({ deps }) => makeRecords(deps, describe, 20_000)));
  const { records } = await json(await site.fetch('/api/v1/public/records'));
  assert.equal(records.length, 2 * COUNT);
  const listed = await plumbline(site, ['keys', 'list']);
  const keys = await listRecordKeys(site.deps.db.read);
  for (const { kid } of keys) assert.ok(listed.out.includes(kid), listed.out);
  const used = new Set<string>();
  let chain = START;
  for (const { url, sha256: hash, chain: next } of records) {
    const text = await (await site.fetch(url)).text();
    assert.equal(sha256(text), hash);
    const { record, signature } = parseSigned(text);
    assert.equal(record.previous, chain);
    chain = chainHash(chain, hash);
    assert.equal(next, chain);
    used.add(signature.key);
  }
  assert.ok(used.size > 1, 'records were signed by keys before and after a rotation');
  assert.ok(keys.length === 4 || keys.length === 5, String(keys.length));
  const lines = await site.deps.db.read.selectFrom('signed_record').select('log_seq').orderBy('number').execute();
  const order = lines.map(({ log_seq }) => log_seq);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});

test('a restored backup has the same records, and the key that signs the next one', async (t) => {
  const site = await openSite(t);
  const describe = (facts: Parameters<typeof recordOf>[1]) => recordOf(site.publication, facts);
  await goLive(site);
  await makeRecords(site.deps, describe);
  const before = await json(await site.fetch('/api/v1/public/records'));
  const file = join(folderFor(t), 'backup.db');
  assert.equal((await plumbline(site, ['backup', file])).code, 0);
  await goLive(site, { slug: 'later' });
  await makeRecords(site.deps, describe);
  assert.equal((await json(await site.fetch('/api/v1/public/records'))).records.length, 2);
  const DATABASE_URL = `file:${join(folderFor(t), 'restored.db')}`;
  const restored = await plumbline(site, ['restore', file], { DATABASE_URL });
  assert.equal(restored.code, 0, restored.error);
  const db = await openDatabase(DATABASE_URL);
  t.after(() => db.close());
  const deps = { ...(await createDeps(db)), policy: site.deps.policy };
  const hashes = async () =>
    (await db.read.selectFrom('signed_record').select('hash').orderBy('number').execute()).map(({ hash }) => hash);
  assert.deepEqual(await hashes(), [before.records[0].sha256]);
  await goLive({ ...site, deps }, { slug: 'after-restore' });
  await makeRecords(deps, describe);
  assert.equal((await hashes()).length, 2);
  const keys = (from: TestSite['deps']) => listRecordKeys(from.db.read);
  assert.deepEqual(await keys(deps), await keys(site.deps));
});
