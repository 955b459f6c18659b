import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { readConfig } from '#runtime/config/config.ts';
import { type Bucket, s3Files, signRequest } from '#runtime/files/s3-files.ts';
import { add, photo } from '../../support/pictures.ts';
import { openSite } from '../../support/site.ts';

// The key of Amazon's published example ("Signature Calculations for the Authorization Header", GET Object).
const EXAMPLE = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

test('the signature of a request equals that of Amazon’s published GET Object example', () => {
  const headers = signRequest(
    { ...EXAMPLE, endpoint: '', bucket: '' },
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      at: new Date('2013-05-24T00:00:00Z'),
      body: new Uint8Array(),
      headers: { range: 'bytes=0-9' },
    },
  );
  assert.equal(
    headers.Authorization,
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('an S3 store returns the stored file, and reports a file that does not exist', async (t) => {
  const store = await openStore(t);
  const files = s3Files(store.bucket, Date.now);
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
  assert.equal(await files.has('abc/800.avif'), false);
  assert.equal(await files.get('abc/800.avif'), null);
  await files.put('abc/800.avif', bytes);
  assert.equal(await files.has('abc/800.avif'), true);
  assert.deepEqual(await files.get('abc/800.avif'), bytes);
  assert.deepEqual([...store.objects.keys()], ['/pictures/abc/800.avif']);
});

test('an S3 store that refuses or is unreachable is reported as busy, not as a missing file', async (t) => {
  const store = await openStore(t);
  const wrongKey = s3Files({ ...store.bucket, secret: 'another' }, Date.now);
  const busy = { kind: 'busy' };
  await assert.rejects(wrongKey.put('abc/800.avif', new Uint8Array(9)), busy);
  await assert.rejects(wrongKey.get('abc/800.avif'), busy);
  await assert.rejects(wrongKey.has('abc/800.avif'), busy);
  const nobody = s3Files({ ...store.bucket, endpoint: 'http://127.0.0.1:1' }, Date.now);
  await assert.rejects(nobody.get('abc/800.avif'), busy);
});

test('a site with a bucket in its settings stores its pictures there and serves them from it', async (t) => {
  const { bucket, objects } = await openStore(t);
  const settings = {
    MEDIA_URL: `s3://${bucket.bucket}?endpoint=${bucket.endpoint}`,
    MEDIA_KEY_ID: bucket.keyId,
    MEDIA_SECRET: bucket.secret,
  };
  const site = await openSite(t, settings);
  await add(site, await site.person('editor'), await photo(700, 500));
  assert.equal(objects.size, 6);
  const path = [...objects.keys()].find((one) => one.endsWith('/480.webp'))?.replace('/pictures/', '/media/');
  const response = await site.fetch(path ?? '');
  assert.deepEqual(await response.bytes(), new Uint8Array(objects.get(`/pictures/${path?.slice(7)}`) ?? []));
});

test('settings with a bucket that has no key or a bad address are refused at startup', () => {
  const keys = { MEDIA_KEY_ID: 'a', MEDIA_SECRET: 'b' };
  for (const wrong of [
    { MEDIA_URL: 's3://pictures?endpoint=https://store.example' },
    { MEDIA_URL: 's3://pictures', ...keys },
    { MEDIA_URL: 's3://pictures?endpoint=https://store.example/path', ...keys },
    { MEDIA_URL: 'https://store.example/pictures', ...keys },
    { MEDIA_URL: 's3://pictures/folder?endpoint=https://store.example', ...keys },
  ]) {
    assert.throws(() => readConfig(wrong), /MEDIA_URL must be/);
  }
});

/** An S3 server that keeps objects in memory and refuses requests with a wrong signature. */
async function openStore(t: TestContext) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    const path = incoming.url ?? '';
    if (!isSigned(bucket, incoming, body))
      return outgoing.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (incoming.method === 'PUT') objects.set(path, body);
    const found = objects.get(path);
    outgoing.writeHead(found ? 200 : 404).end(incoming.method === 'GET' ? (found ?? '<Error/>') : '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const bucket: Bucket = { ...EXAMPLE, endpoint: `http://127.0.0.1:${port}`, bucket: 'pictures' };
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { bucket, objects };
}

function isSigned(bucket: Bucket, incoming: IncomingMessage, body: Buffer): boolean {
  const stamp = String(incoming.headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const isFresh = Math.abs(Date.parse(stamp) - Date.now()) < 60_000;
  const isWhole = incoming.headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
  const url = new URL(incoming.url ?? '', `http://${incoming.headers.host}`);
  const expected = signRequest(bucket, { method: incoming.method ?? '', url, at: new Date(stamp), body });
  return isFresh && isWhole && incoming.headers.authorization === expected.Authorization;
}
