import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  afterHeader,
  chunk,
  deflatedZeros,
  drawing,
  header,
  PNG_MARK,
  photo,
  plain,
  scene,
  upload,
} from '../../support/pictures.ts';
import { fromPage, openSite } from '../../support/site.ts';
import { BAD_FORMS, type Bad } from './bad-forms.ts';

// Bad files: each is refused with its own reason, nothing is stored, and the server keeps working.

const BAD: Record<string, Bad> = {
  'no file at all': { file: () => Buffer.alloc(0), status: 422, reason: /There is no file/ },
  'a text file instead of a picture': {
    file: () => Buffer.from('not a picture'),
    status: 415,
    reason: /not a picture/,
  },
  'an SVG': {
    file: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>'),
    status: 415,
    reason: /not a picture/,
  },
  'an SVG behind an XML declaration and white space': {
    file: () => Buffer.from('\ufeff \n<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    status: 415,
    reason: /not a picture/,
  },
  ...BAD_FORMS,
  'a TIFF': { file: () => plain(700, 200).tiff().toBuffer(), status: 415, reason: /not a picture/ },
  'a PDF': { file: () => Buffer.from('%PDF-1.7\n%%EOF'), status: 415, reason: /not a picture/ },

  'a JPEG in print colours': {
    file: () => plain(700, 200).toColourspace('cmyk').jpeg().toBuffer(),
    status: 422,
    reason: /CMYK/,
  },
  'half a JPEG': {
    file: async () => (await photo(700, 200)).subarray(0, 4000),
    status: 422,
    reason: /damaged/,
  },
  'a JPEG whose second half is replaced by an end marker': {
    file: async () => {
      const jpeg = await photo(700, 200);
      return Buffer.concat([jpeg.subarray(0, jpeg.byteLength / 2), Buffer.from([0xff, 0xd9])]);
    },
    status: 422,
    reason: /damaged/,
  },
  'a JPEG with a byte between its segments': {
    file: async () => behindSegment(await photo(700, 200), [0]),
    status: 422,
    reason: /damaged/,
  },
  'half a PNG': { file: async () => (await drawing(700, 200)).subarray(0, 20_000), status: 422, reason: /damaged/ },
  'a PNG whose data does not match its header': {
    file: () =>
      Buffer.concat([PNG_MARK, header(800, 600), chunk('IDAT', deflateSync(Buffer.alloc(99))), chunk('IEND')]),
    status: 422,
    reason: /damaged/,
  },
  'a PNG with a wrong check sum': {
    file: async () => {
      const png = Buffer.from(await drawing(700, 200));
      png.writeUInt32BE(1, 29);
      return png;
    },
    status: 422,
    reason: /damaged/,
  },
  'a PNG that begins without a header': {
    file: () => Buffer.concat([PNG_MARK, chunk('IDAT', Buffer.alloc(64)), chunk('IEND')]),
    status: 422,
    reason: /damaged/,
  },
  'a JPEG signature and nothing else': {
    file: () => Buffer.from([0xff, 0xd8, 0xff]),
    status: 422,
    reason: /damaged/,
  },

  'a decompression bomb of 30,000 by 30,000 pixels in a few kilobytes': {
    file: () =>
      Buffer.concat([
        PNG_MARK,
        header(30_000, 30_000),
        chunk('IDAT', deflateSync(Buffer.alloc(2 ** 20))),
        chunk('IEND'),
      ]),
    status: 413,
    reason: /30000 by 30000 pixels, which is too many/,
  },
  'a JPEG whose header says 65,500 by 65,500 pixels': {
    file: async () => withSize(await photo(700, 200), 65_500, 65_500),
    status: 413,
    reason: /too many/,
  },
  'a strip 20,000 pixels long': {
    file: () =>
      Buffer.concat([PNG_MARK, header(20_000, 610), chunk('IDAT', deflateSync(Buffer.alloc(99))), chunk('IEND')]),
    status: 413,
    reason: /too many/,
  },
  'a picture that is too narrow': {
    file: () => photo(599, 400),
    status: 422,
    reason: /599 by 400 pixels, which is too few/,
  },
  'a picture that is too narrow after it is rotated upright': {
    file: () => scene(900, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    status: 422,
    reason: /500 by 900 pixels, which is too few/,
  },
};

/** The same JPEG with bytes behind its first segment. */
function behindSegment(jpeg: Buffer, bytes: number[]): Buffer {
  const end = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, end), Buffer.from(bytes), jpeg.subarray(end)]);
}

/** The same JPEG with another size in its frame header. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame =
    [0xc0, 0xc1, 0xc2].map((marker) => changed.indexOf(Buffer.from([0xff, marker]))).find((at) => at > 0) ?? 0;
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

test('a bad file is refused with its reason, and nothing is stored', async (t) => {
  const { site, editor } = await open(t);
  for (const [name, { file, status, reason }] of Object.entries(BAD))
    await t.test(name, async () => {
      const response = await upload(site, editor, await file());
      const alert = /role="alert">(.*?)<\/div>/s.exec(await response.text())?.[1] ?? '';
      assert.match(alert, reason);
      assert.equal(response.status, status);
      assert.ok(!existsSync(site.config.mediaDir), 'no file is stored');
      assert.equal((await site.deps.db.read.selectFrom('picture').select('id').execute()).length, 0);
    });
});

test('an upload whose Content-Length is over the limit is refused before it is read', async (t) => {
  const { site, editor } = await open(t);
  let read = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      read += 2 ** 16;
      controller.enqueue(new Uint8Array(2 ** 16));
    },
  });
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const send = (headers: Record<string, string>) =>
    site.fetch('/newsroom/pictures', {
      method: 'POST',
      headers: fromPage(editor, { ...type, ...headers }),
      body: endless,
      duplex: 'half',
    } as RequestInit);
  assert.equal((await send({ 'Content-Length': String(30 * 2 ** 20) })).status, 413);
  assert.ok(read <= 2 ** 17, `${read} bytes were read of an upload over the limit`);
});

test('an upload without a Content-Length is read only up to the limit', async (t) => {
  const { site, editor } = await open(t);
  let read = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      read += 2 ** 18;
      controller.enqueue(new Uint8Array(2 ** 18));
    },
  });
  const headers = fromPage(editor, { 'Content-Type': 'multipart/form-data; boundary=x' });
  const response = await site.fetch('/newsroom/pictures', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  assert.equal(response.status, 413);
  assert.ok(read <= 22 * 2 ** 20, String(read));
});

test('a PNG with 200 MiB of compressed text metadata is accepted, because the metadata is not read', async (t) => {
  const { site, editor } = await open(t);
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflatedZeros(200)]);
  const response = await upload(site, editor, afterHeader(await drawing(700, 200), chunk('zTXt', text)));
  assert.equal(response.status, 303);
});

async function open(t: TestContext) {
  const site = await openSite(t);
  return { site, editor: await site.person('editor') };
}

test('the unmodified test pictures are valid, so each refusal comes from the modification', async () => {
  assert.equal((await sharp(await photo(700, 200)).metadata()).format, 'jpeg');
  assert.equal((await sharp(await drawing(700, 200)).metadata()).format, 'png');
});
