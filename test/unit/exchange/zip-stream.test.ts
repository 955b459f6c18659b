import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { type Entry, fromBufferPromise } from 'yauzl';
import { streamZip } from '#exchange/export/archive/zip-stream.ts';

// The ZIP file of an export, read by another program.

async function zipOf(files: Iterable<[path: string, text: string]>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const zip = streamZip(async (piece) => {
    pieces.push(piece);
  });
  for (const [path, text] of files) await zip.add(path, Buffer.from(text));
  await zip.finish();
  return Buffer.concat(pieces);
}

test('a ZIP file has every file, compressed where that makes it smaller', async () => {
  const texts: Record<string, string> = {
    'a/é.txt': 'beam '.repeat(500),
    'empty.txt': '',
    'one.png': 'beam '.repeat(9),
  };
  const zip = await fromBufferPromise(await zipOf(Object.entries(texts)));
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    found[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
    assert.equal(entry.compressionMethod, entry.fileName.endsWith('é.txt') ? 8 : 0);
  }
  assert.deepEqual(found, texts);
});

test('a ZIP file can have more files than the old format counts', async () => {
  const paths = Array.from({ length: 70_000 }, (_, at) => `${at}.png`);
  const zip = await fromBufferPromise(await zipOf(paths.map((path) => [path, path])));
  assert.equal(zip.entryCount, 70_000);
  const names: string[] = [];
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) names.push(entry.fileName);
  assert.deepEqual(names, paths);
});

test('an error of the disk reaches the code that writes', async () => {
  const zip = streamZip(() => Promise.reject(new Error('the disk is full')));
  await assert.rejects(() => zip.add('one.png', Buffer.alloc(1024)), /the disk is full/);
});
