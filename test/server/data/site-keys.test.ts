import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { getClaim, userCodeOf } from '#agents/claims.ts';
import { CAPABILITIES } from '#app.ts';
import { openDatabase } from '#db/connection/open.ts';
import { findAppSetup, startAppSetup } from '#people/second-factor/app-code.ts';
import { findSession } from '#people/sessions.ts';
import { createDeps } from '#runtime/create-deps.ts';
import type { Deps } from '#runtime/deps.ts';
import { plumbline } from '../../support/command.ts';
import { runJobOnce } from '../../support/jobs.ts';
import { begin, look, open } from '../../support/oauth/oauth-flow.ts';
import { loadParts } from '../../support/part.ts';
import { BASE, openSite, PASSWORD, type TestSite } from '../../support/site.ts';

// The keys of the site: with a key in a file, the database alone opens nothing; and everything that is encrypted can be encrypted again.

const root = join(import.meta.dirname, '..', '..', '..');

function folderOf(t: { after: (end: () => void) => void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-keys-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A site without a server, for commands. */
function siteAt(folder: string): TestSite {
  const databaseUrl = `file:${join(folder, 'plumbline.db')}`;
  const publication = { baseUrl: BASE };
  return { config: { dataDir: folder, databaseUrl, publication, policy: { gateLevels: {} } } } as unknown as TestSite;
}

test('keys move writes a key into a file, and the database alone then opens nothing', async (t) => {
  const folder = folderOf(t);
  const site = siteAt(folder);
  const first = await openDatabase(site.config.databaseUrl);
  const key = Buffer.from((await createDeps(first)).key);
  await first.close();
  const bytes = () => readFileSync(join(folder, 'plumbline.db'));
  assert.ok(bytes().includes(key.toString('base64url')), 'before, the key is in the file');

  const file = join(folder, 'site.key');
  const moved = await plumbline(site, ['keys', 'move', file]);
  assert.deepEqual([moved.code, moved.out.includes(`SITE_KEY_FILE=${file}`)], [0, true], moved.error);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(!bytes().includes(key.toString('base64url')), 'after, not even in a deleted place');
  const siteKey = readFileSync(file, 'utf8').trim();
  assert.ok(!bytes().includes(siteKey));

  const without = await plumbline(site, ['keys', 'list']);
  assert.equal(without.code, 1);
  assert.match(without.error, /are encrypted with the SITE_KEY of fingerprint [0-9a-f]{12}, and SITE_KEY is not set/);
  const again = await plumbline(site, ['keys', 'move', file], { SITE_KEY_FILE: file });
  assert.match(again.error, /exists already\. Nothing was changed/);

  const db = await openDatabase(site.config.databaseUrl);
  t.after(() => db.close());
  await assert.rejects(createDeps(db, undefined, undefined, 'x'.repeat(43)), /SITE_KEY has the fingerprint/);
  const opened = await createDeps(db, undefined, undefined, siteKey);
  assert.deepEqual([Buffer.from(opened.key), Buffer.from(opened.sealKey)], [key, key]);
});

test('a site that starts with SITE_KEY never writes a readable key', async (t) => {
  const folder = folderOf(t);
  const db = await openDatabase(`file:${join(folder, 'plumbline.db')}`);
  const deps = await createDeps(db, undefined, undefined, 'a secret of the operator in 40 characters');
  const { value } = await db.read
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'key')
    .executeTakeFirstOrThrow();
  for (const key of [deps.key, deps.sealKey]) assert.ok(!value.includes(Buffer.from(key).toString('base64url')));
  await db.close();
  const plain = await openDatabase(`file:${join(folder, 'other.db')}`);
  t.after(() => plain.close());
  await createDeps(plain);
  await assert.rejects(createDeps(plain, undefined, undefined, 'x'.repeat(43)), /readable in its database/);
});

test('keys rotate site encrypts every secret again, and leaves the key of links and hashes', async (t) => {
  const flow = await begin(t);
  const { site } = flow;
  const { deps } = site;
  const path = await open(flow);
  const code = /<strong>([A-Z]{4}-[A-Z]{4})</.exec(await look(flow, path))?.[1];
  const session = await findSession(deps, flow.editor.cookie.split('=')[1] ?? '');
  assert.ok(session);
  await startAppSetup(deps, session, PASSWORD);
  const app = await findAppSetup(deps, session, 'x');
  const readers = await Promise.all((await loadParts()).map(({ keepSecret }) => keepSecret?.(deps)));
  const readAll = (from: Deps) => Promise.all(readers.map((read) => read?.(from)));
  const kept = await readAll(deps);
  await runJobOnce(site, 'sign records');

  const rotated = await plumbline(site, ['keys', 'rotate', 'site']);
  assert.equal(rotated.code, 0, rotated.error);
  const after = await createDeps(deps.db);
  assert.deepEqual(Buffer.from(after.key), Buffer.from(deps.key));
  assert.notDeepEqual(Buffer.from(after.sealKey), Buffer.from(deps.sealKey));
  const now = { ...after, clock: deps.clock };
  assert.deepEqual(await findAppSetup(now, session, 'x'), app);
  assert.deepEqual(await readAll(now), kept);
  for (const { keys } of CAPABILITIES)
    if (keys?.signs === 'records')
      assert.equal((await plumbline(site, ['keys', 'rotate', keys.signs])).code, 0, keys.signs);
  const claim = await getClaim(deps.db.read, path.split('/').at(-1) ?? '');
  assert.equal(claim.oauth && userCodeOf(now, claim.oauth), code);
});

test('a running server takes the new key when the site is read again', async (t) => {
  const site = await openSite(t);
  const deps = await createDeps(site.deps.db);
  const before = Buffer.from(deps.sealKey);
  await deps.db.write((tx) =>
    tx
      .updateTable('setting')
      .set({ value: 'A'.repeat(43) })
      .where('name', '=', 'key')
      .execute(),
  );
  await deps.rereadKeys();
  assert.notDeepEqual(Buffer.from(deps.sealKey), before);
});

test('keys rotate site knows every part of the code that encrypts', () => {
  const encrypting = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('encryptSecret('),
  );
  // A registered client keeps its sealed registration itself; the keys of the site are what SITE_KEY encrypts.
  const elsewhere = ['src/core/secret.ts', 'src/agents/oauth-clients.ts', 'src/runtime/site-keys.ts'];
  const parts = globSync('src/**/keys.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  for (const file of encrypting.filter((one) => !elsewhere.includes(one))) {
    const reseal = /export async function (reseal\w+)\(/.exec(readFileSync(join(root, file), 'utf8'))?.[1];
    assert.ok(
      reseal && parts.some((part) => part.includes(`reseal = ${reseal};`)),
      `${file} encrypts something that keys rotate site does not know`,
    );
  }
});
