import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { checkCreative, inspectCreative } from '#ads/creatives/creative-check.ts';
import { Failure } from '#core/failure.ts';
import { afterHeader, chunk, PNG_MARK } from '../support/pictures.ts';
import { assertTook } from '../support/processor-time.ts';
import { json, openSite } from '../support/site.ts';
import { BAND, goodJpeg, goodPng } from './creatives.ts';

// No uploaded picture may block the event loop. The tests measure the processor time of this thread.

/** Milliseconds of processor time that one file may take. */
const MOST = 50;
const TRIES = 3;
const LARGEST = 1024 * 1024;

/** A named colour profile of `size` bytes that compresses well, as the data of an iCCP chunk. */
function packedProfile(size: number): Buffer {
  const profile = Buffer.alloc(size);
  profile.write('acsp', 36, 'latin1');
  return Buffer.concat([Buffer.from('a\0\0'), deflateSync(profile, { level: 9 })]);
}

/** Repeats a part until the file is full. */
function often(part: Buffer, room: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.floor(room / part.byteLength) }, () => part));
}

/** A marker segment of a JPEG. */
function segment(marker: number, data: string | Buffer): Buffer {
  const body = Buffer.from(data as string, 'latin1');
  return Buffer.concat([Buffer.from([0xff, marker, (body.byteLength + 2) >> 8, (body.byteLength + 2) & 255]), body]);
}

const exif = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0', 'latin1')]);

async function full(part: Buffer): Promise<Buffer> {
  const png = await goodPng(BAND);
  return afterHeader(png, often(part, LARGEST - png.byteLength));
}

async function fullJpeg(part: Buffer): Promise<Buffer> {
  const jpeg = await goodJpeg(BAND);
  return Buffer.concat([jpeg.subarray(0, 2), often(part, LARGEST - jpeg.byteLength), jpeg.subarray(2)]);
}

const FILES: Record<string, { file: () => Promise<Buffer>; code: string }> = {
  'a PNG of a thousand packed profiles': {
    file: () => full(chunk('iCCP', packedProfile(LARGEST - 1))),
    code: 'damaged',
  },
  'a PNG of one profile, as long as it may be': {
    file: async () => afterHeader(await goodPng(BAND), chunk('iCCP', packedProfile(LARGEST - 1))),
    code: 'colour-space',
  },
  'a PNG with a profile behind its pixels': {
    file: async () => {
      const png = await goodPng(BAND);
      const end = png.byteLength - 12;
      return Buffer.concat([png.subarray(0, end), chunk('iCCP', packedProfile(LARGEST - 1)), png.subarray(end)]);
    },
    code: 'damaged',
  },
  'a PNG of empty chunks': { file: () => full(chunk('prVt')), code: 'damaged' },
  'a PNG of coding points': { file: () => full(chunk('cICP', Buffer.from([9, 16, 0, 1]))), code: 'damaged' },
  'a PNG of cameras’ notes': { file: () => full(chunk('eXIf', exif.subarray(6))), code: 'damaged' },
  'a PNG of nothing but chunks': {
    file: async () => Buffer.concat([PNG_MARK, often(chunk('IDAT'), LARGEST - 8)]),
    code: 'damaged',
  },
  'a JPEG of empty segments': { file: () => fullJpeg(segment(0xe1, '')), code: 'damaged' },
  'a JPEG of cameras’ notes': { file: () => fullJpeg(segment(0xe1, exif)), code: 'damaged' },
  'a JPEG of parts of a profile': { file: () => fullJpeg(segment(0xe2, 'ICC_PROFILE\0\x01\x01')), code: 'damaged' },
  'a JPEG of fill bytes': { file: () => fullJpeg(Buffer.from([0xff])), code: 'bytes' },
};

test('no file uploaded to the creative check blocks the event loop', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  for (const [name, { file, code }] of Object.entries(FILES))
    await t.test(name, async () => {
      const body = new Uint8Array(await file());
      let took = Number.POSITIVE_INFINITY;
      let told = { fits: true, findings: [] as { code: string }[] };
      for (let at = 0; at < TRIES && took > MOST / 2; at++) {
        const before = process.threadCpuUsage();
        const headers = { 'Content-Type': name.startsWith('a PNG') ? 'image/png' : 'image/jpeg' };
        const init = { method: 'POST', headers, body };
        told = await json(await site.fetch('/api/v1/advertise/check?unit=homepage-band', init));
        const { user, system } = process.threadCpuUsage(before);
        took = Math.min(took, (user + system) / 1000);
      }
      assertTook(took, MOST, `${took.toFixed(0)} ms`);
      assert.equal(told.fits, false);
      assert.ok(told.findings.length < 10, `${told.findings.length} findings`);
      assert.ok(
        told.findings.some((one) => one.code === code),
        JSON.stringify(told.findings),
      );
    });
});

test('a second colour profile and one after the pixels are named in the finding', async () => {
  const tell = async (name: string) => inspectCreative(BAND, (await FILES[name]?.file()) ?? Buffer.alloc(0));
  const second = (await tell('a PNG of a thousand packed profiles')).find(({ code }) => code === 'damaged');
  assert.equal(second?.measured, 'a second chunk iCCP');
  const late = (await tell('a PNG with a profile behind its pixels')).find(({ code }) => code === 'damaged');
  assert.equal(late?.measured, 'a late chunk iCCP');
});

test('public checks do not delay the ad desk', async () => {
  const file = await goodPng(BAND);
  const asked = Array.from({ length: 9 }, () => checkCreative(BAND, file, 'anybody'));
  const desk = checkCreative(BAND, file, 'desk');
  const settled = await Promise.allSettled(asked);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.equal(refused.length, 2);
  for (const one of refused) assert.ok(one instanceof Failure && one.kind === 'busy');
  assert.notEqual((await desk).made, null);
});
