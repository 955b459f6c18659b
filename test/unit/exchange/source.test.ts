import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { ImportSource } from '#exchange/import/import-item.ts';
import { openSource } from '#exchange/import/read/source.ts';
import { IMPORT_LIMITS } from '#exchange/import/read/source-limits.ts';
import { makeZip } from '../../support/make-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-source-'));
after(() => rmSync(folder, { recursive: true }));

const write = (name: string, data: Uint8Array | string) => {
  const path = join(folder, name);
  writeFileSync(path, data);
  return path;
};

async function listPaths(source: ImportSource): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of source.entries()) paths.push(path);
  return paths;
}

async function readAll(source: ImportSource, path: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await source.open(path)) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

test('a file, a folder and a ZIP list and open their entries in one order, with a hash that follows the content', async () => {
  const root = join(folder, 'posts');
  mkdirSync(join(root, 'b'), { recursive: true });
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, 'b', 'two.md'), 'two');
  writeFileSync(join(root, 'a.md'), 'one');
  writeFileSync(join(root, '.git', 'HEAD'), 'x');
  symlinkSync('/etc/passwd', join(root, 'link.md'));
  const dir = await openSource(root);
  assert.deepEqual(await listPaths(dir), ['a.md', 'b/two.md']);
  assert.equal(await readAll(dir, 'b/two.md'), 'two');
  await assert.rejects(dir.open('../source'), { kind: 'validation_failed' });
  writeFileSync(join(root, 'a.md'), 'own');
  assert.notEqual((await openSource(root)).hash, dir.hash, 'the same size, another text');

  const zip = await openSource(
    write(
      'z.zip',
      makeZip([
        { path: 'b/two.md', data: 'two' },
        { path: 'a.md', data: 'one' },
      ]),
    ),
  );
  assert.deepEqual(await listPaths(zip), ['a.md', 'b/two.md']);
  assert.equal(await readAll(zip, 'a.md'), 'one');
  await zip.close();

  const file = await openSource(write('blog.json', '{}'));
  assert.deepEqual(await listPaths(file), ['blog.json']);
  assert.equal(await readAll(file, 'blog.json'), '{}');
  await assert.rejects(openSource(join(folder, 'missing')), { kind: 'validation_failed' });
});

const bomb = Buffer.alloc(3 * 1024 * 1024);
const HOSTILE: [string, Buffer][] = [
  ['a path with ..', makeZip([{ path: '../../etc/cron.d/x', data: 'x' }])],
  ['an absolute path', makeZip([{ path: '/etc/passwd', data: 'x' }])],
  ['a drive letter', makeZip([{ path: 'C:/x', data: 'x' }])],
  ['a backslash', makeZip([{ path: '..\\x', data: 'x' }])],
  ['a NUL', makeZip([{ path: 'a\0.md', data: 'x' }])],
  ['a symbolic link', makeZip([{ path: 'a.md', data: '/etc/passwd', mode: 0o120777 }])],
  ['an encrypted entry', makeZip([{ path: 'a.md', data: 'x', flags: 1 }])],
  [
    'one path twice',
    makeZip([
      { path: 'a.md', data: 'x' },
      { path: 'a.md', data: 'y' },
    ]),
  ],
  ['an entry that unpacks to more than 200 times its size', makeZip([{ path: 'a.md', data: bomb }])],
  ['an entry of more than 50 MB', makeZip([{ path: 'a.md', data: 'x', size: 51 * 1024 * 1024 }])],
  ['a directory that ends early', makeZip([{ path: 'a.md', data: 'x' }]).subarray(0, 30)],
];

for (const [name, data] of HOSTILE)
  test(`a ZIP with ${name} is refused before anything is unpacked`, async () => {
    await assert.rejects(openSource(write('hostile.zip', data)), { kind: 'validation_failed' });
  });

test('a ZIP with more than 50,000 entries is refused', async () => {
  const empty = deflateRawSync('');
  const many = Array.from({ length: 50_001 }, (_, at) => ({ path: `${at}.md`, data: '', packed: empty }));
  await assert.rejects(openSource(write('many.zip', makeZip(many))), /more than 50,000 entries/);
});

test('an entry that unpacks to more bytes than the directory says ends with an error', async () => {
  const packed = deflateRawSync(Buffer.alloc(900_000));
  const source = await openSource(write('lying.zip', makeZip([{ path: 'a.md', data: 'x', packed, size: 1000 }])));
  await assert.rejects(readAll(source, 'a.md'));
  await source.close();
});

test('a file that is larger than the limit is refused, and one of exactly the limit is opened', async () => {
  const path = write('large.json', '{"a": 1}');
  const opened = (bytes: number) => openSource(path, { limits: { ...IMPORT_LIMITS, bytes } });
  await assert.rejects(opened(7), { kind: 'validation_failed', message: /The file has more than/ });
  await (await opened(8)).close();
});
