import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { encode, preferredCoding } from './encode.ts';

const rows: [string | null, string][] = [
  [null, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, zstd', 'zstd'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, gzip', 'gzip'],
  ['identity', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['gzip;q=0', 'identity'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=nonsense, gzip', 'gzip'],
];

for (const [accepted, coding] of rows) {
  test(`Accept-Encoding ${accepted === null ? 'missing' : `"${accepted}"`} gives ${coding}`, () => {
    assert.equal(preferredCoding(accepted), coding);
  });
}

test('each coding gives the body back', async () => {
  for (const body of [Buffer.from('plumb '.repeat(500)), Buffer.alloc(300_000, 'level')]) {
    assert.deepEqual(gunzipSync(await encode(body, 'gzip')), body);
    assert.deepEqual(brotliDecompressSync(await encode(body, 'br')), body);
    assert.deepEqual(zstdDecompressSync(await encode(body, 'zstd')), body);
    assert.equal(await encode(body, 'identity'), body);
  }
});
