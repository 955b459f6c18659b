import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { scriptTag } from '#html/newsroom/scripts.ts';
import { isWorthCoding } from '#http/cache/encode.ts';
import { fromPage, openSite } from '../../support/site.ts';
import { file } from '../../support/stocked.ts';

const NAMES = readdirSync(new URL('../../../src/newsroom/browser/', import.meta.url), { withFileTypes: true })
  .filter((one) => one.isFile() && !one.name.endsWith('.test.ts'))
  .map(({ name }) => name.replace('.ts', ''));

async function addressOf(name: string): Promise<string> {
  return /src="([^"]+)"/.exec(String(await scriptTag(name)))?.[1] ?? '';
}

for (const name of NAMES) {
  // The editor has 200 kB as browsers ask for it on https; gzip, for others, takes more.
  const most = name === 'editor' ? { br: 200_000, gzip: 225_000 } : { br: 20_000, gzip: 20_000 };
  test(`the script ${name} is at most ${most.br / 1000} kB, and ${most.gzip / 1000} kB in gzip`, async (t) => {
    const site = await openSite(t);
    const plain = await (await site.fetch(await addressOf(name))).arrayBuffer();
    for (const coding of ['br', 'gzip'] as const) {
      const response = await site.fetch(await addressOf(name), { headers: { 'Accept-Encoding': coding } });
      const { byteLength } = await response.arrayBuffer();
      assert.equal(response.headers.get('content-encoding'), isWorthCoding(plain.byteLength) ? coding : null);
      t.diagnostic(`${name}, ${coding}: ${byteLength} bytes`);
      assert.ok(byteLength <= most[coding], `${byteLength} bytes`);
    }
  });
}

test('a script may be cached for a year under its name; an older name gets the current script, which may not be cached', async (t) => {
  const site = await openSite(t);
  const address = await addressOf('editor');
  const response = await site.fetch(address);
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
  const older = await site.fetch('/newsroom/script/editor-0123456789abcdef.js');
  assert.equal(older.headers.get('cache-control'), 'no-store');
  assert.equal(await older.text(), await response.text());
});

test('any other script name is not found', async (t) => {
  const site = await openSite(t);
  for (const name of [
    'nothing-0123456789abcdef.js',
    'editor.js',
    '..%2Fpage-0123456789abcdef.js',
    'editor-0123456789ABCDEF.js',
  ]) {
    assert.equal((await site.fetch(`/newsroom/script/${name}`)).status, 404, name);
  }
});

test('only pages with a script may run one, and only our own', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const id = await file(site, await site.grantToken(editor));
  const policy = async (path: string) =>
    (await site.fetch(path, { headers: fromPage(editor) })).headers.get('content-security-policy') ?? '';
  assert.match(await policy(`/newsroom/articles/${id}/edit`), /script-src 'self'; connect-src 'self'$/);
  assert.match(await policy('/newsroom/new'), /script-src 'self'; connect-src 'self'$/);
  assert.doesNotMatch(await policy('/agent/claim'), /script-src/);
  assert.doesNotMatch(await policy(`/newsroom/articles/${id}/edit`), /unsafe/);
});
