import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { workOnImports } from '../../src/server/import-job.ts';
import { form, fromPage, openSite, type Person, type TestSite } from '../support/site.ts';

const NEVER = new AbortController().signal;
const LOG = { info: () => {}, warn: () => {}, error: () => {} };
const work = ({ deps, config }: TestSite) => workOnImports(deps, config, LOG, NEVER);

function upload(person: Person, name: string, text: string): RequestInit {
  const body = new FormData();
  body.set('file', new Blob([text]), name);
  return { method: 'POST', body, headers: fromPage(person), redirect: 'manual' };
}

test('a chief uploads a file; the server looks at it apart from the request, and says what no importer knows', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const posted = await site.fetch('/newsroom/imports', upload(chief, '<b>old.bin', 'neither one nor the other'));
  assert.equal(posted.status, 303);
  const at = posted.headers.get('location') ?? '';
  const read = async () => (await site.fetch(at, { headers: fromPage(chief) })).text();
  assert.match(await read(), /Waits for the server to look/);
  assert.match(await read(), /&lt;b&gt;old\.bin/);
  await work(site);
  assert.match(await read(), /No importer knows the format/);
  const list = await (await site.fetch('/newsroom/imports', { headers: fromPage(chief) })).text();
  assert.match(list, /Stopped by an error/);
});

test('a path leads to nothing outside of the folder of imports', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const folder = join(site.config.dataDir, 'imports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'here.json'), '{}');
  writeFileSync(join(site.config.dataDir, 'secret'), 'x');
  for (const path of ['../secret', '/etc/passwd', '..', '.', '', 'none'])
    assert.notEqual((await site.fetch('/newsroom/imports/path', form(chief, { path }))).status, 303, path);
  const taken = await site.fetch('/newsroom/imports/path', {
    ...form(chief, { path: 'here.json' }),
    redirect: 'manual',
  });
  assert.equal(taken.status, 303);
});

test('nobody but a chief opens or uses the page', async (t) => {
  const site = await openSite(t);
  for (const role of ['editor', 'writer', 'ad sales'] as const) {
    const person = await site.person(role);
    const get = await site.fetch('/newsroom/imports', { headers: fromPage(person), redirect: 'manual' });
    const post = await site.fetch('/newsroom/imports/path', { ...form(person, { path: 'x' }), redirect: 'manual' });
    assert.notEqual(get.status, 200, role);
    assert.notEqual(post.status, 303, role);
  }
});
