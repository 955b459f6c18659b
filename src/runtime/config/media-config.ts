/** The bucket for the files of pictures. */
export type MediaBucket = { endpoint: string; bucket: string; region: string; keyId: string; secret: string };

/** @throws Error when MEDIA_URL is wrong or has no key */
export function readMediaBucket(given?: string, keyId?: string, secret?: string): MediaBucket | null {
  if (!given) return null;
  const url = URL.parse(given);
  const endpoint = URL.parse(url?.searchParams.get('endpoint') ?? '');
  const isValid = url?.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]+$/.test(url.host) && /^\/?$/.test(url.pathname);
  if (!isValid || !endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.pathname !== '/' || !keyId || !secret) {
    throw new Error(
      'MEDIA_URL must be s3://BUCKET?endpoint=https://HOST&region=REGION, with MEDIA_KEY_ID and MEDIA_SECRET beside it.',
    );
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { endpoint: endpoint.origin, bucket: url.host, region, keyId, secret };
}
