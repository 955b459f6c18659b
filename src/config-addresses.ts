import { z } from 'zod';
import type { Config, MailServer, MediaBucket } from './config.ts';

// Settings that are addresses: each is read here, or refused with the form it must have.

export function readMediaBucket(given?: string, keyId?: string, secret?: string): MediaBucket | null {
  if (!given) return null;
  const url = URL.parse(given);
  const endpoint = URL.parse(url?.searchParams.get('endpoint') ?? '');
  const isWhole = url?.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]+$/.test(url.host) && /^\/?$/.test(url.pathname);
  if (!isWhole || !endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.pathname !== '/' || !keyId || !secret) {
    throw new Error(
      'MEDIA_URL must be s3://BUCKET?endpoint=https://HOST&region=REGION, with MEDIA_KEY_ID and MEDIA_SECRET beside it.',
    );
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { endpoint: endpoint.origin, bucket: url.host, region, keyId, secret };
}

export function readBaseUrl(given: string | undefined, port: number): string {
  if (!given) return `http://127.0.0.1:${port}`;
  const url = URL.parse(given);
  const plain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (plain) return url.origin;
  throw new Error(`BASE_URL is "${given}"; it must be an origin such as https://magazine.example, without a path.`);
}

/** An address at the house's own name; at a name kept for examples where the house has only a number, as on loopback. */
export function addressAt(baseUrl: string, local: string): string {
  const own = `${local}@${new URL(baseUrl).hostname}`;
  return z.email().safeParse(own).success ? own : `${local}@magazine.example`;
}

const LOOPBACK = /^(?:127\.[0-9.]+|\[::1\]|localhost)$/i;

/** TLS is asked for everywhere but on the machine itself, unless the address says `?tls=off`. */
export function readMailServer(given: string | undefined, from: string): MailServer | null {
  if (!given) return null;
  const url = URL.parse(given);
  const asked = [...(url?.searchParams ?? [])].map(([name, value]) => `${name}=${value}`);
  const fits = url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname) && !url.hash;
  if (!fits || asked.length > 1 || (asked.length === 1 && asked[0] !== 'tls=off')) {
    throw new Error('SMTP_URL must be smtp://NAME:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte.');
  }
  url.search = '';
  return { url: url.href, from, needsTls: asked.length === 0 && !LOOPBACK.test(url.hostname) };
}

/** What a private network's addresses begin with (RFC 1918; RFC 4193; loopback). */
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]$|\[f[cd]|localhost$)/i;

export function readMetricsAddress(given: string | undefined, isPublic: boolean): Config['metrics'] {
  if (!given) return null;
  const [, host = '', port = ''] = /^(\[[0-9a-f:]+\]|[^:]+):(\d{1,5})$/i.exec(given) ?? [];
  if (host === '' || Number(port) > 65535)
    throw new Error(`METRICS_ADDRESS is "${given}"; use HOST:PORT, as in 127.0.0.1:9464.`);
  if (!isPublic && !PRIVATE.test(host))
    throw new Error(
      `METRICS_ADDRESS is "${given}", which others may reach; use a private address, or set METRICS_PUBLIC=on.`,
    );
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}
