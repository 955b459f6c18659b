import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { rotateRecordKey } from '#reading/records/record-keys.ts';
import { canonicalJson } from '#reading/records/signing/canonical-json.ts';
import { goLive, goLiveAgain, save } from '../../support/live.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

const run = promisify(execFile);
const FIRST = '/robotics/layout-robot-pilot/r/0/record.json';

test('each published revision has a signed record, which a stranger verifies with OpenSSL', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const article = await goLive(site, {
    sources: [{ title: 'Pilot "record", \\"signature\\":{', url: 'https://example.org/pilot-record' }],
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'Ein Laserscan für 1,200 €, "signature":{"value":"x"}} 😀' }],
  });
  const first = await record(site, FIRST);
  const { record: told } = JSON.parse(first);
  assert.equal(canonicalJson(JSON.parse(first)), first, 'the whole file is canonical');
  const { article: named, revision, blocks, figures, corrections, publishedAt } = told;
  assert.deepEqual([revision, corrections], [0, []]);
  assert.equal(named.url, 'http://127.0.0.1:3000/robotics/layout-robot-pilot');
  assert.equal(publishedAt, '2026-09-06T13:00:00.000Z');
  assert.equal(
    told.json,
    hashOf(await (await site.fetch(`${told.permalink}.json`)).text()),
    'it names the permanent form',
  );
  const text = 'Ein Laserscan für 1,200 €, "signature":{"value":"x"}} 😀';
  assert.deepEqual(blocks, [{ id: 'b1', type: 'paragraph', sha256: hashOf(text) }]);
  assert.deepEqual(
    figures.map(({ text }: { text: string }) => text),
    ['1,200 €'],
  );
  await recipeVerifies(t, site, FIRST);

  await t.test('a record stays as it was after a correction, another key and a withdrawal of others', async () => {
    site.pass(60);
    const note = 'The scan cost 1,200 euros. The article said dollars.';
    const saved = await save(site, article, { correctionNote: note, dek: 'Another dek of the same article.' });
    await publish(deps, CLI, article.id, { revisionNumber: saved.revision });
    const second = JSON.parse(await record(site, FIRST.replace('/0/', '/1/')));
    assert.equal(second.record.corrections.length, 1);
    assert.equal(second.record.corrections[0].note, note);
    const other = await goLive(site, { slug: 'another' });
    site.pass(60);
    await rotateRecordKey(deps, CLI);
    const third = JSON.parse(await record(site, '/robotics/another/r/0/record.json'));
    assert.notEqual(third.signature.key, second.signature.key);
    await unpublish(deps, CLI, other.id, { notice: 'The measurements were of another slab.' });
    const gone = await site.fetch('/robotics/another/r/0/record.json');
    assert.equal(gone.status, 410);
    assert.match((await json(gone)).hint, /another slab/);
    await publish(deps, CLI, other.id, { revisionNumber: 0 }); // the same revision again: its record is the one it had
    assert.deepEqual(JSON.parse(await record(site, '/robotics/another/r/0/record.json')), third);
    await unpublish(deps, CLI, other.id);
    await goLiveAgain(site, saved, { slug: 'moved-pilot' });
    const moved = await site.fetch('/robotics/moved-pilot/r/0/record.json', { redirect: 'manual' });
    assert.equal(moved.headers.get('location'), `http://127.0.0.1:3000${FIRST}`);
    assert.equal(await record(site, FIRST), first);
    await recipeVerifies(t, site, FIRST);
  });

  await t.test('each key but the first is signed by the previous key', async () => {
    const { keys } = await json(await site.fetch('/.well-known/record-keys.json'));
    const set = await json(await site.fetch('/.well-known/jwks.json'));
    assert.deepEqual(
      set.keys.map(({ kid }: { kid: string }) => kid),
      keys.map(({ kid }: { kid: string }) => kid),
    );
    for (const [at, { statement, madeAt }] of keys.entries()) {
      const by = keys[Math.max(0, at - 1)];
      assert.deepEqual([statement.signature.key, statement.record.madeAt], [by.kid, madeAt]);
      const signed = Buffer.from(canonicalJson(statement.record));
      assert.ok(verify(null, signed, createPublicKey(by.pem), Buffer.from(statement.signature.value, 'base64')));
    }
    assert.equal(keys.length, 2);
    const { rows } = { rows: await deps.db.read.selectFrom('record_key').select('sealed').orderBy('number').execute() };
    assert.deepEqual(
      rows.map(({ sealed }) => sealed === null),
      [true, false],
      'only the last private key is stored',
    );
  });

  await t.test('what was never published has no record', async () => {
    await save(site, { ...article, revision: 2 }, { slug: 'moved-pilot' });
    for (const path of ['r/00', 'r/3', 'r/99', 'r/-1', 'r/x', 'r/1e0'])
      assert.equal((await site.fetch(`/robotics/moved-pilot/${path}/record.json`)).status, 404, path);
    for (const path of ['/robotics/nothing/r/0/record.json', '/.well-known/record-keys/x.pem'])
      assert.equal((await site.fetch(path)).status, 404, path);
  });
});

async function record(site: TestSite, path: string): Promise<string> {
  const response = await site.fetch(path, { redirect: 'manual' });
  assert.equal(response.status, 200, path);
  return response.text();
}

/** Runs the commands of /method as they are printed; then again with one changed byte, which must fail. */
async function recipeVerifies(
  t: { after(close: () => unknown): unknown },
  site: TestSite,
  path: string,
): Promise<void> {
  const page = await (await site.fetch('/method')).text();
  const commands = /<code>(SITE=[\s\S]*?)<\/code>/.exec(page)?.[1] ?? '';
  const [, section = '', slug = '', , revision = ''] = path.split('/');
  const server = createServer(async (request, response) => {
    const answer = await site.fetch(request.url ?? '');
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-record-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const script = unescapeHtml(commands)
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replace('SECTION', section)
      .replace('SLUG', slug)
      .replace('REVISION', revision);
    const { stdout } = await run('sh', ['-ec', script], { cwd: folder });
    assert.equal(stdout, 'Signature Verified Successfully\n');
    const last = script.slice(script.indexOf('openssl pkeyutl'));
    const signed = readFileSync(join(folder, 'signed.json'));
    signed.writeUInt8(signed.readUInt8(500) ^ 1, 500);
    writeFileSync(join(folder, 'signed.json'), signed);
    await assert.rejects(run('sh', ['-ec', last], { cwd: folder }), { stdout: 'Signature Verification Failure\n' });
  } finally {
    server.close();
  }
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
