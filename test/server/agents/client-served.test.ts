import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { packTar } from '#core/tar.ts';
import { CLIENT, clientFolder, runIn } from '../../support/agents/agent-client.ts';
import { openOnPort } from '../../support/port.ts';
import { openSite } from '../../support/site.ts';

// The package and the Python file that the site serves. A walk runs the package with npx.

const PACKAGE = '/clients/plumbline-agent.tgz';

test('the site serves the files of the client, and its own address, with the same bytes each time', async (t) => {
  const site = await openSite(t, { BASE_URL: 'https://magazine.example' });
  const answer = await site.fetch(PACKAGE, { headers: { 'Accept-Encoding': 'gzip, br' } });
  assert.equal(answer.headers.get('content-type'), 'application/gzip');
  assert.equal(answer.headers.get('content-encoding'), null);
  const etag = answer.headers.get('etag') ?? '';
  assert.equal((await site.fetch(PACKAGE, { headers: { 'If-None-Match': etag } })).status, 304);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const again = await (await openSite(t, { BASE_URL: 'https://magazine.example' })).fetch(PACKAGE);
  assert.equal(hash(Buffer.from(await again.arrayBuffer())), hash(bytes));

  const files = filesOf(gunzipSync(bytes));
  const { 'package/site.json': own = '', ...packed } = files;
  assert.deepEqual(JSON.parse(own), { origin: 'https://magazine.example' });
  for (const [path, content] of Object.entries(packed))
    assert.equal(content, readFileSync(join(CLIENT, path.slice('package/'.length)), 'utf8'), path);
  for (const path of ['package.json', 'README.md', 'LICENSE', 'plumbline-agent.mjs', 'api.d.ts', 'tools.json'])
    assert.ok(`package/${path}` in packed, path);
});

test('the served Python file asks the site for access', async (t) => {
  const { baseUrl, site } = await openOnPort(t);
  const answer = await site.fetch('/clients/plumbline_agent.py');
  assert.equal(answer.headers.get('content-type'), 'text/x-python; charset=utf-8');
  const args = ['-c', await answer.text(), '--site', baseUrl, 'claim', '--no-wait'];
  const run = await runIn(clientFolder(t), 'python3', args);
  assert.match(run.out, /enter the code [A-Z]{4}-[A-Z]{4}/, run.error);
});

test('a tar archive refuses a path that would be cut', () => {
  for (const path of ['a'.repeat(101), 'ü', 'a b', ''])
    assert.throws(() => packTar([{ path, content: Buffer.alloc(1) }]), /does not fit/);
});

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The text of each file of a tar archive, by path. */
function filesOf(tar: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; tar[at] !== 0; ) {
    const header = tar.subarray(at, at + 512);
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    files[header.toString('latin1', 0, header.indexOf(0))] = tar.toString('utf8', at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
