import { createHash, createHmac } from 'node:crypto';
import { Failure } from '#core/failure.ts';
import type { Files } from './files.ts';

/** The address of a bucket and the key that writes to it. */
export type Bucket = { endpoint: string; bucket: string; region: string; keyId: string; secret: string };

/** Milliseconds one request may take. */
const PATIENCE = 10_000;

/** A file store in a bucket with the Amazon S3 API and path-style addresses. `clock` returns milliseconds since 1970. */
export function s3Files(bucket: Bucket, clock: () => number): Files {
  async function ask(method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', name: string, body?: Uint8Array): Promise<Response> {
    const url = new URL(`${bucket.endpoint}/${bucket.bucket}/${name}`);
    const headers = signRequest(bucket, { method, url, at: new Date(clock()), body: body ?? new Uint8Array() });
    try {
      const init = { method, headers, redirect: 'manual' as const, signal: AbortSignal.timeout(PATIENCE) };
      return await fetch(url, body ? { ...init, body: new Uint8Array(body) } : init);
    } catch (error) {
      throw unreachable(error);
    }
  }
  return {
    put: async (name, bytes) => {
      const response = await ask('PUT', name, bytes);
      await response.body?.cancel();
      if (!response.ok) throw unreachable(`the store answered ${response.status}`);
    },
    get: async (name) => {
      const response = await ask('GET', name);
      if (response.ok) return response.bytes();
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw unreachable(`the store answered ${response.status}`);
    },
    has: async (name) => {
      const response = await ask('HEAD', name);
      if (response.ok || response.status === 404) return response.ok;
      throw unreachable(`the store answered ${response.status}`);
    },
    remove: async (name) => {
      const response = await ask('DELETE', name);
      await response.body?.cancel();
      if (!response.ok && response.status !== 404) throw unreachable(`the store answered ${response.status}`);
    },
  };
}

type S3Request = { method: string; url: URL; at: Date; body: Uint8Array; headers?: Record<string, string> };

/** The headers that sign a request (AWS Signature Version 4, for `s3`). The address must have no query and no characters to escape. */
export function signRequest({ region, keyId, secret }: Bucket, asked: S3Request): Record<string, string> {
  const stamp = asked.at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const hash = sha256(asked.body);
  const sent: Record<string, string> = { ...asked.headers, 'x-amz-content-sha256': hash, 'x-amz-date': stamp };
  const signed: [string, string][] = Object.entries({ ...sent, host: asked.url.host }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = [asked.method, asked.url.pathname, '', lines, names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(request)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (last, part) => hmac(last, part),
    `AWS4${secret}`,
  );
  const signature = hmac(key, text).toString('hex');
  return {
    ...sent,
    Authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

function sha256(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}

function hmac(key: string | Buffer, value: string): Buffer {
  return createHmac('sha256', key).update(value).digest();
}

function unreachable(cause: unknown): Failure {
  const failure = new Failure('busy', 'The file store cannot be reached.', {
    hint: 'Try again in a few seconds.',
    retryAfter: 10,
  });
  failure.cause = cause;
  return failure;
}
