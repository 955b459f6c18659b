import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunk, deflatedZeros, header, PNG_MARK, photo, plain, upload } from '../support/pictures.ts';
import { openSite } from '../support/site.ts';

test('a decompression bomb with a false header does not grow the server’s memory, and the next upload works', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const rows = deflatedZeros(300);
  const bomb = Buffer.concat([PNG_MARK, header(800, 600), chunk('IDAT', rows), chunk('IEND')]);
  const many = plain(5000, 5000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const files = [bomb, await many];
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  for (const file of files) await (await upload(site, editor, file)).text();
  const grown = (process.memoryUsage.rss() - before) / 2 ** 20;
  assert.ok(grown < 64, `${grown} MB`);
  assert.equal((await upload(site, editor, await photo(700, 200))).status, 303);
});
